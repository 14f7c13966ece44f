"""Crashes within recovery: every state that a crash can leave of a recovery from every state that a crash left."""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import Model, build, explore, record, scan
from flake8_atomic.crash.tree import frozen
from tests.crash.explorer import REPOSITORY, environment
from tests.crash.groups import MEMORY, GroupScenario, contents, recovered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from flake8_atomic.crash import Recording, State, Tree

BATCH = 300


def second_level(scenario: GroupScenario, states: Sequence[State], model: Model) -> Counter[str]:
    """Count states and faults; what the first recovery would have come to, the second must come to as well."""
    counts: Counter[str] = Counter()
    distinct = [*{frozen(state.tree): state.tree for state in states}.values()]
    seen: set[object] = set()
    for start in range(0, len(distinct), BATCH):
        for recording, after in _recoveries(distinct[start : start + BATCH]):
            _judge(scenario, recording, after, model, counts, seen)
    counts["first level"] = len(distinct)
    return counts


def _recoveries(trees: Sequence[Tree]) -> list[tuple[Recording, Tree]]:
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        roots = {str(number): Path(scratch, f"r{number}") for number in range(len(trees))}
        for root, tree in zip(roots.values(), trees, strict=True):
            root.mkdir()
            build(tree, root)
        plan = Path(scratch, "plan.json")
        plan.write_text(json.dumps({key: str(root) for key, root in roots.items()}), "utf-8")
        command = [sys.executable, "-m", "tests.crash.child_recover", str(plan), f"{scratch}/warm"]
        found = record(command, roots, directory=REPOSITORY, environment=environment())
        return [(found[key], scan(root)) for key, root in roots.items()]


def _judge(
    scenario: GroupScenario, recording: Recording, after: Tree, model: Model, counts: Counter[str], seen: set[object]
) -> None:
    wanted = contents(after)
    exploration = explore(recording, model)
    counts["incomplete"] += not exploration.complete
    for state in exploration.states:
        fingerprint = (frozen(state.tree), wanted == scenario.new)
        if fingerprint in seen:
            continue
        seen.add(fingerprint)
        counts["second level"] += 1
        try:
            fault = scenario.judged(recovered(state.tree), [wanted])
        except OSError as error:
            fault = type(error).__name__
        counts[f"fault {fault}"] += bool(fault)
