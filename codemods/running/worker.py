"""One process that answers for the files it is given, until it hangs, dies or grows too large."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")

_MANY = 500_000
"""Objects that came and did not go, for which a new process pays; a collection visits all of them first."""

FORKS = sys.platform == "linux"
"""A fork has all modules loaded already; elsewhere it is not to be had, or not to be trusted."""


class Lost(str):
    """Why there is no answer."""

    __slots__ = ()


class Worker(Generic[Item, Answer]):
    """One process, and what it is busy with."""

    def __init__(self, work: Callable[[Item], Answer], others: list[Connection]) -> None:
        context: Any = multiprocessing.get_context("fork" if FORKS else "spawn")
        self.pipe, far = context.Pipe()
        # While any process holds the near end, a worker would not learn that its parent was killed.
        inherited = [self.pipe, *others] if FORKS else []
        self.process = context.Process(target=serve, args=(far, work, inherited), daemon=True)
        self.process.start()
        far.close()
        self.numbers = range(0)
        self.deadline = 0.0
        self.is_full = False
        """Does its memory hold so much by now that another one should go on?"""

    def give(self, numbers: range, items: Sequence[Item], limit: float) -> None:
        """Hand it the items of these numbers."""
        self.numbers, self.deadline = numbers, time.monotonic() + limit
        with suppress(OSError):  # it died in between, and the empty pipe will say so
            self.pipe.send([items[number] for number in numbers])

    @property
    def is_late(self) -> bool:
        """Has its time run out?"""
        return time.monotonic() >= self.deadline

    def answers(self, limit: float) -> list[Answer] | Lost:
        """What it made of the items."""
        found: list[Answer]
        try:
            found, self.is_full = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(limit)
            code = self.process.exitcode or 0
            self.stop()
            return Lost(f"its worker process died ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})")
        return found

    def killed(self, limit: float) -> Lost:
        """End it, for it took too long."""
        self.stop()
        return Lost(f"it took longer than {limit:g} s")

    def stop(self) -> None:
        """End it, whatever it does."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


def serve(pipe: Connection, work: Callable[[Item], Answer], inherited: Sequence[Connection]) -> None:
    """Answer until nobody asks any more."""
    # An interrupt at the terminal reaches every process; the parent ends us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for each in inherited:
        each.close()
    # A collection in the midst of a file would visit the whole of its trees again and again, to find no garbage.
    gc.disable()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(([work(item) for item in pipe.recv()], gc.get_count()[0] > _MANY))
