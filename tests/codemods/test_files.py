"""Which files a run handles."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from codemods.files import Targets
from codemods.project.listing import listing
from flake8_atomic.detect import known_codes
from flake8_atomic.settings import load

pytestmark = pytest.mark.usefixtures("tree")


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "tree"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def make(*names: str) -> None:
    for name in names:
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")


def git(*arguments: str) -> None:
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *arguments], check=True, capture_output=True)


def targets(*paths: str, **given: object) -> Targets:
    _, selection = load(known_codes(), given)
    found = Targets(selection)
    found.add(paths)
    return found


def files(*paths: str, **given: object) -> list[str]:
    found = targets(*paths, **given)
    assert found.problems == {}
    return [target.path for target in found.files]


NO_SOURCE = (
    ".venv/pyvenv.cfg",
    ".venv/lib/python3.11/site-packages/a.py",
    "conda/conda-meta/history",
    "conda/a.py",
    ".git/a.py",
    "pkg/__pycache__/a.py",
    "node_modules/m/a.py",
    ".tox/py/a.py",
    ".nox/a.py",
    "a.egg/a.py",
    "vendored/VENDORED",
    "notes.txt",
)


def test_a_plain_folder_is_walked(tree: Path) -> None:
    make("b.py", "pkg/a.py", "build/c.py", "pkg/notes.txt", *NO_SOURCE)
    (tree / "vendored/VENDORED").write_text("flake8-atomic 0.1.0\n")
    make("vendored/a.py")
    assert files(".") == ["b.py", "build/c.py", "pkg/a.py"]
    assert files("pkg", "./b.py", "pkg/a.py") == ["b.py", "pkg/a.py"]
    assert files("vendored/a.py") == []


def test_a_folder_that_is_named_is_walked_wherever_it_is() -> None:
    make(*NO_SOURCE)
    inside = ".venv/lib/python3.11/site-packages"
    assert files(inside) == [f"{inside}/a.py"]


@pytest.mark.parametrize("under_git", [False, True])
def test_code_of_others_is_taken_only_where_it_is_named(under_git: bool) -> None:
    make("pkg/_vendor/lib/a.py", "pkg/_vendor/lib/third_party/b.py", "third_party/c.py", "vendor/d.py", "e.py")
    make("third_party_apps/f.py", "vendored.py")
    if under_git:
        git("init", "--quiet")
    found = targets(".")
    own = ["e.py", "third_party_apps/f.py", "vendor/d.py", "vendored.py"]
    assert ([target.path for target in found.files], found.problems) == (own, {})
    assert found.of_others == {"pkg/_vendor", "third_party"}
    named = ["pkg/_vendor/lib/a.py", "third_party/c.py"]
    assert files("third_party/c.py", "pkg/_vendor/lib") == named
    assert targets("pkg/_vendor").of_others == {"pkg/_vendor/lib/third_party"}
    assert files("pkg/_vendor/lib/third_party", "third_party") == [
        named[0].replace("a.py", "third_party/b.py"),
        named[1],
    ]
    assert files("pkg") == []


@pytest.mark.parametrize("folder", [".venv", "conda", "node_modules", ".tox"])
def test_what_is_never_source_is_not_entered_by_its_name(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    make(*NO_SOURCE)
    told = "a virtual environment or a folder of tools is not entered; name what is in it"
    found = targets(folder)
    assert (found.files, found.problems) == ([], {folder: told})
    monkeypatch.chdir(folder)
    assert targets(".").problems == {".": told}


@pytest.mark.parametrize("hooked", [False, True])
def test_a_work_tree_is_seen_as_git_sees_it(tree: Path, monkeypatch: pytest.MonkeyPatch, hooked: bool) -> None:
    make(
        "tracked.py",
        "ignored.py",
        "forced.py",
        "new.py",
        "gone.py",
        "out/a.py",
        "src/new.py",
        "nested/a.py",
        *NO_SOURCE,
    )
    git("init", "--quiet", "nested")
    git("init", "--quiet")
    Path(".gitignore").write_text("ignored.py\nforced.py\nout/\n")
    git("add", "--force", "tracked.py", "forced.py", "gone.py", ".venv")
    (tree / "gone.py").unlink()
    if hooked:
        monkeypatch.setenv("GIT_DIR", str(tree / ".git"))
        monkeypatch.setenv("GIT_INDEX_FILE", str(tree / ".git/index"))
    assert files(".") == ["forced.py", "new.py", "src/new.py", "tracked.py"]
    assert files("src") == ["src/new.py"]
    assert files("ignored.py") == ["ignored.py"]
    assert files("out") == ["out/a.py"], "it was named"


def test_a_work_tree_of_somebody_else_is_told_of(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.py", "ignored.py")
    git("init", "--quiet")
    Path(".gitignore").write_text("ignored.py\n")
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    found = targets(".")
    assert found.files == []
    assert "safe.directory" in found.problems["."]
    assert sorted(map(os.path.basename, listing(str(tree)))) == [".gitignore", "a.py", "ignored.py"]


def test_without_git_the_folder_is_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.py")
    monkeypatch.setenv("PATH", "")
    assert files(".") == ["a.py"]


def test_exclude_and_filename_are_those_of_flake8(tree: Path) -> None:
    make("a.py", "b.py", "c.pyi", "sub/a.py", "sub/b.py")
    (tree / "tox.ini").write_text("[flake8]\nextend-exclude = sub\n")
    assert files(".") == ["a.py", "b.py"]
    assert files(".", extend_exclude="b.py") == ["a.py", "sub/a.py"]
    assert files(".", filename="*.pyi") == ["c.pyi"]
    assert files("a.py", "c.pyi") == ["a.py", "c.pyi"]
    assert files("a.py", "sub/a.py", exclude="a.py") == []


def test_links_lead_to_one_file_and_loops_nowhere(tree: Path) -> None:
    make("real/a.py", "b.py")
    os.symlink("../real/a.py", "real/link.py")
    os.symlink("real/a.py", "0.py")
    os.symlink("nowhere", "dangling.py")
    os.symlink("loop.py", "loop.py")
    os.symlink(".", "real/again")
    os.symlink("real", "other")
    assert files(".") == ["b.py", "real/a.py"]
    assert files("0.py") == ["0.py"]
    assert [target.real for target in targets("0.py", "other").files] == [str(tree / "real/a.py")]
    assert files("other") == ["other/a.py"]


def test_a_folder_is_asked_once_for_all_of_its_files(monkeypatch: pytest.MonkeyPatch) -> None:
    make(*(f"{folder}{name}.py" for folder in ("", "sub/") for name in "abc"))
    asked: list[str] = []
    monkeypatch.setattr("codemods.files.is_vendored", asked.append)
    assert len(files(".")) == 6
    assert sorted(asked) == [".", "./sub"]


def test_hard_links_are_files_of_their_own() -> None:
    make("a.py")
    os.link("a.py", "b.py")
    assert files(".") == ["a.py", "b.py"]


def test_pipes_are_no_sources() -> None:
    make("a.py")
    os.mkfifo("x.py")
    assert files(".") == ["a.py"]
    assert targets("x.py").problems == {"x.py": "not a regular file"}


def test_names_need_not_be_text() -> None:
    name = os.fsdecode(b"caf\xe9\n.py")
    make(name)
    assert files(".") == [name]
    git("init", "--quiet")
    assert files(".") == [name]


def test_what_is_not_there_has_a_reason() -> None:
    make("empty/notes.txt", "a.py", "closed/a.py")
    found = targets("missing.py", "empty", "a.py", "nul\0.py")
    assert [target.path for target in found.files] == ["a.py"]
    assert found.problems == {
        "missing.py": "No such file or directory",
        "empty": "this folder has no Python files, or all of them are ignored or excluded",
        "nul\0.py": "no file can have this name",
    }
    assert list(targets("closed", exclude="closed").problems) == ["closed"]


def test_a_folder_that_cannot_be_listed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.py", "closed/b.py")
    real = os.scandir

    def scandir(path: str) -> object:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = targets(".")
    assert [target.path for target in found.files] == ["a.py"]
    assert found.problems == {"closed": "this folder cannot be listed, Permission denied"}


def test_a_file_that_cannot_be_looked_at_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    make("a.py", "b.py")
    real = os.stat

    def stat(path: str, *, dir_fd: int | None = None, follow_symlinks: bool = True) -> os.stat_result:
        if str(path).endswith("b.py") and follow_symlinks:
            raise PermissionError(13, "Permission denied", path)
        return real(path, dir_fd=dir_fd, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(os, "stat", stat)
    assert targets(".").problems == {"b.py": "Permission denied"}
