"""Gives a few processes one file after another; one that hangs or dies costs one file."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from codemods.running.worker import Lost, Worker

Item = TypeVar("Item")
Answer = TypeVar("Answer")
LIMIT = 60.0
"""Seconds for one file; the slowest file of the standard library takes two."""

_TOGETHER = 16
"""Items handed over at once: to ask and to answer costs as much as to look through a short file."""

_TURNS = 8
"""Times that each process is given something, so that all of them are done at about the same time."""


def answers(
    work: Callable[[Item], Answer],
    items: Sequence[Item],
    jobs: int,
    limit: float = LIMIT,
    prepare: Callable[[Sequence[Item]], object] = tuple,
) -> Iterator[tuple[int, Answer | Lost]]:
    """Yield the number of each item with its answer, as they come; `prepare` does what later processes need not do.

    It is given what filled a process, for the next is likely to be given more of the kind.
    """
    waiting = _portions(len(items), jobs)
    idle: list[Worker[Item, Answer]] = []
    busy: dict[Connection, Worker[Item, Answer]] = {}
    try:
        while waiting or busy:
            while waiting and len(busy) < jobs:
                worker = idle.pop() if idle else Worker(work, [*busy])
                worker.give(waiting.popleft(), items, limit)
                busy[worker.pipe] = worker
            for worker, found in _ended(busy, limit):
                if worker.is_full:
                    worker.stop()
                    prepare([items[number] for number in worker.numbers])
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
    busy: dict[Connection, Worker[Item, Answer]], limit: float
) -> Iterator[tuple[Worker[Item, Answer], list[Answer] | Lost]]:
    """Wait for the next of them to end; those that have done so, or are late, are busy no more."""
    next_deadline = min(worker.deadline for worker in busy.values())
    ready = wait(busy, max(0.0, next_deadline - time.monotonic()))
    for worker in [worker for worker in busy.values() if worker.pipe in ready or worker.is_late]:
        del busy[worker.pipe]
        yield worker, worker.answers(limit) if worker.pipe in ready else worker.killed(limit)
