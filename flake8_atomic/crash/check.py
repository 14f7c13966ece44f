"""A user's checker is asked about every state."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from .explore import State, explore
from .models import MODELS, Model

if TYPE_CHECKING:
    from .recording import Recording

Checker = Callable[[State], str | None]
"""Returns what is wrong with a state, or None."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A state that the checker refused, and why."""

    state: State
    reason: str


@dataclass(frozen=True, slots=True)
class Report:
    """How many unique states each model has, which were refused, and whether any was left out."""

    states: dict[str, int]
    violations: tuple[Violation, ...]
    complete: bool

    def reasons(self, model: str | None = None) -> dict[str, int]:
        """Count the refusals by reason."""
        counts: dict[str, int] = {}
        for violation in self.violations:
            if model is None or violation.state.id.startswith(f"{model}/"):
                counts[violation.reason] = counts.get(violation.reason, 0) + 1
        return counts


def check(
    recording: Recording,
    checker: Checker,
    *,
    models: Iterable[Model] = tuple(MODELS.values()),
    fills: Iterable[str] = ("zero", "garbage"),
    limit: int = 50_000,
    samples: int = 2_000,
    seed: int = 0,
) -> Report:
    """Explore a recording under each model and let the checker judge every state."""
    states: dict[str, int] = {}
    violations: list[Violation] = []
    complete, options = True, {"limit": limit, "samples": samples, "seed": seed}
    for model in models:
        exploration = explore(recording, model, fills=tuple(fills), **options)
        states[model.name] = len(exploration.states)
        complete &= exploration.complete
        judged = ((state, checker(state)) for state in exploration.states)
        violations += [Violation(state, reason) for state, reason in judged if reason]
    return Report(states, tuple(violations), complete)


def on_disk(checker: Callable[[Path, State], str | None], scratch: Path | None = None) -> Checker:
    """Make a checker that is given each state as a real directory, for programs that recover."""

    def judge(state: State) -> str | None:
        with tempfile.TemporaryDirectory(prefix="crash-state-", dir=scratch) as root:
            state.build(Path(root))
            return checker(Path(root), state)

    return judge
