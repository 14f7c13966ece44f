"""The standard streams of the commands: what they cannot show is escaped, and that they fail is said in one line."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TextIO


def guarded(name: str, command: Callable[[], int], *, reads: bool = False) -> int:
    """Run a command whose output may fail: nobody reads it any more, the disk is full, or there is none."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 it lasts as long as the process
    missing = "input" if reads and sys.stdin is None else "output" if sys.stdout is None else ""
    if missing:
        return _failed(name, f"standard {missing} is closed")
    forgive_characters()
    try:
        code = command()
        sys.stdout.flush()
    except BrokenPipeError:
        _abandon(sys.stdout)
        return 2
    except OSError as error:
        code = _failed(name, f"{error.filename or 'standard output'}: {error.strerror or error}")
        if error.filename is None:
            _abandon(sys.stdout)
    return code


def forgive_characters() -> None:
    """Let no odd file name or source line end the run on a terminal that cannot show it."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _failed(name: str, reason: str) -> int:
    try:
        print(f"{name}: {reason}", file=sys.stderr)
    except OSError:
        _abandon(sys.stderr)
    return 2


def _abandon(stream: TextIO) -> None:
    # What is still buffered would fail once more at the end of the interpreter, with a traceback.
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
