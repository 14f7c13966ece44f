"""The crash state that a rule names is reached by its bad example, and never by the good one or by what is repaired."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.catalogue import FOUND
from flake8_atomic.crash import explore
from flake8_atomic.detect import detect
from flake8_atomic.rules import Rule, all_rules
from flake8_atomic.settings import Settings
from tests.crash.explorer import recordings
from tests.crash.requirements import need_strace
from tests.crash.shown import CAUSES, Befalls, Shown, is_in
from tests.fixtures import FIXTURES

if TYPE_CHECKING:
    from collections.abc import Iterable

RULES = [rule for rule in all_rules().values() if rule.code.startswith("ATM2")]
SHOWN = [rule for rule in RULES if rule.crash]
NO_CRASH = {"ATM204"}
"""On Windows the rename is refused, and the old file stays as it is."""


def functions(path: Path) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def is_flagged(rule: Rule, path: Path, function: ast.FunctionDef) -> bool:
    enabled = Settings(enable=frozenset({rule.code}) if rule.opt_in else frozenset())
    found = detect(path.read_text(encoding="utf-8"), enabled)
    lines = [finding.span.line for finding in found if finding.code == rule.code]
    return any(function.lineno <= line <= (function.end_lineno or 0) for line in lines)


def writers(rule: Rule) -> dict[str, bool]:
    """Whether each writer is flagged: the documented examples, the first good function, and what a repair made."""
    folder = FIXTURES / rule.name
    first = next(iter(functions(folder / "good.py")))
    found = {"tests.crash.shown:good": False}
    for module, name in (("bad", "save"), ("good", first), ("fixed", "save")):
        path = folder / f"{module}.py"
        if path.exists():
            found[f"{rule.name}/{module}:{name}"] = is_flagged(rule, path, functions(path)[name])
    return found


def reached(befalls: Befalls, what: str, writers: Iterable[str]) -> dict[str, bool]:
    """Whether the state is among all those of each writer."""
    options = (("around", befalls.around),) if befalls.around else ()
    found = {}
    for scenario, recording in recordings([Shown(each, options=options) for each in writers], befalls.options).items():
        exploration = explore(recording, befalls.model)
        ended = {mark for state in exploration.states for mark in state.marks}
        assert exploration.complete
        assert ended
        assert not (befalls.options and "returned" in ended), "the fault was not felt"
        found[scenario.writer] = any(is_in(what, state) for state in exploration.states)
    return found


def test_every_rule_of_replaces_names_a_state_or_leaves_none() -> None:
    assert {rule.code for rule in RULES} - {rule.code for rule in SHOWN} == NO_CRASH
    assert {rule.crash.cause for rule in SHOWN if rule.crash} == set(CAUSES)
    assert {rule.crash.state for rule in SHOWN if rule.crash} == set(FOUND)


# One rule is shown whenever the tests run, the others with the crash tiers.
EACH = [
    pytest.param(rule, id=rule.code, marks=pytest.mark.ptrace if number else ()) for number, rule in enumerate(SHOWN)
]


@pytest.mark.parametrize("rule", EACH)
def test_the_state_is_reached_where_the_rule_is_right_and_nowhere_else(rule: Rule) -> None:
    need_strace()
    assert rule.crash is not None
    judged = writers(rule)
    assert judged[f"{rule.name}/bad:save"]
    assert reached(CAUSES[rule.crash.cause], rule.crash.state, judged) == judged


def test_a_kill_alone_empties_no_file_that_is_renamed_before_it_is_synced() -> None:
    need_strace()
    assert reached(CAUSES["a kill"], "empty", ["renamed_before_sync/bad:save"]) == {
        "renamed_before_sync/bad:save": False
    }
