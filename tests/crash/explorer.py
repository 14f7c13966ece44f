"""Records scenarios in one traced process and asks the explorer about each."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import MODELS, Model, Recording, Report, State, check, record
from tests.crash.child import COLD
from tests.crash.scenarios import Scenario, dump

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

REPOSITORY = Path(__file__).parents[2]


def environment() -> dict[str, str]:
    """Return an environment in which a child finds the project, and nothing that it would write itself."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("ATOMIC_", "COV_"))}
    path = os.pathsep.join([str(REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**kept, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}


def recordings(scenarios: Iterable[Scenario], options: Sequence[str] = ()) -> dict[Scenario, Recording]:
    """Carry the scenarios out under one strace."""
    with tempfile.TemporaryDirectory(prefix="crash-") as scratch:
        roots = {scenario: Path(scratch, f"r{number}") for number, scenario in enumerate(scenarios)}
        for scenario, root in roots.items():
            scenario.prepare(root)
        plan = Path(scratch, "plan.json")
        plan.write_text(dump(roots.items()), "utf-8")
        command = [sys.executable, "-m", "tests.crash.child", str(plan), *([COLD] if options else [])]
        named = {scenario.key: root for scenario, root in roots.items()}
        found = record(command, named, directory=REPOSITORY, environment=environment(), options=options)
        return {scenario: found[scenario.key] for scenario in roots}


def judge(
    scenario: Scenario,
    recording: Recording,
    models: Iterable[Model] = tuple(MODELS.values()),
    limit: int = 50_000,
) -> Report:
    """Ask about every state whether it is one the scenario allows."""

    def checker(state: State) -> str | None:
        power = not state.id.startswith("kill/")
        return scenario.fault(state.tree, returned="returned" in state.marks, power=power)

    return check(recording, checker, models=models, limit=limit)
