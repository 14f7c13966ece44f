"""A writer that was killed leaves its temp behind; no living process has such a file open for writing."""

from __future__ import annotations

import os
import re

from . import system
from .temporary import SUFFIX

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable

TEMP_NAME = re.compile(r"\.(?:.*\.)?[0-9a-f]{16}" + re.escape(SUFFIX), re.ASCII | re.DOTALL)
_LOOK = os.O_RDONLY | system.NONBLOCK | system.PROBE


def stale_temps(directory: str | os.PathLike[str]) -> list[str]:
    """Return the temps in `directory` (not below it) whose writer is gone, sorted.

    A temp of which that cannot be said for certain is left out: another user's, one on a filesystem without
    leases such as NFS, and every one outside Linux.
    """
    return _each_stale(directory, _look)


def sweep(directory: str | os.PathLike[str], *, delete: bool = False) -> list[str]:
    """Return the stale temps in `directory`, with `delete` those that were removed."""
    return _each_stale(directory, os.unlink if delete else _look)


def _look(path: str) -> None:
    """Raise if the temp has taken its target's name since it was opened."""
    os.lstat(path)


def _each_stale(directory: str | os.PathLike[str], act: Callable[[str], None]) -> list[str]:
    stale = []
    with os.scandir(os.fspath(directory)) as entries:
        names = sorted(entry.name for entry in entries if TEMP_NAME.fullmatch(entry.name))
    for name in names:
        path = os.path.join(directory, name)
        if _is_abandoned(path) and _done(act, path):
            stale.append(path)
    return stale


def _done(act: Callable[[str], None], path: str) -> bool:
    try:
        act(path)
    except FileNotFoundError:
        return False
    return True


def _is_abandoned(path: str) -> bool:
    try:
        descriptor = os.open(path, _LOOK)
    except OSError:
        return False
    try:
        return not system.has_writer(descriptor)
    finally:
        os.close(descriptor)
