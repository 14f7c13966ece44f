"""What groups ask of the system beyond single files: locks, mounts, and folders that only grow."""

from __future__ import annotations

import os
import re

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from typing import Any

_control: Any = fcntl
_GET_FLAGS, _ONLY_GROWS = 0x80086601, 0x20  # FS_IOC_GETFLAGS, FS_APPEND_FL
_ESCAPED = re.compile(r"\\([0-7]{3})")
_ESCAPES = {ord(character): f"\\{ord(character):03o}" for character in " \t\n\\"}
_MOUNTS = "/proc/self/mountinfo"

LOCKS = hasattr(fcntl, "flock")
"""Whether a folder can be locked (all but Windows)."""


def lock(place: int, *, wait: bool) -> None:
    """Lock an open folder; raise BlockingIOError rather than wait."""
    _control.flock(place, _control.LOCK_EX | (0 if wait else _control.LOCK_NB))


def unlock(place: int) -> None:
    """Give the lock back, also where a forked child still has the descriptor."""
    _control.flock(place, _control.LOCK_UN)


def only_grows(place: int) -> bool:
    """Whether names may be added to a folder but not removed (chattr +a), which a rename says too late."""
    try:
        flags: bytes = _control.ioctl(place, _GET_FLAGS, bytes(8))
    except OSError:
        return False
    return bool(flags[0] & _ONLY_GROWS)


def told(path: str) -> str:
    """Return what the system says in a file of its own; empty where it does not say."""
    try:
        # Unbuffered: where the kernel says "later", a buffered file ends in a TypeError.
        with open(path, "rb", buffering=0) as source:
            return (source.read() or b"").decode("utf-8", "surrogateescape")
    except OSError:
        return ""


def mounts_below(folder: str) -> frozenset[str]:
    """Return where other filesystems, or parts of the same one, are mounted below a folder (Linux)."""
    below = folder.rstrip("/") + "/"
    table = told(_MOUNTS)
    if " " + below.translate(_ESCAPES) not in table:
        return frozenset()
    points = (_ESCAPED.sub(lambda found: chr(int(found[1], 8)), line.split(" ", 5)[4]) for line in table.splitlines())
    return frozenset(point for point in points if point.startswith(below) and point != below)


def start_writing(descriptor: int) -> None:
    """Have the kernel begin to write what a later sync will wait for, where it takes such advice."""
    try:
        os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
    except (AttributeError, OSError):
        pass
