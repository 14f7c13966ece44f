"""A file of a package that another interpreter may run by its path gains an import only on demand."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.scripts import NOTE
from tests.codemods.fixing import rewrite_of, texts, told

SCRIPT = told("""
    import json
    from sys import argv

    def main():
        json.dump({}, open(argv[1], "w"))

    if __name__ == "__main__":
        main()
""")


@pytest.mark.parametrize(
    ("name", "text", "is_noted"),
    [
        ("run.py", SCRIPT, True),
        ("__main__.py", SCRIPT, False),
        ("run.py", SCRIPT.replace("__main__", "elsewhere"), False),
        ("run.py", "from . import other\n" + SCRIPT, False),
        ("run.py", "import yaml\n" + SCRIPT, False),
    ],
)
def test_a_script_inside_of_a_package_is_noted(tmp_path: Path, name: str, text: str, is_noted: bool) -> None:
    (tmp_path / "__init__.py").touch()
    assert (NOTE in texts(rewrite_of(text, str(tmp_path / name)))) is is_noted


def test_a_script_of_its_own_is_safe(tmp_path: Path) -> None:
    assert texts(rewrite_of(SCRIPT, str(tmp_path / "run.py"))) == []
