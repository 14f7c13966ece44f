"""What the package of a file tells of the system that it needs, and that this is asked of the disk last."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_atomic.analysis import file as analysed
from flake8_atomic.analysis.code import neighbours
from tests.snippets import codes

SAVER = (
    "import os\ndef save(path, data):\n    made = f'{path}.{os.getpid()}'\n    write(made)\n    os.rename(made, path)\n"
)
MOVER = SAVER.replace("os.rename", "shutil.move").replace("import os", "import os, shutil")
HERE = "pkg/inner/saver.py"
PACKAGE = {"pkg/__init__.py": "", "pkg/inner/__init__.py": "", HERE: SAVER}
ALWAYS = "import fcntl\n"
UNIX = {
    "the package around it": {"pkg/__init__.py": ALWAYS},
    "the nearer package": {"pkg/inner/__init__.py": "import os, fcntl as locks\n"},
    "a module that it imports": {HERE: f"import pkg.locks\n{SAVER}", "pkg/locks.py": ALWAYS},
    "a module from a package": {HERE: f"from pkg import (\n    locks,\n)\n{SAVER}", "pkg/locks.py": ALWAYS},
    "a name from a module": {
        HERE: f"from pkg.locks import held  # here\n{SAVER}",
        "pkg/locks.py": "from pwd import x\n",
    },
    "a module with an odd escape": {"pkg/__init__.py": f"{ALWAYS}form = '\\d'\n"},
    "a neighbour by a dot": {HERE: f"from .locks import *\n{SAVER}", "pkg/inner/locks.py": ALWAYS},
    "a neighbour by two": {HERE: f"from .. import locks as held\n{SAVER}", "pkg/locks.py": ALWAYS},
    "what the package imports by a dot": {"pkg/__init__.py": "from . import locks\n", "pkg/locks.py": ALWAYS},
    "what an imported module imports": {
        HERE: f"import pkg.one\n{SAVER}",
        "pkg/one.py": "from pkg import two\n",
        "pkg/two.py": "import pkg.one\nimport grp\n",
    },
    "a part of one that only Unix has": {"pkg/__init__.py": "VERSION = 1\nfrom systemd.journal import send\n"},
    "the systems that setup.cfg names": {"setup.cfg": "classifiers =\n    Operating System :: POSIX :: Linux\n"},
    "the systems that pyproject.toml names": {
        "pyproject.toml": '["Operating System :: POSIX",\n "Operating System :: MacOS :: MacOS X"]\n'
    },
}
ANY = {
    "nothing": {},
    "a module that nobody imports": {"pkg/locks.py": ALWAYS},
    "an import that may fail": {"pkg/__init__.py": "try:\n    import fcntl\nexcept ImportError:\n    fcntl = None\n"},
    "an import of a function": {"pkg/__init__.py": "def lock():\n    import fcntl\n"},
    "an import for types": {HERE: f"if TYPE_CHECKING:\n    from pkg import locks\n{SAVER}", "pkg/locks.py": ALWAYS},
    "a text that shows an import": {"pkg/__init__.py": '"""\nimport fcntl\n"""\n'},
    "a module of its own that is called so": {"pkg/__init__.py": "import os, resource\n", "resource.py": ""},
    "a neighbour that is called so": {"pkg/__init__.py": "from .resource import kept\n", "pkg/resource.py": ""},
    "a module of another project": {"pkg/__init__.py": "import other.locks,\n"},
    "a package that does not parse": {"pkg/__init__.py": "import fcntl\nnot so so\n"},
    "a package that is too large": {"pkg/__init__.py": ALWAYS + "#" * 1_000_000},
    "a module behind too many others": {
        "pkg/__init__.py": "".join(f"from . import m{n}\n" for n in range(100)) + "from . import locks\n",
        **{f"pkg/m{n}.py": "" for n in range(100)},
        "pkg/locks.py": ALWAYS,
    },
    "the systems that setup.py names": {"setup.py": "'Operating System :: POSIX', 'Operating System :: Microsoft'"},
    "a project for all systems": {"pyproject.toml": "Operating System :: OS Independent", "../setup.cfg": "x"},
    "a project that names none": {"setup.cfg": "", "../setup.cfg": "Operating System :: POSIX"},
}


@pytest.fixture(autouse=True)
def _in_a_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")


def found(files: dict[str, str], filename: str = HERE) -> list[str]:
    """What is found in the saver, with these files around it."""
    for name, text in {**PACKAGE, **files}.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [code for code in codes(Path(HERE).read_text("utf-8"), filename=filename) if code in ("ATM203", "ATM204")]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("files", UNIX.values(), ids=UNIX)
def test_a_package_that_only_unix_can_import_renames_there(files: dict[str, str]) -> None:
    assert found(files) == []


@pytest.mark.parametrize("files", ANY.values(), ids=ANY)
def test_a_package_that_any_system_can_import_may_meet_a_file(files: dict[str, str]) -> None:
    assert found(files) == ["ATM204"]


def test_a_package_is_itself_a_file_of_it() -> None:
    assert found({"pkg/__init__.py": "from . import locks\n", "pkg/locks.py": ALWAYS}, "pkg/__init__.py") == []


def test_a_move_beside_its_target_is_a_copy_on_windows_alone() -> None:
    assert found({HERE: MOVER}) == ["ATM203"]
    assert found({HERE: MOVER, "pkg/__init__.py": ALWAYS}) == []


def test_a_text_without_a_file_stands_for_itself() -> None:
    assert found({"pkg/__init__.py": ALWAYS}, "stdin") == ["ATM204"]
    assert found({"pkg/__init__.py": ALWAYS}, "pkg/inner/other.py") == ["ATM204"]
    assert found({"pkg/__init__.py": ALWAYS}, "a\0b.py") == ["ATM204"]


def test_a_folder_that_goes_meanwhile_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    found({})

    def gone(path: Path) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(neighbours, "_read", gone)
    assert not neighbours.needs_unix(HERE)


def test_it_is_asked_where_a_finding_would_be_reported_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    monkeypatch.setattr(analysed, "needs_unix", asked.append)
    codes(SAVER.replace("os.rename", "os.replace"), filename=HERE)
    codes(SAVER.replace("    os.rename", "    if os.name == 'posix':\n        os.rename"), filename=HERE)
    codes(SAVER.replace("    os.rename", "    if not os.path.exists(path):\n        os.rename"), filename=HERE)
    codes(MOVER.replace("    shutil.move", "    os.remove(path)\n    shutil.move"), filename=HERE)
    assert asked == []
    assert codes(SAVER + SAVER.replace("save", "again"), filename=HERE).count("ATM204") == 2
    assert asked == [HERE]
