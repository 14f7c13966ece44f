"""What lies in a folder: as git sees it where there is a work tree, as it is elsewhere."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from collections.abc import Callable, Iterator
from functools import cache

NEVER = frozenset({".git", ".hg", ".svn", ".bzr", "CVS", "__pycache__", "node_modules", ".tox", ".nox", ".eggs"})
_OF_OTHERS = frozenset({"_vendor", "_vendored", "vendored", "third_party", "site-packages"})
_DUBIOUS = "git does not list it, for it belongs to another user; add it to git's safe.directory"
_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
# A hook is told of its repository by variables, and git would then take the folder for the whole work tree.
_OF_A_HOOK = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE"})


def listing(folder: str, refused: Callable[[OSError], object] | None = None) -> Iterator[str]:
    """Yield the files below a folder, without those that are nobody's source; `refused` hears of closed folders.

    Where git will not say what is ignored, whoever hears of it gets nothing, and who only looks around gets all.
    """
    try:
        found = _listed_by_git(folder)
    except PermissionError as error:
        if refused is not None:
            refused(error)
            return
        found = None
    if found is None:
        yield from _walked(folder, refused)
        return

    @cache
    def closed(inner: str) -> bool:
        around = inner.rpartition("/")[0]
        return bool(inner) and (closed(around) or is_closed(os.path.join(folder, *inner.split("/"))))

    for name in found:
        if not closed(name.rpartition("/")[0]):
            yield os.path.join(folder, name.replace("/", os.sep))


def _walked(folder: str, refused: Callable[[OSError], object] | None) -> Iterator[str]:
    # Links to folders are not followed, as git does not: a loop of them would never end.
    for here, folders, names in os.walk(folder, onerror=refused):
        folders[:] = [name for name in folders if not is_closed(os.path.join(here, name))]
        yield from (path for name in names if not _never_ends(path := os.path.join(here, name)))


def _never_ends(path: str) -> bool:
    """Is it a pipe or a device, called like a source, which one could read for ever?"""
    try:
        return path.endswith(".py") and not (stat.S_ISREG(mode := os.stat(path).st_mode) or stat.S_ISDIR(mode))
    except OSError:
        return False  # who reads it says why it cannot be read


def is_closed(folder: str) -> bool:
    """Is it a virtual environment, or named like what is never source?"""
    if os.path.basename(folder) in NEVER:
        return True
    return any(os.path.exists(os.path.join(folder, mark)) for mark in ("pyvenv.cfg", "conda-meta"))


def of_others(inner: str, folder: str) -> str:
    """The folder on the way from one down to another that holds what others wrote; empty where there is none."""
    parts = os.path.relpath(inner or os.curdir, folder).split(os.sep)
    found = next((place for place, name in enumerate(parts, 1) if name in _OF_OTHERS), 0)
    return os.path.join(folder, *parts[:found]) if found else ""


def _listed_by_git(folder: str) -> list[str] | None:
    """Names relative to the folder, of tracked and unignored files; None if git has no say here."""
    listed = _git(folder, *_LIST)
    if listed is None or (not listed and _git(folder, "check-ignore", "--quiet", ".") is not None):
        return None
    return sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})


def _git(folder: str, *arguments: str) -> bytes | None:
    environment = {name: value for name, value in os.environ.items() if name not in _OF_A_HOOK}
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True
        )
    except OSError:
        return None
    if done.returncode and b"dubious ownership" in done.stderr:
        raise PermissionError(errno.EPERM, _DUBIOUS, folder)
    return None if done.returncode else done.stdout
