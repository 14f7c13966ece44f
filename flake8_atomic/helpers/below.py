"""Whether a target stands below the root of its group, and can be replaced when there is no way back."""

from __future__ import annotations

import errno
import os
import stat

from . import control
from .errors import Unreplaceable
from .inheritance import inheritance
from .root import STAGE_NAME

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft
    from .root import Root


def real_path(draft: Draft, *, follow: bool) -> str:
    """Return the path of a target without links; that of a link itself unless it is to be followed."""
    if follow:
        return os.path.realpath(draft.path)
    return os.path.join(os.path.realpath(os.path.dirname(draft.path) or "."), draft.name)


class Folder:
    """A folder in which a group changes files: asked once what it must be asked for each of them."""

    __slots__ = ("inheritance", "owner", "path", "place", "real", "sticky")

    def __init__(self, root: Root, draft: Draft, real: str, old: os.stat_result | None) -> None:
        """Find the folder of a located target whose path without links is `real`."""
        relative = os.path.relpath(real, root.real)
        first = relative.partition(os.sep)[0]
        if first == os.pardir or STAGE_NAME.fullmatch(first):
            message = f"{draft.path!r} is not below the root of its group, {root.path!r}"
            raise ValueError(message)
        self.path, _, name = relative.rpartition(os.sep)
        self.real = os.path.dirname(real)
        self.place = place = root.folder(self.path)
        assert draft.place is not None
        found = os.fstat(place)
        if name != draft.name or not os.path.samestat(found, os.fstat(draft.place)):
            raise OSError(errno.ESTALE, "the path changed while it was looked up", draft.path)
        self.sticky, self.owner = bool(found.st_mode & stat.S_ISVTX), found.st_uid
        self.inheritance = inheritance(place)
        if not os.access(".", os.W_OK | os.X_OK, dir_fd=place, effective_ids=os.access in os.supports_effective_ids):
            if old is None:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), real)
            raise _unreplaceable(errno.EACCES, "its directory may not be written", real)
        if control.only_grows(place):
            raise _unreplaceable(errno.EPERM, "its directory only grows", real)

    def require_replaceable(self, name: str, old: os.stat_result | None, mounts: frozenset[str]) -> None:
        """Raise now what would stop a rename or a removal after the group is committed."""
        if old is not None and self.sticky and os.geteuid() not in (0, self.owner, old.st_uid):
            raise _unreplaceable(errno.EPERM, "it is another user's in a sticky directory", name)
        if not mounts:
            return
        real = os.path.join(self.real, name)
        if real in mounts:
            raise _unreplaceable(errno.EBUSY, "something is mounted on it", real)
        if any(real.startswith(os.path.join(point, "")) for point in mounts):
            raise _unreplaceable(errno.EXDEV, "it is on another filesystem than the root of its group", real)


def _unreplaceable(code: int, reason: str, path: str) -> Unreplaceable:
    return Unreplaceable(code, f"cannot be part of the group, {reason}", path)
