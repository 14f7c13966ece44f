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

_MANY = 200_000
"""Objects that came between two files and did not go, for which a collection pays."""

FORKS = sys.platform == "linux"
"""A fork has all modules loaded already; elsewhere it is not to be had, or not to be trusted."""


class Lost(str):
    """Why there is no answer."""

    __slots__ = ()


def answers(
    work: Callable[[Item], Answer], items: Sequence[Item], jobs: int, limit: float = LIMIT
) -> Iterator[tuple[int, Answer | Lost]]:
    """Yield the number of each item with its answer, as they come."""
    waiting = deque(enumerate(items))
    idle: list[_Worker[Item, Answer]] = []
    busy: dict[Connection, _Worker[Item, Answer]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs:
                worker = idle.pop() if idle else _Worker(work, [*busy])
                worker.give(*waiting.popleft(), limit)
                busy[worker.pipe] = worker
            next_deadline = min(worker.deadline for worker in busy.values())
            ready = wait(busy, max(0.0, next_deadline - time.monotonic()))
            for worker in [worker for worker in busy.values() if worker.pipe in ready or worker.is_late]:
                del busy[worker.pipe]
                answer = worker.answer(limit) if worker.pipe in ready else worker.killed(limit)
                if not isinstance(answer, Lost):
                    idle.append(worker)
                yield worker.number, answer
    finally:
        for worker in (*idle, *busy.values()):
            worker.stop()


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
        self.number = 0
        self.deadline = 0.0

    def give(self, number: int, item: Item, limit: float) -> None:
        """Hand it one item."""
        self.number, self.deadline = number, time.monotonic() + limit
        with suppress(OSError):  # it died in between, and the empty pipe will say so
            self.pipe.send(item)

    @property
    def is_late(self) -> bool:
        """Has its time run out?"""
        return time.monotonic() >= self.deadline

    def answer(self, limit: float) -> Answer | Lost:
        """What it made of the item."""
        try:
            answer: Answer = self.pipe.recv()
        except (EOFError, OSError):
            self.process.join(limit)
            code = self.process.exitcode or 0
            self.stop()
            return Lost(f"its worker process died ({signal.Signals(-code).name if code < 0 else f'exit code {code}'})")
        return answer

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
    gc.freeze()
    with suppress(EOFError, OSError):
        while True:
            pipe.send(work(pipe.recv()))
            if gc.get_count()[0] > _MANY:
                gc.collect()
