"""How far a run has come, for somebody who waits at a terminal."""

from __future__ import annotations

import time
from typing import TextIO

_PAUSE = 0.1


class Progress:
    """One line that is written over and over, and gone at the end."""

    def __init__(self, stream: TextIO, total: int, *, wanted: bool) -> None:
        self._stream = stream
        self._total = total
        self._wanted = wanted and stream.isatty()
        self._next = time.monotonic() + _PAUSE
        self._width = 0

    def step(self, done: int) -> None:
        """Show how many files are done, a few times a second at most."""
        if self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + _PAUSE
            line = f"{done}/{self._total} files"
            self._width = max(self._width, len(line))
            self._put(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            self._put(" " * self._width)
            self._put("")

    def _put(self, line: str) -> None:
        self._stream.write(f"\r{line}")
        self._stream.flush()
