"""From one log of a disk to every image that a power cut could have left of it."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from tests.crash.power.fuse import Entry

RECENT = 6


class Cut(NamedTuple):
    """The writes that are on disk after one power cut, and the marks passed before it."""

    writes: tuple[int, ...]
    marks: tuple[bytes, ...]


class Base:
    """A disk's non-empty blocks, so that a sparse image can be made anew in a millisecond."""

    def __init__(self, image: Path) -> None:
        self.size = image.stat().st_size
        self.runs: list[tuple[int, bytes]] = []
        with image.open("rb") as file:
            position = 0
            while position < self.size:
                try:
                    start = os.lseek(file.fileno(), position, os.SEEK_DATA)
                except OSError:
                    break
                position = os.lseek(file.fileno(), start, os.SEEK_HOLE)
                self.runs.append((start, os.pread(file.fileno(), position - start, start)))

    def write(self, image: Path, log: Sequence[Entry] = (), writes: Sequence[int] = ()) -> None:
        """Make an image of the base and some of the logged writes."""
        image.unlink(missing_ok=True)
        descriptor = os.open(image, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            os.ftruncate(descriptor, self.size)
            for offset, data in self.runs:
                os.pwrite(descriptor, data, offset)
            for index in writes:
                os.pwrite(descriptor, log[index].data, log[index].offset)
        finally:
            os.close(descriptor)


def cuts(log: Sequence[Entry], *, subsets: int, seed: int) -> Iterator[Cut]:
    """Yield prefixes, prefixes that lack or hold one unflushed write, and random subsets of the unflushed."""
    chance = random.Random(seed)
    flushed: list[int] = []
    pending: list[int] = []
    marks: tuple[bytes, ...] = ()
    yield Cut((), ())
    for index, entry in enumerate(log):
        if entry.kind == "mark":
            marks += (entry.data,)
        elif entry.kind == "flush":
            yield from _subsets(flushed, pending, marks, subsets, chance)
            flushed, pending = flushed + pending, []
        else:
            pending.append(index)
        yield Cut((*flushed, *pending), marks)
        for lost in pending[-RECENT:] if entry.kind == "write" else ():
            yield Cut((*flushed, *(kept for kept in pending if kept != lost)), marks)
        if entry.kind == "write":
            yield Cut((*flushed, index), marks)
    yield from _subsets(flushed, pending, marks, subsets, chance)


def _subsets(
    flushed: Sequence[int],
    pending: Sequence[int],
    marks: tuple[bytes, ...],
    count: int,
    chance: random.Random,
) -> Iterator[Cut]:
    for _ in range(count if len(pending) > 2 else 0):
        odds = chance.random()
        yield Cut((*flushed, *(index for index in pending if chance.random() < odds)), marks)


def spread(found: Iterator[Cut], budget: int) -> list[Cut]:
    """Return at most `budget` distinct cuts, evenly over the log."""
    unique = list(dict.fromkeys(found))
    step = max(1.0, len(unique) / budget)
    return [unique[int(number * step)] for number in range(min(budget, len(unique)))]
