"""Where a target stands below the root of its group, and whether it can be replaced once there is no way back."""

from __future__ import annotations

import errno
import os
import stat

from . import control
from .errors import Unreplaceable
from .root import STAGE_NAME

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft
    from .root import Root


def name_below(root: Root, draft: Draft, real: str) -> tuple[str, str]:
    """Return folder and name of a target relative to the root; `real` is its path without links."""
    relative = os.path.relpath(real, root.real)
    first = relative.partition(os.sep)[0]
    if first == os.pardir or STAGE_NAME.fullmatch(first):
        message = f"{draft.path!r} is not below the root of its group, {root.path!r}"
        raise ValueError(message)
    folder, _, name = relative.rpartition(os.sep)
    assert draft.place is not None
    if name != draft.name or not os.path.samestat(os.fstat(root.folder(folder)), os.fstat(draft.place)):
        raise OSError(errno.ESTALE, "the path changed while it was looked up", draft.path)
    return folder, name


def require_replaceable(
    root: Root, target: tuple[str, str], old: os.stat_result | None, mounts: frozenset[str]
) -> None:
    """Raise now what would stop a rename or a removal after the group is committed."""
    folder, name = target
    real = os.path.join(root.real, folder, name)
    for point in mounts:
        if real == point:
            raise _unreplaceable(errno.EBUSY, "something is mounted on it", real)
        if real.startswith(os.path.join(point, "")):
            raise _unreplaceable(errno.EXDEV, "it is on another filesystem than the root of its group", real)
    place = root.folder(folder)
    if not os.access(".", os.W_OK | os.X_OK, dir_fd=place, effective_ids=os.access in os.supports_effective_ids):
        if old is None:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), real)
        raise _unreplaceable(errno.EACCES, "its directory may not be written", real)
    found = os.fstat(place)
    if old is not None and found.st_mode & stat.S_ISVTX and os.geteuid() not in (0, found.st_uid, old.st_uid):
        raise _unreplaceable(errno.EPERM, "it is another user's in a sticky directory", real)
    if control.only_grows(place):
        raise _unreplaceable(errno.EPERM, "its directory only grows", real)


def _unreplaceable(code: int, reason: str, path: str) -> Unreplaceable:
    return Unreplaceable(code, f"cannot be part of the group, {reason}", path)
