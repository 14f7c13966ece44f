"""A warm process that strace attaches to: it forks a child for every scenario it is told to run."""

from __future__ import annotations

import ctypes
import fcntl
import gc
import os
import socket
import sys
import warnings
from contextlib import suppress
from errno import errorcode
from pathlib import Path

from flake8_atomic.crash import section
from tests.crash.child import warm
from tests.crash.scenarios import Scenario, load

RETURNED, RAISED, NOT_DURABLE, OTHER_ERROR, NO_OS_ERROR = range(5)
LEAKED = 16
PR_SET_PTRACER = 0x59616D61


def outcome(scenario: Scenario, root: Path, expected: str) -> int:
    """Carry out one write and say how it ended."""
    try:
        with section("point"):
            scenario.write(root)
    except OSError as error:
        if type(error).__name__ in ("NotDurable", "RecoveryError"):
            return NOT_DURABLE
        return RAISED if errorcode.get(error.errno or 0) == expected else OTHER_ERROR
    except BaseException:  # noqa: BLE001 - whatever came out is an outcome to be judged
        return NO_OS_ERROR
    return RETURNED


def descriptors() -> set[int]:
    """Return the open descriptors, by a call that no sweep makes fail."""
    found = set()
    for number in range(3, 64):
        with suppress(OSError):
            fcntl.fcntl(number, fcntl.F_GETFD)
            found.add(number)
    return found


def child(scenario: Scenario, root: Path, expected: str) -> None:
    """Run in the fork; only the exit code survives every injected fault."""
    before = descriptors()
    code = outcome(scenario, root, expected)
    os._exit(code | (LEAKED if descriptors() - before else 0))


def serve(channel: socket.socket) -> None:
    """Run the scenarios of each request and answer with each child's pid and status."""
    while request := channel.recv(1 << 22):
        expected, _, plan = request.decode().partition("\n")
        answers = []
        for scenario, root in load(plan):
            pid = os.fork()
            if not pid:
                child(scenario, root, expected)
            answers.append(f"{pid} {os.waitpid(pid, 0)[1]}")
        channel.send("\n".join(answers).encode())


def main() -> None:
    warnings.simplefilter("ignore")
    # Where only a parent may trace, the sweeps could not attach.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
    for scenario, _ in load(Path(sys.argv[1]).read_text("utf-8")):
        warm(scenario)
    gc.disable()
    gc.freeze()
    channel = socket.socket(fileno=int(sys.argv[2]))
    channel.send(b"ready")
    serve(channel)


if __name__ == "__main__":
    main()
