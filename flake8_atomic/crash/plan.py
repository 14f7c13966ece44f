"""One recording under one model: which operations may be on disk at each point where a crash can come."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from .operations import Mark, Operation, Sync, Write

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .models import Model
    from .recording import Recording


@dataclass(frozen=True, slots=True)
class Point:
    """A crash after `step` steps: `durable` must be on disk, `issued` may be (both are bit sets)."""

    step: int
    durable: int
    issued: int
    marks: tuple[str, ...]


class Plan:
    """The operations in order, what each needs, and the points that between them show every state."""

    def __init__(self, recording: Recording, model: Model) -> None:
        self.recording, self.model = recording, model
        self.operations: list[Operation] = []
        self.ended: list[int] = []
        for step in recording.steps:
            if not isinstance(step.what, Sync | Mark):
                for operation in model.lower(step.what):
                    self.operations.append(operation)
                    self.ended.append(step.ended)

    @cached_property
    def needs(self) -> list[int]:
        """Return what each operation needs, as bit sets."""
        indices = range(len(self.operations))
        return [sum(1 << need for need in self.model.needs(self.operations, index)) for index in indices]

    @cached_property
    def points(self) -> dict[int, Point]:
        """Return the points just before a sync or a mark counts, and the end; others show nothing new."""
        points: dict[int, Point] = {}
        issued = durable = poisoned = 0
        marks: tuple[str, ...] = ()
        count = 0
        for number, step in enumerate(self.recording.steps):
            if isinstance(step.what, Sync | Mark):
                points[number] = Point(number, durable, issued, marks)
            if isinstance(step.what, Mark):
                marks += (step.what.name,)
                durable = issued if self.model.keeps_cache else durable
            elif isinstance(step.what, Sync):
                poisoned |= self._lost(step.what) & ~durable if step.what.failed else 0
                durable |= 0 if step.what.failed else self._settled(step.what) & ~poisoned
            else:
                count += len(self.model.lower(step.what))
                issued = (1 << count) - 1
        end = len(self.recording.steps)
        points[end] = Point(end, durable, issued, marks)
        return points

    def _settled(self, sync: Sync) -> int:
        settled = (self.model.settles(operation, sync) for operation in self.operations)
        return self._with_needs(self._seen_by(sync, settled))

    def _lost(self, sync: Sync) -> int:
        """Return the pages a failed sync marks clean: no later sync writes them."""
        inodes = (operation.inode if isinstance(operation, Write) else None for operation in self.operations)
        return self._seen_by(sync, (inode == sync.inode for inode in inodes))

    def _seen_by(self, sync: Sync, chosen: Iterable[bool]) -> int:
        ended = (end < sync.began for end in self.ended)
        return sum(1 << index for index, both in enumerate(zip(ended, chosen, strict=True)) if all(both))

    def _with_needs(self, chosen: int) -> int:
        for index in reversed(range(len(self.operations))):
            if chosen >> index & 1:
                chosen |= self.needs[index]
        return chosen

    def closed(self, persisted: int) -> bool:
        """Tell whether everything that the persisted operations need is persisted too."""
        return all(self.needs[index] & ~persisted == 0 for index in _bits(persisted))

    def every(self, point: Point, limit: int) -> list[int] | None:
        """Return every set of operations that can be on disk, None if there are more than `limit`."""
        states = [point.durable]
        for index in _bits(point.issued & ~point.durable):
            need, bit = self.needs[index], 1 << index
            states += [state | bit for state in states if not need & ~state]
            if len(states) > limit:
                return None
        return states

    def some(self, point: Point, count: int, seed: int) -> Iterator[int]:
        """Yield prefixes, sets that lack one operation and what needs it, and random ones."""
        pending = list(_bits(point.issued & ~point.durable))
        for index in pending:
            yield self._grown(point, [other for other in pending if other <= index])
            yield self._grown(point, [other for other in pending if other != index])
        chance = random.Random(f"{seed}/{point.step}")
        for _ in range(count):
            odds = chance.random()
            yield self._grown(point, [index for index in pending if chance.random() < odds])
        yield point.durable

    def _grown(self, point: Point, chosen: list[int]) -> int:
        state = point.durable
        for index in chosen:
            if not self.needs[index] & ~state:
                state |= 1 << index
        return state


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low
