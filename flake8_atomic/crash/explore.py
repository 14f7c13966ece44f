"""Every state that a crash can leave on disk, each with an identity from which it can be made again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import CrashError
from .image import GARBAGE, ZERO, Image
from .models import MODELS, Model
from .plan import Plan, Point
from .tree import Tree, build, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from .recording import Recording

FILLS = {"zero": ZERO, "garbage": GARBAGE}


@dataclass(frozen=True, slots=True)
class State:
    """What is on disk after one crash, and the marks the program had passed."""

    id: str
    tree: Tree
    marks: tuple[str, ...]

    def build(self, root: Path) -> None:
        """Write the state into the empty directory `root`."""
        build(self.tree, root)


@dataclass(frozen=True, slots=True)
class Exploration:
    """The unique states of a recording under a model; `complete` says that there are no others."""

    model: str
    states: tuple[State, ...]
    raw: int
    complete: bool


def explore(
    recording: Recording,
    model: Model,
    *,
    fills: Iterable[str] = ("zero", "garbage"),
    limit: int = 50_000,
    samples: int = 2_000,
    seed: int = 0,
) -> Exploration:
    """Find every state, or a seeded sample at each point that has more than `limit` of them."""
    plan = Plan(recording, model)
    unique: dict[object, State] = {}
    raw, complete = 0, True
    for point in plan.points.values():
        persisted: Sequence[int] | None = plan.every(point, limit)
        if persisted is None:
            persisted, complete = sorted(set(plan.some(point, samples, seed))), False
        raw += len(persisted)
        for state in _states(plan, point, persisted, tuple(fills)):
            unique.setdefault((frozen(state.tree), state.marks), state)
    return Exploration(model.name, tuple(unique.values()), raw, complete)


def _states(plan: Plan, point: Point, persisted: Iterable[int], fills: Sequence[str]) -> Iterator[State]:
    for mask in persisted:
        for fill in fills:
            image = _image(plan, mask, fill)
            yield _state(plan, point, mask, fill, image)
            if not image.holes:
                break


def _image(plan: Plan, mask: int, fill: str) -> Image:
    image = Image(dict(plan.recording.inodes), FILLS[fill])
    for index, operation in enumerate(plan.operations):
        if mask >> index & 1:
            image.apply(operation)
    return image


def _state(plan: Plan, point: Point, mask: int, fill: str, image: Image) -> State:
    return State(f"{plan.model.name}/{point.step}/{mask:x}/{fill}", image.tree(), point.marks)


def replay(recording: Recording, identity: str) -> State:
    """Make one state again from its identity."""
    try:
        name, step, mask, fill = identity.split("/")
        plan = Plan(recording, MODELS[name])
        point, persisted = plan.points[int(step)], int(mask, 16)
        FILLS[fill]
    except (ValueError, KeyError) as error:
        raise CrashError(f"{identity!r} names no state of this recording") from error
    if point.durable & ~persisted or persisted & ~point.issued or not plan.closed(persisted):
        raise CrashError(f"{identity!r} is a state that this recording cannot leave")
    return _state(plan, point, persisted, fill, _image(plan, persisted, fill))
