"""Several syncs at once, where one of them takes long: the filesystem then writes its journal for all of them."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Sync = Callable[[], None]

SLOW = 0.0001
"""Seconds that a sync must take before a thread is worth its start; in memory a sync takes a microsecond."""
THREADS = 6

_slow: set[int] = set()


def sync_all(syncs: Iterable[Sync], device: int) -> None:
    """Make every call, on a slow device several at a time; raise the first error after all have ended."""
    pending = list(syncs)
    pending.reverse()
    while pending and (device not in _slow or len(pending) == 1):
        began = time.perf_counter()
        pending.pop()()
        if time.perf_counter() - began >= SLOW:
            _slow.add(device)
    if pending:
        _in_threads(pending)


def _in_threads(pending: list[Sync]) -> None:
    import threading

    errors: list[BaseException] = []

    def work() -> None:
        while not errors:
            try:
                sync = pending.pop()
            except IndexError:
                return
            try:
                sync()
            except BaseException as error:  # noqa: BLE001 - it is raised in the thread that asked
                errors.append(error)

    threads = [threading.Thread(target=work) for _ in range(min(THREADS, len(pending)) - 1)]
    started = []
    try:
        for thread in threads:
            try:
                thread.start()
            except RuntimeError:
                break  # no more threads to be had; this one does the rest
            started.append(thread)
        work()
    finally:
        pending.clear()
        for thread in started:
            thread.join()
    if errors:
        raise errors[0]
