"""Names that other files of a project import from the one that is rewritten stay there."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.project import project_imports
from codemods.project.borrowed import is_borrowed
from tests.codemods.fixing import rewrite_of

TEXT = "import json\n\n\ndef save_state(path, state):\n    with open(path, 'w') as f:\n        json.dump(state, f)\n"
USED = "\nshow = json.loads\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    project_imports._imports.cache_clear()
    (tmp_path / "pyproject.toml").touch()
    put("pkg/__init__.py")
    put("pkg/state.py", TEXT)
    return tmp_path


def put(name: str, text: str = "") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pkg/other.py", "from .state import json\n"),
        ("pkg/other.py", f"from pkg.state import *{USED}"),
        ("pkg/deep/other.py", "from ..state import (\n    save_state,  # saves\n    json as j,\n)\n"),
        ("pkg/deep/other.py", "def f():\n    from ..state import save_state, json\n"),
        ("tests/other.py", "from pkg.state import json\n"),
        ("beside.py", f"from state import *{USED}"),
        ("main.py", "import pkg.state as st\nprint(st.json.loads('1'))\n"),
        ("main.py", "import os, pkg.state\nprint(pkg.state.json.loads('1'))\n"),
        ("pkg/other.py", "from . import (\n    state as kept,\n    other,\n)\nprint(kept.json)\n"),
    ],
)
def test_what_another_file_imports_from_it_stays(name: str, text: str) -> None:
    put(name, text)
    assert is_borrowed("json", "pkg/state.py")
    result = rewrite_of(TEXT, "pkg/state.py")
    assert result.after.startswith("import json\n")
    assert result.after.endswith("    atomic_write_json(path, state)\n")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pkg/other.py", "from .state import save_state  # no json\n"),
        ("pkg/other.py", "from .state import *\nsave_state('a', 1)\n"),
        ("pkg/other.py", f"import json\nfrom .state import *\n{USED}"),
        ("pkg/other.py", f"from .elsewhere import json\nfrom . import state\n{USED}"),
        ("pkg/other.py", "from ...state import json\n"),
        ("pkg/deep/other.py", "from .state import json\n"),
        ("tests/other.py", "from other.state import json\n"),
        ("pkg/other.txt", "from .state import json\n"),
        ("main.py", "import pkg.state as st\nprint(st.jsonl)\n"),
        ("main.py", "import pkg.store as st\nprint(st.json)\n"),
        ("main.py", "import pkg.state as st\nprint('st.json', other.st.json)\n"),
        ("main.py", "import pkg.state as st\nprint st.json\n"),
        ("main.py", "import .\nimport ..\n"),
        ("pkg/deep/other.py", "from . import state\nprint(state.json)\n"),
        ("pkg/other.py", "from  import json\nfrom .. import json\n"),
        ("pkg/other.py", f"from {'.' * 99} import json\n"),
    ],
)
def test_what_nobody_imports_from_it_goes(name: str, text: str) -> None:
    put(name, text)
    assert not is_borrowed("json", "pkg/state.py")
    assert "import json" not in rewrite_of(TEXT, "pkg/state.py").after


@pytest.mark.parametrize("last", [True, False])
def test_a_star_hands_on_what_came_with_a_star(last: bool) -> None:
    put("pkg/__init__.py", "from .state import *\nfrom .more import *\n")
    put("pkg/more.py", "from . import *\n")
    put("app.py", f"from pkg import *{USED * last}")
    assert is_borrowed("json", "pkg/state.py") is last


def test_a_package_is_imported_from_by_its_name(project: Path) -> None:
    put("pkg/other.py", "from . import json\n")
    assert is_borrowed("json", str(project / "pkg/__init__.py"))
    assert not is_borrowed("os", "pkg/__init__.py")


def test_a_file_that_cannot_be_read_imports_nothing(project: Path) -> None:
    (project / "pkg/other.py").symlink_to("gone.py")
    assert not is_borrowed("json", "pkg/state.py")


def test_without_a_project_only_a_package_or_the_folder_is_looked_through(project: Path) -> None:
    (project / "pyproject.toml").unlink()
    put("pkg/deep/other.py", "from ..state import json\n")
    put("state.py", TEXT)
    put("below/other.py", "from state import json\n")
    assert is_borrowed("json", "pkg/state.py")
    assert not is_borrowed("json", "state.py")
    project_imports._imports.cache_clear()
    put("other.py", "from state import json\n")
    assert is_borrowed("json", "state.py")
    assert not is_borrowed("json", "/nowhere/state.py")
