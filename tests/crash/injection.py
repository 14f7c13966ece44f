"""Makes every system call of every scenario fail or kill, one at a time, and asserts that it did."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import CrashError
from flake8_atomic.crash.marks import PREFIX
from tests.crash import group_verdicts
from tests.crash.groups import GroupScenario
from tests.crash.verdicts import KILL, Point, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from flake8_atomic.crash.calls import Call
    from tests.crash.scenarios import Scenario
    from tests.crash.sweeps import Sweep

_ERRNOS = """
EIO ENOSPC EDQUOT EACCES EPERM EINTR EINVAL ENOMEM EROFS EBUSY EXDEV ENOENT EEXIST ENOTDIR EISDIR ELOOP
EMFILE ENFILE EBADF EFBIG EOPNOTSUPP ENOSYS EAGAIN ENAMETOOLONG ESTALE
"""
ERRNOS = _ERRNOS.split()
# POSIX gives these no way to report an error.
CANNOT_FAIL = frozenset(("getpid", "gettid", "getuid", "geteuid", "getgid", "getegid", "umask"))
# The allocator asks for memory when it likes: the same write shows another number of these each time.
MEMORY = frozenset(("mmap", "munmap", "brk", "mremap", "madvise", "mprotect"))


@dataclass(frozen=True, slots=True)
class Shot:
    """One fault at one point, and what it led to; `fault` is None where all is well."""

    point: Point
    error: str
    fault: str | None


def points(sweep: Sweep, scenarios: Sequence[Scenario]) -> list[Point]:
    """Run every scenario undisturbed and return each of its calls."""
    found: list[Point] = []
    for scenario, (status, calls) in zip(scenarios, sweep.run(scenarios, ""), strict=True):
        if status:
            raise CrashError(f"{scenario.key} fails undisturbed: {status}")
        found += _points_of(scenario, calls)
    return found


def _points_of(scenario: Scenario, calls: Iterable[Call]) -> Iterator[Point]:
    counts: Counter[str] = Counter()
    inside = published = False
    for call in calls:
        counts[call.name] += 1
        if call.name == "readlink" and call.text(0).startswith(PREFIX):
            inside = call.text(0).startswith(f"{PREFIX}begin")
        elif inside and call.name not in MEMORY:
            shown = call.descriptor(0)[1] if call.arguments and "<\\x2f" in call.arguments[0] else ""
            yield Point(scenario, call.name, counts[call.name], bool(shown) and Path(shown).is_dir(), published)
            published |= call.name.startswith("rename")


def shoot(
    sweep: Sweep,
    points: Iterable[Point],
    errors: Sequence[str],
    *,
    sticky: bool = False,
    also: Sequence[str] = (),
) -> Iterator[Shot]:
    """Inject every error at every point and judge what is left.

    `sticky`: every later call of the same name fails too; `also`: more injections, in strace's words.
    """
    together: dict[tuple[str, int], list[Point]] = defaultdict(list)
    for point in points:
        together[point.name, point.ordinal].append(point)
    for (name, ordinal), group in together.items():
        for error in errors:
            if error != KILL and name in CANNOT_FAIL:
                continue
            how = f"signal={error}" if error == KILL else f"error={error}"
            options = _options(name, [f"inject={name}:{how}:when={ordinal}{'+' * sticky}", *also])
            runs = sweep.run([point.scenario for point in group], error, *options)
            for number, (point, (status, calls)) in enumerate(zip(group, runs, strict=True)):
                _assert_injected(point, error, status, calls)
                root = sweep.scratch / f"r{number}"
                yield Shot(point, error, _judged(point, error, status, root, may_leave=bool(also)))


def _judged(point: Point, error: str, status: int, root: Path, *, may_leave: bool) -> str | None:
    if isinstance(point.scenario, GroupScenario):
        return group_verdicts.judge(point.scenario, point, error, status, root)
    return judge(point, error, status, root, may_leave=may_leave)


def _options(name: str, injections: Sequence[str]) -> list[str]:
    """What strace is told: which calls to show, and what to do to which."""
    traced = {name, *(inject.partition("=")[2].partition(":")[0] for inject in injections)}
    return [word for each in (f"trace={','.join(traced)}", *injections) for word in ("-e", each)]


def _assert_injected(point: Point, error: str, status: int, calls: Sequence[Call]) -> None:
    hit = [number for number, call in enumerate(calls, 1) if call.injected and call.name == point.name]
    if error == KILL:
        injected = os.WIFSIGNALED(status) and len(calls) >= point.ordinal - 1
    else:
        injected = bool(hit) and hit[0] == point.ordinal
    if not injected:
        raise CrashError(f"{error} was not injected into {point.name} {point.ordinal} of {point.scenario.key}")
