"""Crash states of a program: record it once, then see every state that a crash could have left on disk.

A child process marks what is to be observed; the parent records it, explores it and asks a checker:

    # child.py
    with section("save"):
        save(path)
        mark("returned")

    recording = record([sys.executable, "child.py"], {"save": directory})["save"]
    report = check(recording, lambda state: None if state.tree["f"].data in (OLD, NEW) else "torn")
    assert report.complete and not report.violations

Linux, and strace must be installed. A system call that is not modelled is refused, never ignored.
"""

from .check import Checker, Report, Violation, check, on_disk
from .coverage import Coverage, compare, shape
from .errors import CrashError, NotModelledError, RecordingError
from .explore import Exploration, State, explore, replay
from .marks import mark, section
from .models import EXT4, EXT4_NOAUTO, KILL, MODELS, POSIX_WEAK, SPLIT_RENAME, Model
from .recording import Recording, record
from .tree import Node, Tree, build, scan

__all__ = [
    "EXT4",
    "EXT4_NOAUTO",
    "KILL",
    "MODELS",
    "POSIX_WEAK",
    "SPLIT_RENAME",
    "Checker",
    "Coverage",
    "CrashError",
    "Exploration",
    "Model",
    "Node",
    "NotModelledError",
    "Recording",
    "RecordingError",
    "Report",
    "State",
    "Tree",
    "Violation",
    "build",
    "check",
    "compare",
    "explore",
    "mark",
    "on_disk",
    "record",
    "replay",
    "scan",
    "section",
    "shape",
]
