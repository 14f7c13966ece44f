"""Several calls at once where one waits for the disk: the filesystem then writes its journal for all of them."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Call = Callable[[], None]

SLOW = 0.0001
"""Seconds that a sync must take before a thread is worth its start; in memory a sync takes a microsecond."""
THREADS = 6

_TELLING = 4  # syncs from which on their times say something about the device
_slow: set[int] = set()


def all_at_once(calls: Iterable[Call], device: int, *, syncs: bool = True) -> None:
    """Make every call, on a slow device several at a time; raise the first error after all have ended.

    How long `syncs` take tells whether the device is slow.
    """
    pending = list(calls)
    pending.reverse()
    while pending and (device not in _slow or len(pending) == 1):
        if _timed(pending.pop()) >= SLOW and syncs:
            _slow.add(device)
    if pending:
        times = _in_threads(pending)
        if syncs and len(times) >= _TELLING and sorted(times)[len(times) // 2] < SLOW:
            _slow.discard(device)  # one sync was held up by something else


def _timed(call: Call) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _in_threads(pending: list[Call]) -> list[float]:
    import threading

    errors: list[BaseException] = []
    times: list[float] = []

    def work() -> None:
        while not errors:
            try:
                call = pending.pop()
            except IndexError:
                return
            try:
                times.append(_timed(call))
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
    return times
