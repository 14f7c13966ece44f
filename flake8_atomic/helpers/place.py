"""The directory of the target is held open, so that nothing that happens to its path leads a write astray."""

from __future__ import annotations

import errno
import os

from . import system

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft

_MAY_EXCEED_PATH_MAX = 512


def pin(draft: Draft, path: str) -> None:
    """Hold the directory of `path` open, seen from the directory held so far."""
    head, slash, draft.name = path.rpartition("/")
    if draft.name in ("", ".", ".."):
        _refuse(draft, path)
    if not system.PINNED:
        _name_in_full(draft, path)
    elif draft.place is None:
        _enter(draft, head or slash or ".")
    elif slash:
        draft.outer, draft.place = draft.place, None
        _enter(draft, head or slash)
        outer, draft.outer = draft.outer, None
        os.close(outer)


def _enter(draft: Draft, directory: str) -> None:
    try:
        draft.place = os.open(directory, system.DIRECTORY, dir_fd=draft.outer)
    except PermissionError:
        # Write and search permission are enough for open(); only listing needs the third.
        if system.SEARCH_ONLY is None:
            raise
        draft.place = os.open(directory, system.DIRECTORY | system.SEARCH_ONLY, dir_fd=draft.outer)
        draft.searchable_only = True
    else:
        draft.searchable_only = False


def _name_in_full(draft: Draft, path: str) -> None:
    path = os.path.abspath(path)
    draft.name = os.path.realpath(path) if os.path.islink(path) else path
    draft.folder = os.path.join(os.path.dirname(draft.name), "")


def _refuse(draft: Draft, path: str) -> None:
    """Raise what open() raises for a path that cannot be a file, in the kernel's own words."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=draft.place))
    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)


def measure(path: str) -> None:
    """Raise for a path that open() finds too long: split in two, both halves may fit."""
    if len(path) <= _MAY_EXCEED_PATH_MAX:
        return
    try:
        os.stat(path)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise
