"""Asks the interpreter and the kernel what a write did, to see that no call escaped the patches."""

from __future__ import annotations

import os
import pickle
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.crash.patches import calls

if TYPE_CHECKING:
    from tests.crash.scenarios import Scenario

# The audit event of a call, where CPython raises one.
EVENTS = {
    "open": ("open",),
    "os.rename": ("rename", "replace"),
    "os.remove": ("remove", "unlink"),
    "os.chmod": ("chmod", "fchmod"),
    "os.chown": ("chown", "fchown", "lchown"),
    "os.truncate": ("truncate", "ftruncate"),
    "os.link": ("link",),
    "os.symlink": ("symlink",),
    "os.mkdir": ("mkdir",),
    "os.rmdir": ("rmdir",),
    "os.utime": ("utime",),
    "os.listxattr": ("listxattr",),
    "os.getxattr": ("getxattr",),
    "os.setxattr": ("setxattr",),
    "os.removexattr": ("removexattr",),
}


def unseen(scenario: Scenario) -> dict[str, int]:
    """Return how many more events, and system calls that write, there were than patched calls.

    In a fork, for an audit hook stays for the life of a process.
    """
    with tempfile.TemporaryDirectory(prefix="crash-") as scratch:
        answer = Path(scratch, "answer")
        pid = os.fork()
        if not pid:  # pragma: no cover - the audited process
            _audit(scenario, Path(scratch, "r"), answer)
        os.waitpid(pid, 0)
        found: dict[str, int] = pickle.loads(answer.read_bytes())
        return found


class Watch:
    """Counts audit events and writing system calls within its block."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.writes = 0
        self.inside = False
        sys.addaudithook(self.hook)

    def __enter__(self) -> None:
        self.writes = _writes()
        self.inside = True

    def __exit__(self, *_: object) -> None:
        self.inside = False
        self.writes = _writes() - self.writes

    def hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        # open() of a descriptor wraps what is open already.
        if self.inside and event in EVENTS and not (event == "open" and isinstance(arguments[0], int)):
            self.events[event] += 1


def _audit(scenario: Scenario, root: Path, answer: Path) -> None:  # pragma: no cover - the audited process
    try:
        calls(scenario, root)
        watch = Watch()
        seen = Counter(calls(scenario, root, watch))
        missed = {event: watch.events[event] - sum(seen[name] for name in names) for event, names in EVENTS.items()}
        missed["write"] = watch.writes - seen["write"] - seen["writev"] - seen["pwrite"]
        answer.write_bytes(pickle.dumps({name: count for name, count in missed.items() if count}))
    finally:
        os._exit(0)


def _writes() -> int:
    """Return how many system calls of this process have written so far."""
    with open("/proc/self/io", encoding="ascii") as counters:
        return int(counters.read().partition("syscw: ")[2].split()[0])
