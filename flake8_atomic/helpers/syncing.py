"""Several calls at once where one waits for the disk: the filesystem then writes its journal for all of them."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from threading import Thread

    Call = Callable[[], None]

SLOW = 0.001
"""Seconds that syncs must take before threads are worth their start; with a cache in the disk they cost more."""
THREADS = 6
_WEIGHT = 0.2  # of the latest sync: one that was held up by something else makes no device slow

_typical: dict[int, float] = {}


def all_at_once(calls: Iterable[Call], device: int, *, syncs: bool = True) -> None:
    """Make every call, on a slow device several at a time; raise the first error after all have ended.

    How long `syncs` take tells whether the device is slow.
    """
    pending = list(calls)
    pending.reverse()
    while pending and (len(pending) == 1 or _typical.get(device, -1.0) < SLOW):
        took = _timed(pending.pop())
        if syncs:
            _learn(device, took)
    if pending:
        for took in _in_threads(pending):
            if syncs:
                _learn(device, took)


def _learn(device: int, took: float) -> None:
    known = _typical.get(device, took)
    _typical[device] = known + _WEIGHT * (took - known)


def _timed(call: Call) -> float:
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


def _in_threads(pending: list[Call]) -> list[float]:
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

    started: list[Thread] = []
    try:
        _start(started, work, min(THREADS, len(pending)) - 1)
        work()
    finally:
        pending.clear()
        for thread in started:
            thread.join()
    if errors:
        raise errors[0]
    return times


def _start(started: list[Thread], work: Call, count: int) -> None:
    """Start as many threads, or as many as there are to be had: the caller does the rest."""
    import threading

    for _ in range(count):
        thread = threading.Thread(target=work)
        try:
            thread.start()
        except RuntimeError:
            return
        started.append(thread)
