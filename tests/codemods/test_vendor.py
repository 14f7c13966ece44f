"""The helpers as a copy in somebody's package."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods import vendor
from codemods.atomicize import main
from codemods.project import vendored
from codemods.project.exchange import exchange
from codemods.rewrite import Result, Wish
from codemods.running import one
from codemods.vendor import Copy, module_of
from flake8_atomic import __version__
from flake8_atomic.helpers import atomic_write_bytes
from tests.codemods.conftest import Ran
from tests.fixtures import ROOT

pytestmark = pytest.mark.usefixtures("project")
Run = Callable[..., Ran]
FOLDER = "src/pkg/_atomic"
HELPERS = ROOT / "flake8_atomic" / "helpers"
FILES = sum(path.is_file() for path in HELPERS.iterdir())


@pytest.fixture(autouse=True)
def package(project: Path) -> Path:
    made = project / "src" / "pkg"
    made.mkdir(parents=True)
    (made / "__init__.py").touch()
    return made


def state(folder: str = "src") -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(Path(folder).rglob("*")) if path.is_file()}


def test_the_copy_is_whole_and_works_by_itself(atomicize: Run) -> None:
    ran = atomicize("--vendor", FOLDER)
    line = f"{FOLDER} is a copy of flake8-atomic {__version__}; import it as pkg._atomic"
    assert (ran.code, ran.out, ran.err) == (0, "", f"atomicize: {line}\n")
    names = {path.name for path in HELPERS.iterdir()} - {"__pycache__"}
    assert {path.name for path in Path(FOLDER).iterdir()} == {*names, "VENDORED"}
    assert Path(FOLDER, "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert Path(FOLDER, "VENDORED").read_text().startswith(f"flake8-atomic {__version__}\n")
    program = "from pkg._atomic import atomic_write_text; atomic_write_text('a', 'b')"
    subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path[:0] = ['src']; {program}"], check=True)
    assert Path("a").read_text() == "b"


def test_again_is_an_update_and_check_tells_that_it_is_behind(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert atomicize("--vendor", FOLDER, "--check").code == 1
    assert not Path(FOLDER).exists()
    atomicize("--vendor", FOLDER)
    os.chmod(FOLDER, 0o750)
    before = state()
    assert atomicize("--vendor", FOLDER, "--check").code == 0
    monkeypatch.setattr(vendored, "__version__", "99.0")
    ran = atomicize("--vendor", FOLDER, "--check")
    versions = f"a copy of flake8-atomic {__version__}; it would become one of flake8-atomic 99.0"
    assert (ran.code, ran.err) == (1, f"atomicize: {FOLDER} is behind, {versions}\n")
    assert state() == before
    assert atomicize("--vendor", FOLDER, "--quiet").err == ""
    assert Path(FOLDER, "VENDORED").read_text().startswith("flake8-atomic 99.0\n")
    assert Path(FOLDER).stat().st_mode & 0o777 == 0o750
    assert sorted(os.listdir("src/pkg")) == ["__init__.py", "_atomic"]


def test_what_is_current_is_not_touched(atomicize: Run) -> None:
    atomicize("--vendor", FOLDER)
    Path(FOLDER, "__pycache__").mkdir()
    Path(FOLDER, "__pycache__", "a.pyc").touch()
    before = os.stat(FOLDER)
    assert atomicize("--vendor", FOLDER).code == 0
    assert os.stat(FOLDER).st_ino == before.st_ino


@pytest.mark.parametrize(
    ("edit", "name", "how"),
    [
        (lambda: Path(FOLDER, "sweep.py").write_text("# mine"), "sweep.py", "edited"),
        (lambda: Path(FOLDER, "mine.py").write_text("# mine"), "mine.py", "added"),
        (lambda: Path(FOLDER, "sweep.py").unlink(), "sweep.py", "removed"),
        (lambda: Path(FOLDER, "LICENSE").write_text("mine"), "LICENSE", "edited"),
    ],
)
@pytest.mark.parametrize("more", [(), ("--check",)])
def test_an_edited_copy_is_refused(
    atomicize: Run, edit: Callable[[], object], name: str, how: str, more: tuple[str, ...]
) -> None:
    atomicize("--vendor", FOLDER)
    edit()
    before = state()
    ran = atomicize("--vendor", FOLDER, *more)
    assert (ran.code, ran.err) == (2, f"atomicize: --vendor {FOLDER}: {FOLDER}/{name} was {how}; undo that first\n")
    assert state() == before


def test_line_ends_of_windows_are_no_edit(atomicize: Run) -> None:
    atomicize("--vendor", FOLDER)
    for path in Path(FOLDER).iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert atomicize("--vendor", FOLDER, "--check").code == 0


@pytest.mark.parametrize(
    ("folder", "reason"),
    [
        ("src/pkg", "it holds __init__.py and is no copy of the helpers"),
        ("nowhere/_atomic", "its parent folder does not exist"),
        ("src/pkg/my-atomic", "pkg.my-atomic is not a name that Python can import"),
        ("src/pkg/class", "pkg.class is not a name that Python can import"),
    ],
)
def test_other_folders_are_refused(atomicize: Run, folder: str, reason: str) -> None:
    before = state()
    ran = atomicize("--vendor", folder)
    assert ran.code == 2
    assert ran.err.endswith(f"{reason}\n")
    assert state() == before


def test_an_empty_folder_is_filled(atomicize: Run) -> None:
    Path(FOLDER).mkdir()
    assert atomicize("--vendor", FOLDER).code == 0
    assert Path(FOLDER, "VENDORED").exists()


def test_the_module_is_named_as_the_project_imports_it(project: Path) -> None:
    (project / "setup.cfg").touch()
    assert module_of(FOLDER) == "pkg._atomic"
    (project / "src/ns/deep").mkdir(parents=True)
    assert module_of("src/ns/deep/_atomic") == "ns.deep._atomic"
    assert module_of("_atomic") == "_atomic"
    (project / "flat").mkdir()
    (project / "flat/__init__.py").touch()
    assert module_of("flat/_atomic") == "flat._atomic"


def test_the_copy_is_used_and_left_alone(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def rewrite(text: str, filename: str, wish: Wish, _: object) -> Result:
        return Result(text, f"{wish.helpers} {filename}")

    monkeypatch.setattr(one, "rewrite", rewrite)
    Path("src/pkg/a.py").write_text("x = 1\n")
    assert atomicize("--vendor", FOLDER, "src", "src/pkg/_atomic/sweep.py").code == 0
    assert Path("src/pkg/a.py").read_text() == "pkg._atomic src/pkg/a.py"
    assert atomicize("--vendor", FOLDER, "--check").code == 0


@pytest.mark.parametrize("can_exchange", [True, False])
@pytest.mark.parametrize("step", [1, 2, *range(FILES, FILES + 6)])
def test_a_run_that_fails_at_any_step_leaves_the_old_copy(
    monkeypatch: pytest.MonkeyPatch, can_exchange: bool, step: int
) -> None:
    Copy(FOLDER).update()
    old = state()
    monkeypatch.setattr(vendored, "__version__", "99.0")
    count = 0

    def counted(real: Callable[..., object]) -> Callable[..., object]:
        def call(*given: object, **more: object) -> object:
            nonlocal count
            count += 1
            if count == step:
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*given, **more)

        return call

    def no_exchange(*_: str) -> None:
        raise OSError(errno.ENOSYS, "no")

    with monkeypatch.context() as patch:
        patch.setattr(vendor, "exchange", exchange if can_exchange else no_exchange)
        patch.setattr(vendor, "atomic_write_bytes", counted(atomic_write_bytes))
        patch.setattr(os, "rename", counted(os.rename))
        patch.setattr(shutil, "copymode", counted(shutil.copymode))
        code = main(["--vendor", FOLDER, "--quiet"])
    new = Path(FOLDER, "VENDORED").read_text().startswith("flake8-atomic 99.0\n") if Path(FOLDER).exists() else False
    assert code == (0 if count < step else 2)
    assert new or state() == old
    assert main(["--vendor", FOLDER, "--quiet"]) == 0
    assert sorted(os.listdir("src/pkg")) == ["__init__.py", "_atomic"]
    assert Path(FOLDER, "VENDORED").read_text().startswith("flake8-atomic 99.0\n")


def test_what_a_killed_run_left_aside_goes_when_it_is_not_needed(atomicize: Run) -> None:
    atomicize("--vendor", FOLDER)
    for name in ("._atomic.atomic-aside", "._atomic.atomic-stage"):
        shutil.copytree(FOLDER, f"src/pkg/{name}")
    Path(FOLDER, "VENDORED").write_text(Path(FOLDER, "VENDORED").read_text().replace(__version__, "0.0.1", 1))
    assert atomicize("--vendor", FOLDER).code == 0
    assert sorted(os.listdir("src/pkg")) == ["__init__.py", "_atomic"]


def test_without_locks_and_without_renameat2(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vendor, "find_spec", lambda _: None)
    assert atomicize("--vendor", FOLDER).code == 0
    with pytest.raises(OSError, match=r"Invalid argument|No such file"):
        exchange(FOLDER, "src/nothing")
    monkeypatch.setattr("ctypes.CDLL", lambda *_, **__: object())
    with pytest.raises(OSError, match="no renameat2"):
        exchange(FOLDER, FOLDER)
