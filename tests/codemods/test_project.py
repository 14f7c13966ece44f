"""What is known of a project: its root, its dependencies, its own helpers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from codemods.project.own_helpers import offered
from codemods.project.project import Refused, depends_on_us, import_roots, root_of
from flake8_atomic.detect import known_codes
from flake8_atomic.settings import Settings, load
from flake8_atomic.settings.call_table import PARAMETERS
from tests.codemods.conftest import SAFE, Ran

pytestmark = pytest.mark.usefixtures("project")
Run = Callable[..., Ran]


def put(name: str, text: str = "") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text)


@pytest.mark.parametrize(
    ("name", "text", "listed"),
    [
        ("pyproject.toml", '[project]\ndependencies = ["rich", "Flake8_Atomic[codemod]>=1"]\n', True),
        ("pyproject.toml", '[project]\nname = "flake8-atomic"\n', True),
        ("pyproject.toml", '[project]\ndependencies = ["flake8-atomic-more"]\n', False),
        ("pyproject.toml", '[project.optional-dependencies]\ntest = ["flake8-atomic"]\n', False),
        ("pyproject.toml", '[dependency-groups]\ndev = ["flake8-atomic"]\n', False),
        ("pyproject.toml", '[tool.poetry.dependencies]\nflake8-atomic = "^1"\n', True),
        ("pyproject.toml", "[tool.flake8-atomic]\ncheck-tests = true\n", False),
        ("pyproject.toml", "[project", False),
        ("pyproject.toml", "project = 1\ntool = 2\n", False),
        ("setup.cfg", "[options]\ninstall_requires =\n    rich\n    flake8-atomic == 1\n", True),
        ("setup.cfg", "[options.extras_require]\ntest = flake8-atomic\n", False),
        ("setup.cfg", "no section\n", False),
        ("setup.py", 'setup(install_requires=["flake8.atomic~=1"])', True),
        ("requirements-prod.txt", "flake8-atomic @ file:///somewhere\n", True),
        ("requirements-dev.txt", "flake8-atomic\n", False),
    ],
)
def test_the_metadata_says_whether_it_depends_on_us(name: str, text: str, listed: bool) -> None:
    Path("requirements.txt").write_text("rich\n")
    put(name, text)
    assert depends_on_us(["src/a.py"]) == listed
    assert depends_on_us(["gone/b.py", "a.py"]) == listed


def test_a_root_is_marked_or_where_the_command_is_run_or_the_folder_itself(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put("deep/er/a.py")
    assert root_of("deep/er/a.py") == root_of(".") == str(project)
    monkeypatch.chdir(project / "deep/er")
    assert root_of(str(project / "deep")) == str(project / "deep")
    monkeypatch.chdir(project)
    put("setup.cfg")
    assert root_of("deep/er/a.py") == root_of("deep") == str(project)
    put("src/pkg/__init__.py")
    assert import_roots(["src/pkg"]) == [str(project), str(project / "src")]


def settings(table: str = "") -> Settings:
    put("pyproject.toml", f"[tool.flake8-atomic.helpers]\n{table}\n" if table else "[project]\n")
    return load(known_codes(), {})[0]


JSON = "[tool.flake8-atomic.helpers] atomic_write_json:"
MAPPED = 'atomic_write_json = {call = "utils.dump(path, obj)"}'


OTHERS = "async def other(): ...\ndef atomic_open(): ...\nclass atomic_write_json: ..."
TRIED = "try:\n    from a import b as atomic_open\nexcept ImportError:\n    atomic_write_text: str = f"


@pytest.mark.parametrize(
    ("text", "table", "names"),
    [
        ("def atomic_write_text(): ...", "", {"atomic_write_text"}),
        (OTHERS, "", {"atomic_open", "atomic_write_json"}),
        (TRIED, "", {"atomic_open", "atomic_write_text"}),
        ("atomic_write_bytes = a.b = lambda: 0", "", {"atomic_write_bytes"}),
        ("import atomic_open.more", "", {"atomic_open"}),
        ("from .elsewhere import *", "", set(PARAMETERS)),
        ("def dump(): ...", MAPPED, {"atomic_write_json"}),
        ("def dump(): ...\ndef atomic_open(): ...", MAPPED, {"atomic_write_json", "atomic_open"}),
    ],
)
@pytest.mark.parametrize("place", ["utils.py", "src/utils.py", "utils/__init__.py", "elsewhere/utils.py"])
def test_functions_of_the_helpers_module_are_found(place: str, text: str, table: str, names: set[str]) -> None:
    put(place, text)
    put("elsewhere/a.py")
    assert offered("utils", settings(table), ["elsewhere/a.py"]) == names


def test_an_installed_module_is_found_without_being_run() -> None:
    assert offered("flake8_atomic.helpers", settings(), []) >= {"atomic_write_text", "atomic_open"}
    with pytest.raises(Refused, match="json: it has none of"):
        offered("json", settings(), [])
    with pytest.raises(Refused, match="this: it has none of"):
        offered("this", settings(), [])


@pytest.mark.parametrize(
    ("text", "table", "reason"),
    [
        (None, "", "--helpers utils: no such module below ., src"),
        ("def f(): def atomic_open(): ...", "", "utils.py cannot be read, invalid syntax"),
        ("def f(): ...", "", "--helpers utils: it has none of atomic_write_text, atomic_write_bytes,"),
        ("def f(): ...", MAPPED, f"{JSON} utils has no dump,"),
        ("def f(): ...", MAPPED.replace("utils.", "gone."), f"{JSON} no module gone,"),
        ("def f(): ...", MAPPED.replace("utils.", ""), f"{JSON} dump names no module"),
        ("def f(): ...", MAPPED.replace("utils.", "made_up."), f"{JSON} no module made_up"),
    ],
)
def test_a_module_without_its_functions_is_one_line(
    atomicize: Run, monkeypatch: pytest.MonkeyPatch, text: str | None, table: str, reason: str
) -> None:
    monkeypatch.setitem(sys.modules, "made_up", ModuleType("made_up"))  # it has no spec
    settings(table)
    put("src/a.py", f"{SAFE}\n")
    if text is not None:
        put("utils.py", text)
    ran = atomicize("--helpers", "utils", "src")
    assert ran.code == 2
    assert ran.err.startswith(f"atomicize: {reason}")
    assert ran.err.count("\n") == 1
    assert Path("src/a.py").read_text() == f"{SAFE}\n"


def test_a_mapping_is_checked_without_the_option_too(atomicize: Run) -> None:
    settings(MAPPED)
    put("a.py", SAFE)
    assert "no module utils" in atomicize("a.py").err
    put("utils.py", "def dump(): ...")
    assert atomicize("--helpers", "utils", "a.py").code == 0
