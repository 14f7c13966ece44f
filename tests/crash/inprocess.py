"""Kills, fails, cuts, interrupts or interleaves a write at one patched call, and judges what is left."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flake8_atomic.crash import scan
from tests.crash.patches import (
    close_new,
    descriptors,
    fresh,
    patched,
    plainly,
    with_error,
    with_kill,
    with_other_writer,
    with_short_writes,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.crash.scenarios import Scenario

METADATA = frozenset(("fchmod", "fchown", "setxattr", "removexattr", "listxattr", "getxattr"))
REFUSED = frozenset((errno.EPERM, errno.EACCES, errno.EINVAL, errno.EOPNOTSUPP, errno.ENOSYS))


def killed(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Kill a forked write at one call and judge what is left."""
    fresh(scenario, root)
    pid = os.fork()
    if not pid:  # pragma: no cover - the child dies inside the write
        with patched(with_kill(wanted)):
            scenario.write(root)
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return scenario.fault(scan(root), returned=False, power=False) if status == 9 else "NOT-INJECTED"


def failed(scenario: Scenario, root: Path, wanted: int, name: str, code: int) -> str | None:
    """Fail one call of a write and judge what is left."""
    fresh(scenario, root)
    before = descriptors()
    try:
        with patched(with_error(wanted, code)) as seen:
            scenario.write(root)
    except OSError as error:
        return after_error(scenario, root, name, error) or ("FD" if close_new(before) else None)
    if seen.total() < wanted:
        return "NOT-INJECTED"
    tree = scan(root)
    if code == errno.ENOENT and name in ("open", "stat", "lstat", "readlink"):
        return None
    if code in REFUSED and name in METADATA and scenario.is_stricter(tree):
        return None
    return scenario.fault(tree, returned=True, power=False) or (
        "FALSE-SUCCESS" if name == "write" else "FD" if close_new(before) else None
    )


def after_error(scenario: Scenario, root: Path, name: str, error: OSError) -> str | None:
    tree, published = scan(root), type(error).__name__ == "NotDurable"
    if scenario.leftovers(tree) and name not in ("unlink", "remove"):
        return "TEMP-LEFT"
    if scenario.is_new(tree) != published:
        return "NOT-DURABLE-BUT-OLD" if published else "PUBLISHED-AND-FAILED"
    return scenario.fault(tree, returned=published, power=False)


def interrupted(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Raise KeyboardInterrupt instead of one call and judge what is left."""

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number == wanted:
            raise KeyboardInterrupt
        return plainly(name, number, real, args, kwargs)

    fresh(scenario, root)
    before = descriptors()
    with patched(at):
        try:
            scenario.write(root)
        except KeyboardInterrupt:
            pass
        else:
            return "INTERRUPT-LOST"
    # An interrupt instead of a close leaves the descriptor open.
    close_new(before)
    tree = scan(root)
    return "TEMP-LEFT" if scenario.leftovers(tree) else scenario.fault(tree, returned=False, power=False)


def cut_short(scenario: Scenario, root: Path) -> str | None:
    """Let every write take only part of its data."""
    fresh(scenario, root)
    with patched(with_short_writes):
        scenario.write(root)
    return scenario.fault(scan(root), returned=True, power=False)


def interleaved(scenario: Scenario, root: Path, wanted: int) -> str | None:
    """Let another writer finish a whole write in the middle of this one."""
    other = replace(scenario, size=scenario.size // 2 + 1)
    fresh(scenario, root)
    try:
        with patched(with_other_writer(wanted, lambda: other.write(root))) as seen:
            scenario.write(root)
    except OSError as error:
        return f"WRITERS-COLLIDE {errno.errorcode.get(error.errno or 0)}"
    if seen.total() < wanted:
        return "NOT-INJECTED"
    tree = scan(root)
    faults = {each.fault(tree, returned=True, power=False) for each in (scenario, other)}
    return None if None in faults else "MIXED"
