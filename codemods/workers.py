"""A few processes that take one file after another; one that hangs or dies costs one file."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar

Item = TypeVar("Item")
Answer = TypeVar("Answer")
LIMIT = 60.0
"""Seconds for one file; the slowest file of the standard library takes two."""

_MANY = 500_000
"""Objects that came and did not go, for which a new process pays; a collection visits all of them first."""

_TOGETHER = 16
"""Items handed over at once: to ask and to answer costs as much as to look through a short file."""

_TURNS = 8
"""Times that each process is given something, so that all of them are done at about the same time."""

FORKS = sys.platform == "linux"
"""A fork has all modules loaded already; elsewhere it is not to be had, or not to be trusted."""


class Lost(str):
    """Why there is no answer."""

    __slots__ = ()


def answers(
    work: Callable[[Item], Answer],
    items: Sequence[Item],
    jobs: int,
    limit: float = LIMIT,
    prepare: Callable[[], object] = tuple,
) -> Iterator[tuple[int, Answer | Lost]]:
    """Yield the number of each item with its answer, as they come; `prepare` does what later processes need not do."""
    waiting = _portions(len(items), jobs)
    idle: list[_Worker[Item, Answer]] = []
    busy: dict[Connection, _Worker[Item, Answer]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs:
                worker = idle.pop() if idle else _Worker(work, [*busy])
                worker.give(waiting.popleft(), items, limit)
                busy[worker.pipe] = worker
            for worker, found in _ended(busy, limit):
                if worker.is_full:
                    worker.stop()
                    prepare()
                elif not isinstance(found, Lost):
                    idle.append(worker)
                if isinstance(found, Lost) and len(worker.numbers) > 1:
                    # One of them is to blame, and shall be the only one to pay.
                    waiting.extendleft(range(number, number + 1) for number in reversed(worker.numbers))
                else:
                    yield from zip(worker.numbers, [found] if isinstance(found, Lost) else found, strict=True)
    finally:
        for worker in (*idle, *busy.values()):
            worker.stop()


def _portions(count: int, jobs: int) -> deque[range]:
    """The numbers of the items, as many together as a process is given at once."""
    size = max(1, min(_TOGETHER, count // (max(1, jobs) * _TURNS)))
    return deque(range(first, min(first + size, count)) for first in range(0, count, size))


def _ended(
    busy: dict[Connection, _Worker[Item, Answer]], limit: float
) -> Iterator[tuple[_Worker[Item, Answer], list[Answer] | Lost]]:
    """Wait for the next of them to end; those that have done so, or are late, are busy no more."""
    next_deadline = min(worker.deadline for worker in busy.values())
    ready = wait(busy, max(0.0, next_deadline - time.monotonic()))
    for worker in [worker for worker in busy.values() if worker.pipe in ready or worker.is_late]:
        del busy[worker.pipe]
        yield worker, worker.answers(limit) if worker.pipe in ready else worker.killed(limit)


class _Worker(Generic[Item, Answer]):
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
