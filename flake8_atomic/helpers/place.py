"""The directory of the target is held open, so that nothing that happens to its path leads a write astray."""

from __future__ import annotations

import errno
import os

from . import system

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft

MAY_EXCEED_PATH_MAX = 512


def pin(draft: Draft, path: str) -> None:
    """Hold the directory of `path` open, seen from the directory held so far."""
    head, slash, draft.name = path.rpartition("/")
    if draft.name in ("", ".", ".."):
        _refuse(draft, path)
    if not system.PINNED:
        _name_in_full(draft, path)
    elif draft.place is None:
        try:
            draft.place = os.open(head or slash or ".", system.DIRECTORY)
        except PermissionError as error:
            draft.place = os.open(head or slash or ".", _for_search(draft, error))
    elif slash:
        _move(draft, draft.place, head or slash)


def _move(draft: Draft, place: int, directory: str) -> None:
    draft.searchable_only = False
    try:
        draft.data = os.open(directory, system.DIRECTORY, dir_fd=place)
    except PermissionError as error:
        draft.data = os.open(directory, _for_search(draft, error), dir_fd=place)
    # The directory with the link is closed and its number taken in one step: no interrupt comes between.
    os.dup2(draft.data, place, inheritable=False)
    draft.close_data()


def _for_search(draft: Draft, error: PermissionError) -> int:
    """Return the flags for a directory that cannot be listed: open() needs no more than to write and search."""
    if system.SEARCH_ONLY is None:
        raise error
    draft.searchable_only = True
    return system.DIRECTORY | system.SEARCH_ONLY


def _name_in_full(draft: Draft, path: str) -> None:
    path = os.path.abspath(path)
    draft.name = os.path.realpath(path) if os.path.islink(path) else path


def _refuse(draft: Draft, path: str) -> None:
    """Raise what open() raises for a path that cannot be a file, in the kernel's own words."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=draft.place))
    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)


def measure(path: str) -> None:
    """Raise for a path that open() finds too long: split in two, both halves may fit."""
    try:
        os.stat(path)
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise
