"""The four ways to crash a write; each returns how often it found which fault."""

from __future__ import annotations

import errno
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import EXT4, MODELS, CrashError
from tests.crash import injection, inprocess
from tests.crash.explorer import judge, recordings
from tests.crash.patches import calls
from tests.crash.power.cuts import block_log, write_error
from tests.crash.power.mounts import FILESYSTEMS, LOG_FLUSHED, NOTHING_FLUSHED
from tests.crash.power.shutdown import shut_down
from tests.crash.scenarios import Scenario, new_data
from tests.crash.sweeps import sweep
from tests.crash.verdicts import KILL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Faults = Counter[str]
ORACLES = [model for model in MODELS.values() if model is not EXT4]


def in_process(scenarios: Iterable[Scenario]) -> Faults:
    """Kill, fail, interrupt and interleave at every patched call."""
    faults: Faults = Counter()
    with tempfile.TemporaryDirectory(prefix="crash-") as scratch:
        root = Path(scratch, "r")
        for scenario in scenarios:
            faults[inprocess.cut_short(scenario, root) or ""] += 1
            for number, name in enumerate(calls(scenario, root), 1):
                faults[inprocess.killed(scenario, root, number) or ""] += 1
                faults[inprocess.interrupted(scenario, root, number) or ""] += 1
                faults[inprocess.interleaved(scenario, root, number) or ""] += 1
                for code in (errno.EIO, errno.ENOSPC, errno.EPERM):
                    faults[inprocess.failed(scenario, root, number, name, code) or ""] += 1
    return _found(faults)


def explorer(scenarios: Iterable[Scenario]) -> Faults:
    """Explore every state that the models allow, also after an fsync that failed."""
    faults: Faults = Counter()
    for scenario in scenarios:
        for options in ((), ("-e", "inject=fsync:error=EIO:when=1")):
            try:
                recording = recordings([scenario], options)[scenario]
            except CrashError:
                # Refused, not judged: the program writes in a way that no model covers.
                continue
            faults.update(judge(scenario, recording, ORACLES).reasons())
    return faults


def strace(scenarios: Iterable[Scenario]) -> Faults:
    """Kill and fail at every system call."""
    found = list(scenarios)
    with sweep(found) as run:
        points = injection.points(run, found)
        shots = injection.shoot(run, points, (KILL, "EIO", "ENOSPC", "EPERM"))
        return _found(Counter(shot.fault or "" for shot in shots))


def power(scenarios: Iterable[Scenario]) -> Faults:
    """Cut the power of real filesystems, and let a sector go bad."""
    faults: Faults = Counter()
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as scratch:
        for scenario in scenarios:
            for filesystem in FILESYSTEMS:
                for flags in (LOG_FLUSHED, NOTHING_FLUSHED) if filesystem.can_shut_down else ():
                    found = shut_down(filesystem, scenario, Path(scratch), flags)
                    faults.update(each.fault or "" for each in found)
                log = block_log(filesystem, scenario, Path(scratch), budget=60, adversary=True)
                faults.update(each.fault or "" for each in log)
                code, left = write_error(filesystem, scenario, Path(scratch), new_data(scenario.size)[-99:])
                faults[left.fault or ("FALSE-SUCCESS" if not code else "")] += 1
    return _found(faults)


def _found(faults: Faults) -> Faults:
    return Counter({fault: count for fault, count in faults.items() if fault})


TIERS: dict[str, Callable[[Iterable[Scenario]], Faults]] = {
    "in-process": in_process,
    "explorer": explorer,
    "strace": strace,
    "power": power,
}
