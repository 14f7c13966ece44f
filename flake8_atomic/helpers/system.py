"""The places where operating systems differ, each behind one name that every system can use."""

from __future__ import annotations

import errno
import os
import time

try:
    import fcntl
except ImportError:
    fcntl = None  # type: ignore[assignment]

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

PINNED = os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")
"""Whether a directory can be held open and names looked up in it (all but Windows)."""

_QUIET = ("O_CLOEXEC", "O_NOCTTY", "O_BINARY", "O_NOINHERIT")
FOLLOW: int = sum(getattr(os, name, 0) for name in _QUIET)
PROBE: int = FOLLOW | getattr(os, "O_NOFOLLOW", 0)
NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)
CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | PROBE
DIRECTORY: int = os.O_RDONLY | FOLLOW | getattr(os, "O_DIRECTORY", 0)
SEARCH_ONLY: int | None = getattr(os, "O_PATH", None)

UNSUPPORTED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS})
REFUSED = UNSUPPORTED | {errno.EPERM, errno.EACCES}

_SHARING = frozenset({5, 32, 33})
_REPLACE_TRIES = 12


def choose_file_sync(control: Any) -> Callable[[int], None]:
    """Return fsync, on macOS the stronger F_FULLFSYNC: fsync leaves the data in the drive's cache there."""
    full = getattr(control, "F_FULLFSYNC", None)
    if full is None:
        return os.fsync

    def full_sync(descriptor: int) -> None:
        try:
            control.fcntl(descriptor, full)
        except OSError as error:
            # Fall back only where the filesystem has no such call: after a real failure fsync reports success
            # for pages that were dropped.
            if error.errno not in UNSUPPORTED and error.errno != errno.ENOTTY:
                raise
            os.fsync(descriptor)

    return full_sync


def choose_replace(system: str) -> Callable[..., None]:
    """Return os.replace, on Windows with patience for scanners and readers that hold the target open."""
    return replace_patiently if system == "nt" else os.replace


def replace_patiently(source: str, target: str, **_: object) -> None:
    """Replace, and try again for about a second while another process holds one of the two open."""
    for attempt in range(1, _REPLACE_TRIES):
        try:
            return os.replace(source, target)
        except OSError as error:
            if getattr(error, "winerror", None) not in _SHARING:
                raise
        # Jitter: writers that collided once must not come back in step.
        time.sleep(min(0.001 * 2**attempt, 0.2) * (0.5 + os.urandom(1)[0] / 255))
    return os.replace(source, target)


sync_file = choose_file_sync(fcntl)
replace = choose_replace(os.name)


def sync_directory(place: int | None, *, searchable_only: bool) -> None:
    """Make the names in a directory durable, as far as its filesystem knows how to."""
    if place is None:
        return
    if searchable_only:
        # Without read permission the directory cannot be opened for fsync; a sync of everything covers it.
        os.sync()
        return
    try:
        os.fsync(place)
    except OSError as error:
        if error.errno not in UNSUPPORTED:
            raise


SHOWS_WRITERS = hasattr(fcntl, "F_SETLEASE")
"""Whether the kernel can be asked if a file is open for writing anywhere (Linux)."""


def has_writer(descriptor: int) -> bool:
    """Whether any process holds the file open for writing, or may: the kernel does not say here.

    A read lease is granted only while nobody does. The answer knows no pid namespaces, survives forks and
    needs nothing from the writer but its open descriptor.
    """
    if not SHOWS_WRITERS:
        return True
    control: Any = fcntl
    try:
        control.fcntl(descriptor, control.F_SETLEASE, control.F_RDLCK)
    except OSError:
        return True
    control.fcntl(descriptor, control.F_SETLEASE, control.F_UNLCK)
    return False


def _no_attributes(_: int) -> list[str]:
    return []


list_attributes: Callable[[int], list[str]] = getattr(os, "listxattr", _no_attributes)


def none_if_refused(error: OSError) -> list[str]:
    """Return no attribute names where the filesystem refuses to list them, else raise the error."""
    if error.errno not in REFUSED:
        raise error
    return []


def best_effort(call: Callable[..., None], *arguments: object) -> bool:
    """Make the call; False where this user may not, or this filesystem cannot."""
    try:
        call(*arguments)
    except OSError as error:
        if error.errno not in REFUSED:
            raise
        return False
    return True
