"""Makes every system call of every scenario fail or kill, one at a time, and asserts that it did."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import CrashError
from flake8_atomic.crash.calls import Call, parse
from flake8_atomic.crash.marks import PREFIX
from tests.crash.explorer import REPOSITORY, environment
from tests.crash.scenarios import Scenario, dump
from tests.crash.verdicts import KILL, Point, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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


class Sweep:
    """A warm process to fork from, and strace to attach to it."""

    def __init__(self, scratch: Path, process: subprocess.Popen[bytes], channel: socket.socket) -> None:
        self.scratch, self.process, self.channel = scratch, process, channel

    def run(
        self, scenarios: Sequence[Scenario], error: str, *options: str
    ) -> Iterator[tuple[int, list[Call]]]:
        """Run each scenario in a fork under strace; yield its wait status and its calls."""
        roots = [self.scratch / f"r{number}" for number in range(len(scenarios))]
        for scenario, root in zip(scenarios, roots, strict=True):
            shutil.rmtree(root, ignore_errors=True)
            scenario.prepare(root)
        with self._attached(*options) as trace:
            self.channel.send(f"{error}\n{dump(zip(scenarios, roots, strict=True))}".encode())
            answers = self.channel.recv(1 << 22).decode().split("\n")
        calls = defaultdict(list)
        for call in parse(trace.read_text("ascii").split("\n")[:-1]):
            calls[call.pid].append(call)
        for answer in answers:
            pid, status = map(int, answer.split())
            yield status, calls[pid]

    @contextmanager
    def _attached(self, *options: str) -> Iterator[Path]:
        trace = self.scratch / "trace"
        command = ["strace", "-f", "-y", "-xx", "-o", str(trace), *options, "-p", str(self.process.pid)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            first = strace.stderr.readline()
            if "attached" not in first:
                raise CrashError(f"strace did not start: {first}{strace.stderr.read()}")
            yield trace
            strace.send_signal(signal.SIGINT)
            strace.communicate()


@contextmanager
def sweep(scenarios: Iterable[Scenario]) -> Iterator[Sweep]:
    """Start the warm process."""
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as scratch, here, there:
        for each in (here, there):
            each.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 22)
        plan = Path(scratch, "plan.json")
        warmed = {scenario.writer: scenario for scenario in scenarios}.values()
        plan.write_text(dump((scenario, Path(scratch)) for scenario in warmed), "utf-8")
        command = [sys.executable, "-m", "tests.crash.forks", str(plan), str(there.fileno())]
        process = subprocess.Popen(command, cwd=REPOSITORY, env=environment(), pass_fds=[there.fileno()])
        with process:
            there.close()
            try:
                if here.recv(16) != b"ready":
                    raise CrashError("the process to fork from did not start")
                yield Sweep(Path(scratch), process, here)
            finally:
                here.close()


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
            yield Point(
                scenario, call.name, counts[call.name], bool(shown) and Path(shown).is_dir(), published
            )
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
            inject = f"inject={name}:{how}:when={ordinal}{'+' * sticky}"
            options = ["-e", f"trace={','.join({name, *map(_traced, also)})}"]
            options += [word for each in (inject, *also) for word in ("-e", each)]
            runs = sweep.run([point.scenario for point in group], error, *options)
            for number, (point, (status, calls)) in enumerate(zip(group, runs, strict=True)):
                _assert_injected(point, error, status, calls)
                root = sweep.scratch / f"r{number}"
                yield Shot(point, error, judge(point, error, status, root, may_leave=bool(also)))


def _traced(inject: str) -> str:
    return inject.partition("=")[2].partition(":")[0]


def _assert_injected(point: Point, error: str, status: int, calls: Sequence[Call]) -> None:
    hit = [number for number, call in enumerate(calls, 1) if call.injected and call.name == point.name]
    if error == KILL:
        injected = os.WIFSIGNALED(status) and len(calls) >= point.ordinal - 1
    else:
        injected = bool(hit) and hit[0] == point.ordinal
    if not injected:
        raise CrashError(
            f"{error} was not injected into {point.name} {point.ordinal} of {point.scenario.key}"
        )
