"""Is what a fault in a group led to right: all old, all new, or all new once it is recovered?"""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from errno import errorcode
from typing import TYPE_CHECKING

from flake8_atomic.crash import scan
from tests.crash.forks import LEAKED, NO_OS_ERROR, NOT_DURABLE, RETURNED
from tests.crash.groups import contents, recovered
from tests.crash.inprocess import METADATA
from tests.crash.patches import close_new, descriptors, fresh, patched, with_error
from tests.crash.verdicts import KILL, LOOKUPS
from tests.crash.verdicts import METADATA as METADATA_CALLS

if TYPE_CHECKING:
    from pathlib import Path

    from flake8_atomic.crash import Tree
    from tests.crash.groups import GroupScenario
    from tests.crash.verdicts import Point

COMMITTED = ("NotDurable", "RecoveryError")
CLEAN_UP = frozenset(("unlink", "rmdir", "listdir", "unlinkat", "getdents64", "openat", "fstat", "newfstatat", "fcntl"))
"""Calls whose failure may leave what is staged to the next recovery."""


def failed(scenario: GroupScenario, root: Path, wanted: int, name: str, code: int) -> str | None:
    """Fail one patched call of a group and judge what is left."""
    fresh(scenario, root)
    before = descriptors()
    try:
        with patched(with_error(wanted, code)) as seen:
            scenario.write(root)
    except OSError as error:
        committed = type(error).__name__ in COMMITTED
        return ("FD" if close_new(before) else None) or after_error(scenario, scan(root), name, committed=committed)
    if seen.total() < wanted:
        return "NOT-INJECTED"
    if close_new(before):
        return "FD"
    lenient = name in METADATA or errorcode[code] == "ENOENT"
    return after_return(scenario, scan(root), name, lenient=lenient) or ("FALSE-SUCCESS" if name == "write" else None)


def after_error(scenario: GroupScenario, tree: Tree, name: str, *, committed: bool) -> str | None:
    """Judge what a group that raised has left: all old, or by its own word for recovery to make all new."""
    if not committed:
        if contents(tree) != scenario.old:
            return "PUBLISHED-AND-FAILED"
        return "TEMP-LEFT" if scenario.leftovers(tree) and name not in CLEAN_UP else None
    with suppress(OSError):
        return scenario.judged(recovered(tree), [scenario.new])
    return "NOT-RECOVERED"


def after_return(scenario: GroupScenario, tree: Tree, name: str, *, lenient: bool) -> str | None:
    """Judge what a group that returned has left; `lenient`: the kernel lied, or refused what is best effort."""
    if contents(tree) != scenario.new and not (lenient and name in CLEAN_UP):
        return "FALSE-SUCCESS"
    if scenario.leftovers(tree) and name not in CLEAN_UP:
        return "TEMP-LEFT"
    # Where the kernel says that a file is gone already, nothing removes it.
    return None if lenient else scenario.judged(recovered(tree), [scenario.new])


def judge(scenario: GroupScenario, point: Point, error: str, status: int, root: Path) -> str | None:
    """Say what is wrong after one shot under strace."""
    tree = scan(root)
    if error == KILL:
        return scenario.fault(tree, returned=False, power=False)
    if not os.WIFEXITED(status):
        return f"died of {signal.Signals(os.WTERMSIG(status)).name}"
    ended, leaked = os.WEXITSTATUS(status) & ~LEAKED, os.WEXITSTATUS(status) & LEAKED
    if leaked and point.name not in ("close", "getrandom"):
        return "DESCRIPTOR-LEFT"
    if ended == NO_OS_ERROR:
        return "NO-OSERROR"
    if ended != RETURNED:
        return after_error(scenario, tree, point.name, committed=ended == NOT_DURABLE)
    lenient = point.name in METADATA_CALLS or (error == "ENOENT" and point.name in (*LOOKUPS, "unlinkat"))
    if point.name in ("write", "fsync") and error == "EIO":
        return "FALSE-SUCCESS"
    return after_return(scenario, tree, point.name, lenient=lenient)
