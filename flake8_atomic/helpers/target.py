"""What stands at the target is learnt without changing it, from a directory held open from then on."""

from __future__ import annotations

import errno
import os
import stat

from . import system
from .errors import Unreplaceable
from .place import MAY_EXCEED_PATH_MAX, measure, pin

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft

_LOOK = system.NONBLOCK | system.PROBE
_LINKS = range(41)  # the kernel gives up after 40 itself
_BLOCKING = frozenset({errno.ENXIO, errno.EAGAIN})
_VOUCH_FOR_CONTENT = frozenset({"security.capability", "security.evm", "security.ima"})


def locate(draft: Draft, access: int) -> None:
    """Pin the directory of the target and probe the target: opened with `access`, but not truncated."""
    path = draft.path
    if len(path) > MAY_EXCEED_PATH_MAX:
        measure(path)
    for _ in _LINKS:
        pin(draft, path)
        try:
            draft.data = os.open(draft.name, access | _LOOK, dir_fd=draft.place)
        except OSError as error:
            if error.errno == errno.ENOENT:
                return
            if error.errno == errno.ELOOP:
                _judge_link(draft, access)
                if draft.through:
                    return
                path = os.readlink(draft.name, dir_fd=draft.place)
                continue
            if error.errno not in _BLOCKING or draft.stage is not None:
                raise
            # A pipe without a reader, or a file on lease: now wait for it as open() does.
            draft.data = os.open(draft.name, access | system.PROBE, dir_fd=draft.place)
        _recognise(draft, draft.data, access)
        return
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), draft.path)


def heed_sticky_directory(draft: Draft, access: int) -> None:
    """Let the kernel refuse a stranger's file in /tmp: only an open that could create it is refused.

    Without this question root would hand its data to whoever made the file first (fs.protected_regular).
    """
    assert draft.place is not None
    if os.fstat(draft.place).st_mode & stat.S_ISVTX:
        flags = access | os.O_CREAT | system.NONBLOCK | system.PROBE
        os.close(os.open(draft.name, flags, 0o600, dir_fd=draft.place))


def _judge_link(draft: Draft, access: int) -> None:
    """Open through the link once: the kernel may refuse it, or lead to what has no name to replace."""
    try:
        draft.data = os.open(draft.name, access | system.NONBLOCK | system.FOLLOW, dir_fd=draft.place)
    except OSError as error:
        if error.errno == errno.ENOENT:
            return
        if error.errno not in _BLOCKING or draft.stage is not None:
            raise
        draft.data = os.open(draft.name, access | system.FOLLOW, dir_fd=draft.place)
    found = os.fstat(draft.data)
    if stat.S_ISREG(found.st_mode) and not _names_a_descriptor(draft):
        draft.close_data()
    else:
        _write_through(draft, draft.data, found)


def _names_a_descriptor(draft: Draft) -> bool:
    """Whether the link is one of /proc, as behind /dev/stdout: the kernel does not go by its text."""
    assert draft.place is not None
    try:
        return os.fstat(draft.place).st_dev == os.stat("/proc").st_dev
    except FileNotFoundError:
        return False


def _recognise(draft: Draft, probe: int, access: int) -> None:
    found = os.fstat(probe)
    if not stat.S_ISREG(found.st_mode):
        if found.st_uid != os.geteuid():
            heed_sticky_directory(draft, access)
        _write_through(draft, probe, found)
        return
    try:
        names = system.list_attributes(probe)
    except OSError as error:
        names = system.none_if_refused(error)
    if names:
        draft.attributes = _read_attributes(probe, names)
    draft.old = found
    draft.close_data()


def _read_attributes(probe: int, names: list[str]) -> dict[str, bytes]:
    attributes = {}
    for name in names:
        if name not in _VOUCH_FOR_CONTENT:
            try:
                attributes[name] = os.getxattr(probe, name)
            except OSError as error:
                if error.errno not in system.REFUSED and error.errno != errno.ENODATA:
                    raise
    return attributes


def _write_through(draft: Draft, probe: int, found: os.stat_result) -> None:
    """Keep the open descriptor: there is nothing that a rename could replace."""
    if draft.stage is not None:
        raise Unreplaceable(errno.EINVAL, "a pipe, a device or a nameless file cannot be part of a group", draft.path)
    os.set_blocking(probe, True)
    if stat.S_ISREG(found.st_mode):
        os.ftruncate(probe, 0)
    draft.through = True
