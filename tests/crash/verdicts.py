"""Is what a fault led to right: old or new, nothing left over, and the truth told about it?"""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from flake8_atomic.crash import scan
from tests.crash.forks import LEAKED, NO_OS_ERROR, NOT_DURABLE, RETURNED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.crash.scenarios import Scenario

KILL = "SIGKILL"
LOOKUPS = frozenset(("openat", "newfstatat", "readlink", "readlinkat", "faccessat2"))
METADATA = frozenset(("fchmod", "fchown", "fsetxattr", "fremovexattr", "flistxattr", "fgetxattr"))
REFUSED = frozenset(("EPERM", "EACCES", "EINVAL", "EOPNOTSUPP", "ENOSYS"))


@dataclass(frozen=True, slots=True)
class Point:
    """The `ordinal`-th call of `name` in a scenario's process, and what it does there."""

    scenario: Scenario
    name: str
    ordinal: int
    on_directory: bool
    published: bool


def judge(point: Point, error: str, status: int, root: Path, *, may_leave: bool = False) -> str | None:
    """Say what is wrong after one shot; `may_leave`: the clean-up was made to fail as well."""
    scenario, tree = point.scenario, scan(root)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if error == KILL or (killed and may_leave):
        return scenario.fault(tree, returned=False, power=False)
    if not os.WIFEXITED(status):
        return f"died of signal {os.WTERMSIG(status)}"
    code = os.WEXITSTATUS(status)
    ended, leaked = code & ~LEAKED, code & LEAKED
    # Where getrandom fails, CPython opens /dev/urandom and keeps it.
    if leaked and point.name not in ("close", "getrandom"):
        return "DESCRIPTOR-LEFT"
    if error == "ENOENT" and point.name in LOOKUPS and not scenario.leftovers(tree):
        # The kernel said that nothing is there; what a write then makes is a new file.
        return None
    if error in REFUSED and point.name in METADATA and scenario.is_stricter(tree):
        # A filesystem without owners and modes is no reason not to save; it must not open the file to others.
        return None
    if ended == RETURNED:
        return scenario.fault(tree, returned=True, power=False) or _false_success(point, error)
    if ended == NO_OS_ERROR:
        return "NO-OSERROR"
    leftovers = set() if may_leave else scenario.leftovers(tree)
    published = ended == NOT_DURABLE
    return scenario.fault(tree, returned=published and not may_leave, power=False) or _after_error(
        point, ended, leftovers, is_new=scenario.is_new(tree)
    )


def _after_error(point: Point, ended: int, leftovers: set[str], *, is_new: bool) -> str | None:
    if leftovers and not point.name.startswith("unlink"):
        return "TEMP-LEFT"
    if is_new != (ended == NOT_DURABLE):
        return "PUBLISHED-AND-FAILED" if is_new else "NOT-DURABLE-BUT-OLD"
    return None


def _false_success(point: Point, error: str) -> str | None:
    """Return a complaint where an error of a call that carries the promise was passed over."""
    # CPython itself repeats a call that a signal interrupted.
    promised = point.name in ("write", "fsync", "fdatasync") and not point.on_directory
    if promised and error != "EINTR":
        return "FALSE-SUCCESS"
    if point.on_directory and point.name == "fsync" and error in ("EIO", "ENOSPC", "EDQUOT"):
        return "FALSE-SUCCESS"
    return None
