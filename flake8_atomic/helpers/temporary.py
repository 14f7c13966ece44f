"""The temp stands beside the target under its own name, and looks like the target before it holds data."""

from __future__ import annotations

import errno
import os
import stat

from . import system
from .errors import Unreplaceable
from .target import heed_sticky_directory

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft

SUFFIX = ".atomic-tmp"
CANNOT = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV})
_STEM = 80  # room for the rest even where a name may have only 143 bytes (eCryptfs)
_TRIES = range(100)
_ACL = "system.posix_acl_access"


def create(draft: Draft, perms: int | None) -> None:
    """Create the temp with the owner, mode and attributes of the target, or with those of a new file."""
    old = draft.old
    if old is None:
        data = _create(draft, 0o666 if perms is None else 0o600)
        if perms is not None:
            os.fchmod(data, perms)
        return
    mode = old.st_mode & 0o777
    # What the group may do and others may not, a stranger's group could do until the owner is set.
    if mode >> 3 & 7 != mode & 7 or draft.attributes:
        mode = 0o600
    _match(draft, _create(draft, mode), old)


def _create(draft: Draft, mode: int) -> int:
    if draft.stage is not None:
        return draft.stage.create(draft, mode)
    folder, slash, stem = draft.name.rpartition(os.sep)
    stem = stem[:_STEM]
    if not stem.isascii():
        stem = ""  # cut in the middle of a character it would be a name that some filesystems refuse
    for _ in _TRIES:
        # The name is kept before the call and unlinked whatever interrupts it: nobody else can have drawn it.
        draft.temp = f"{folder}{slash}.{stem}.{os.urandom(8).hex()}{SUFFIX}"
        try:
            draft.data = data = os.open(draft.temp, system.CREATE, mode, dir_fd=draft.place)
        except FileExistsError:
            draft.temp = None
        except OSError as error:
            draft.temp = None
            if draft.old is not None and (error.errno in CANNOT or _takes_none(draft, error)):
                raise unreplaceable(error, "its directory takes no second file") from error
            raise
        else:
            return data
    raise FileExistsError(errno.EEXIST, "no free name for a temporary file", draft.path)


def _takes_none(draft: Draft, error: OSError) -> bool:
    """Whether the directory is there and lets nobody make a file, as /proc does."""
    return error.errno == errno.ENOENT and draft.place is not None and os.fstat(draft.place).st_nlink > 0


def unreplaceable(error: OSError, reason: str) -> Unreplaceable:
    """Say why the target keeps its old content and what the caller can do about it."""
    reason = f"cannot be replaced, {reason} ({error.strerror})"
    way_out = "make its directory writable, mount the directory instead, or write in place with open()"
    return Unreplaceable(error.errno, f"{reason}; {way_out}", error.filename)


def _match(draft: Draft, data: int, old: os.stat_result) -> None:
    new = os.fstat(data)
    if old.st_uid != new.st_uid or old.st_gid != new.st_gid:
        _give(draft, data, old, new)
    try:
        inherited = system.list_attributes(data)
    except OSError as error:
        inherited = system.none_if_refused(error)
    if inherited or draft.attributes:
        _keep_attributes(data, draft.attributes or {}, inherited)
    elif old.st_mode == new.st_mode:
        return
    system.best_effort(os.fchmod, data, stat.S_IMODE(old.st_mode))
    if old.st_mode & (stat.S_ISUID | stat.S_ISGID):
        # Writing makes the kernel drop these bits as it would in place; writing nothing would not.
        os.ftruncate(data, 0)


def _give(draft: Draft, data: int, old: os.stat_result, new: os.stat_result) -> None:
    if system.PINNED and old.st_uid != new.st_uid:
        heed_sticky_directory(draft, os.O_WRONLY)
    if not system.best_effort(os.fchown, data, old.st_uid, old.st_gid):
        system.best_effort(os.fchown, data, -1, old.st_gid)


def _keep_attributes(data: int, wanted: dict[str, bytes], inherited: list[str]) -> None:
    if _ACL in inherited and _ACL not in wanted:
        system.best_effort(os.removexattr, data, _ACL)  # the directory's default; the target has none
    for name, value in wanted.items():
        system.best_effort(os.setxattr, data, name, value)
