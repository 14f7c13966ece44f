"""A warm process to fork from, and strace attached to it: a fault costs milliseconds instead of a start."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections import defaultdict
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import CrashError
from flake8_atomic.crash.calls import Call, parse
from tests.crash.explorer import REPOSITORY, environment
from tests.crash.scenarios import Scenario, dump

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Sweep:
    """A warm process to fork from, and strace to attach to it."""

    def __init__(self, scratch: Path, process: subprocess.Popen[bytes], channel: socket.socket) -> None:
        self.scratch, self.process, self.channel = scratch, process, channel

    def run(self, scenarios: Sequence[Scenario], error: str, *options: str) -> Iterator[tuple[int, list[Call]]]:
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
