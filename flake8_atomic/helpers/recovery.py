"""After a crash a committed group is completed, and one that was not is dropped; both as often as it takes."""

from __future__ import annotations

import errno
import os
import stat

from . import system
from .errors import RecoveryError
from .forward import Forward, clear, remove
from .journal import NAME, STAGED, measured, parsed, read
from .policy import FULL, NONE, sync_level
from .root import Root, close_all

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .journal import Change
    from .publish import FilePath


def recover(root: FilePath, *, wait: bool = True) -> list[str]:
    """Complete or drop what a killed group has left below `root`; return the files that were completed.

    It waits for a group that is open there, without `wait` it raises BlockingIOError. RecoveryError says that
    files can be made neither all old nor all new: nothing was changed, or what is left is to be tried again.
    """
    held = Root(root)
    level = sync_level("full")
    held.lock(wait=wait)
    try:
        return recover_locked(held, level)
    finally:
        held.release()


def recover_locked(root: Root, level: int) -> list[str]:
    """Do the work of `recover`; whoever holds the lock knows that no living group has left this."""
    done: list[str] = []
    for name in root.stages():
        try:
            place = os.open(name, system.DIRECTORY | system.PROBE, dir_fd=root.place)
        except OSError as error:
            if error.errno in (errno.ENOTDIR, errno.ELOOP, errno.EMLINK):
                continue  # no folder, so no group has made it
            if os.stat(name, dir_fd=root.place, follow_symlinks=False).st_uid != os.geteuid():
                raise _foreign(root, name) from error
            raise
        try:
            done += _settled(root, name, place, level)
        finally:
            close_all([place])
    return done


def _settled(root: Root, name: str, place: int, level: int) -> list[str]:
    names = os.listdir(place)
    foreign = any(each != NAME and not each.endswith(STAGED) for each in names)
    if foreign and not (NAME in names and stat.S_ISREG(os.stat(NAME, dir_fd=place, follow_symlinks=False).st_mode)):
        return []  # somebody else's
    owner = os.fstat(place).st_uid
    assert root.place is not None
    if owner != os.geteuid() and (os.geteuid() or owner != os.fstat(root.place).st_uid):
        # Anyone may make such a folder in /tmp, and would have us publish what they like.
        raise _foreign(root, name)
    changes = _journal(root, name, place, level) if NAME in names else None
    if changes is None:
        if foreign:
            return []
        remove(NAME, place)
        clear(root, name, place)
        return []
    for change in filter(lambda change: change.staged, changes):
        _verify(root, name, place, change, level)
    if level == FULL:
        for folder in (place, root.place):
            root.sync(folder)
    Forward(root, name, place, changes, level, again=True).finish()
    return [os.path.join(root.path, change.folder, change.name) for change in changes]


def _foreign(root: Root, name: str) -> RecoveryError:
    message = "was left by another user, who has to recover it"
    return RecoveryError(errno.EPERM, message, os.path.join(root.path, name))


def _journal(root: Root, name: str, place: int, level: int) -> list[Change] | None:
    descriptor = read(NAME, place)
    try:
        found = os.fstat(descriptor)
        if found.st_uid != os.fstat(place).st_uid:
            # An open folder of ours, filled by somebody and renamed, would pass for a group that we left.
            raise _foreign(root, name)
        changes = parsed(os.pread(descriptor, found.st_size, 0))
        if changes is not None and level != NONE:
            # A kill may have come before its own sync: what follows must not be durable without it.
            system.sync_file(descriptor)
        return changes
    finally:
        close_all([descriptor])


def _verify(root: Root, name: str, place: int, change: Change, level: int) -> None:
    """Raise unless the new content is staged or has its name already."""
    if _holds(change, change.staged, place, level):
        return
    if _holds(change, change.name, root.folder(change.folder), NONE):
        remove(change.staged, place)
        return
    path = os.path.join(root.path, change.folder, change.name)
    kept = os.path.join(root.path, name)
    message = f"its new content is neither staged nor in place; remove {kept!r} to keep all files as they are"
    raise RecoveryError(errno.EIO, message, path)


def _holds(change: Change, name: str, place: int, level: int) -> bool:
    try:
        descriptor = read(name, place)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ELOOP, errno.EISDIR, errno.ENXIO):
            return False
        raise
    try:
        found = measured(descriptor) == (change.size, change.digest)
        if found and level != NONE:
            system.sync_file(descriptor)
        return found
    finally:
        close_all([descriptor])
