"""A run of `atomicize` over five files, killed at every system call: each is old or new, the next run does the rest."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import CrashError
from flake8_atomic.crash.calls import Call, parse
from flake8_atomic.crash.marks import PREFIX
from tests.crash.atomicizing import GO, IN_PLACE, NAMES, NEW, OLD, prepare
from tests.crash.explorer import REPOSITORY, environment
from tests.crash.injection import MEMORY
from tests.crash.requirements import need_strace

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

pytestmark = pytest.mark.ptrace
# How often these are called depends on who is faster, the parent or its worker.
RACING = frozenset(("poll", "read", "wait4", "select", "pselect6", "futex", "restart_syscall", "sched_yield"))


class Runs:
    """The warm process and its scratch folder."""

    def __init__(self, scratch: Path, channel: socket.socket) -> None:
        self.folder, self.trace, self.channel = scratch / "folder", scratch / "trace", channel

    def traced(self, *options: str) -> tuple[int, list[Call]]:
        """Run over five fresh files under strace; return the wait status and the calls."""
        shutil.rmtree(self.folder, ignore_errors=True)
        prepare(self.folder)
        pid = self._started()
        command = ["strace", "-y", "-xx", "-o", str(self.trace), *options, "-p", str(pid)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as strace:
            assert strace.stderr is not None
            if "attached" not in (first := strace.stderr.readline()):
                raise CrashError(f"strace did not start: {first}{strace.stderr.read()}")
            self.channel.send(GO)
            status = int(self.channel.recv(16))
            strace.communicate()
        lines = self.trace.read_text("ascii").split("\n")[:-1]
        return status, list(parse([f"{pid} {line}" for line in lines]))

    def again(self) -> int:
        """Run over what is there."""
        self._started()
        self.channel.send(GO)
        return int(self.channel.recv(16))

    def _started(self) -> int:
        self.channel.send(str(self.folder).encode())
        return int(self.channel.recv(16))


@contextmanager
def warm(*how: str) -> Iterator[Runs]:
    here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as scratch, here, there:
        command = [sys.executable, "-m", "tests.crash.atomicizing", str(there.fileno()), *how]
        with subprocess.Popen(command, cwd=REPOSITORY, env=environment(), pass_fds=[there.fileno()]):
            there.close()
            try:
                if here.recv(16) != b"ready":
                    raise CrashError("the process to fork from did not start")
                yield Runs(Path(scratch), here)
            finally:
                here.close()


def points(calls: Sequence[Call]) -> Iterator[tuple[str, int]]:
    """The name and number of each call of the run itself."""
    counts: Counter[str] = Counter()
    inside = False
    for call in calls:
        counts[call.name] += 1
        if call.name == "readlink" and call.text(0).startswith(PREFIX):
            inside = call.text(0).startswith(f"{PREFIX}begin")
        elif inside and call.name not in MEMORY:
            yield call.name, counts[call.name]


def faults(runs: Runs) -> Iterator[str]:
    """What is wrong after a killed run, and after the next one."""
    states = {name: (runs.folder / name).read_text("utf-8") for name in NAMES}
    if torn := [name for name, text in states.items() if text not in (OLD, NEW)]:
        yield f"torn: {torn}"
    if status := runs.again():
        yield f"the next run ended with {status}"
    if wrong := [name for name in NAMES if (runs.folder / name).read_text("utf-8") != NEW]:
        yield f"not rewritten by the next run: {wrong}"
    if left := sorted(set(os.listdir(runs.folder)) - set(NAMES)):
        yield f"left over: {left}"


def test_a_run_killed_at_every_system_call() -> None:
    need_strace()
    with warm() as runs:
        status, calls = runs.traced()
        assert status == 0
        found = list(points(calls))
        assert {"openat", "write", "fsync", "renameat"} <= {name for name, _ in found}
        killed: Counter[str] = Counter()
        mixed = 0
        for name, number in found:
            status, calls = runs.traced("-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={number}")
            killed[name] += os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
            states = {(runs.folder / file).read_text("utf-8") == NEW for file in NAMES}
            mixed += len(states) == 2
            assert list(faults(runs)) == [], f"killed at {name} {number}"
        missed = Counter(name for name, _ in found) - killed
        print(f"strace: atomicize over {len(NAMES)} files, {killed.total()} kills, {mixed} between two files")
        assert set(missed) <= RACING, missed
        assert missed.total() <= len(found) // 20
        assert mixed > len(NAMES)


def test_a_run_that_writes_in_place_is_found() -> None:
    """The same sweep over a run whose writes can tear."""
    need_strace()
    with warm(IN_PLACE) as runs:
        found = [point for point in points(runs.traced()[1]) if point[0] in ("openat", "write", "close")]
        seen: set[str] = set()
        for name, number in found:
            runs.traced("-e", f"trace={name}", "-e", f"inject={name}:signal=KILL:when={number}")
            seen.update(fault.partition(":")[0] for fault in faults(runs))
            if "torn" in seen:
                break
    assert "torn" in seen


def test_what_is_left_over_is_found() -> None:
    need_strace()
    with warm() as runs:
        runs.traced()
        (runs.folder / f".other.py.{'0' * 16}.atomic-tmp").touch()
        (runs.folder / NAMES[0]).write_text("x = 2\n", "utf-8")
        found = list(faults(runs))
    assert [fault.partition(":")[0] for fault in found] == ["torn", "not rewritten by the next run", "left over"]
