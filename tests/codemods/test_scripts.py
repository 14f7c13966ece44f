"""A file that may be run where the helpers are not installed gains an import only on demand."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from codemods.scripts import ALONE, BUILT, NOTE
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


BUILD = told("""
    import json
    from TOOL import setup

    def save(path):
        json.dump({}, open(path, "w"))
""")


@pytest.mark.parametrize(
    ("name", "tool", "is_noted"),
    [
        ("setup.py", "setuptools", True),
        ("setup.py", "numpy.distutils.core", False),
        ("pkg/setup.py", "distutils.core", True),
        ("hatch_build.py", "hatchling.builders.hooks", True),
        ("noxfile.py", "nox", True),
        ("pkg/building.py", "setuptools.command", False),
        ("tasks.py", "invoke", False),
    ],
)
def test_what_builds_the_project_is_noted(tmp_path: Path, name: str, tool: str, is_noted: bool) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").touch()
    result = rewrite_of(BUILD.replace("TOOL", tool), str(tmp_path / name))
    assert texts(result) == [BUILT] * is_noted


SHIPPED = told("""
    def save(data, path):
        import json

        with open(path, "w") as file:
            json.dump(data, file)
""")


@pytest.mark.parametrize(
    ("text", "is_noted"),
    [
        (SHIPPED, True),
        ("from __future__ import annotations\n" + SHIPPED, True),
        ("import os\n" + SHIPPED, False),
        (SHIPPED.replace("import json", "import yaml as json"), False),
        ("class Store:\n" + indent(SHIPPED, "    "), False),
    ],
)
def test_a_function_that_may_be_shipped_as_text_is_noted(text: str, is_noted: bool) -> None:
    assert (ALONE in texts(rewrite_of(text))) is is_noted
