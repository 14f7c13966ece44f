"""Decides what becomes of each finding: a fix that may be carried out, or a reason why not."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace

from codemods.imports import Imports
from codemods.project.mapping import mapped
from codemods.project.patch_notes import patched_note
from codemods.project.scripts import script_note
from codemods.syntax.planned import wanted_by
from codemods.syntax.taken import Taken
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import Finding
from flake8_atomic.edits import HELPERS, Edit, Fix, Instead, NoFix
from flake8_atomic.settings import Settings


@dataclass(frozen=True)
class Wish:
    """What the user asked for, in every file alike."""

    settings: Settings
    unsafe: bool = False
    helpers: str = HELPERS
    """The module to import the helpers from."""
    patched: Mapping[str, str] = field(default_factory=dict)
    """Dotted names that the project's tests patch, and where."""
    offered: frozenset[str] | None = None
    """Which of the helpers that module has, or the settings map; None is all of them."""
    open_ended: frozenset[str] = frozenset()
    """The mapped functions that take any keyword."""


@dataclass(frozen=True)
class Plan:
    """One finding, and what is to become of it: no edits where it is left alone, and then `text` says why."""

    finding: Finding
    level: str
    text: str
    edits: tuple[Edit, ...] = ()
    smaller: Plan | None = None
    """What may be done instead, where a guard refuses this."""


def plans(findings: Iterable[Finding], filename: str, wish: Wish, allowed: Callable[[Plan], Plan]) -> list[Plan]:
    """Decide about every finding; of two that would change the same code, the first that is allowed is carried out."""
    decided: list[Plan] = []
    taken = Taken()
    for finding in findings:
        plan = allowed(_plan(finding, filename, wish))
        if not taken.take(plan.edits):
            plan = Plan(finding, "none", "its fix waits for that of another finding in the same code")
        decided.append(plan)
    return decided


def importable(decided: list[Plan], source: Source, filename: str, helpers: str) -> list[Plan]:
    """The plans, or where the file cannot import what they need, the reason in the place of each."""
    edits = [edit for plan in decided for edit in plan.edits]
    if not edits:
        return decided
    imports = Imports(source, filename, helpers, edits)
    try:
        for wanted in wanted_by(edits):
            imports.local(wanted)
    except NoFix as reason:
        return [Plan(plan.finding, "none", str(reason)) if plan.edits else plan for plan in decided]
    return decided


def _plan(finding: Finding, filename: str, wish: Wish) -> Plan:
    try:
        fix = finding.fix()
    except NoFix as reason:
        return Plan(finding, "none", str(reason))
    except RecursionError:
        return Plan(finding, "none", "the code is nested too deeply to be followed")
    plan = _judged(fix, finding, filename, wish)
    if fix.smaller is None:
        return plan
    smaller = _judged(fix.smaller, finding, filename, wish)
    if plan.edits:
        return replace(plan, smaller=smaller)
    return smaller if smaller.edits else plan


def _judged(planned: Fix, finding: Finding, filename: str, wish: Wish) -> Plan:
    """What becomes of the finding by this fix alone."""
    assert finding.inspection is not None
    try:
        fix = mapped(planned, wish.settings.helper_calls, wish.offered, wish.open_ended)
        _check_lines(fix, finding)
    except NoFix as reason:
        return Plan(finding, "none", str(reason))
    foreign = any(wanted.module.partition(".")[0] not in sys.stdlib_module_names for wanted in wanted_by(fix.edits))
    ran = script_note(finding.inspection.file.source, filename, wish.helpers) if foreign else []
    notes = [*fix.notes, *patched_note(fix, filename, wish.patched), *ran]
    if not notes:
        return Plan(finding, "safe", "", fix.edits)
    text = "; ".join(notes)
    return Plan(finding, "unsafe", text, fix.edits if wish.unsafe else ())


def _check_lines(fix: Fix, finding: Finding) -> None:
    """Statements are replaced with their lines, which must not hold others."""
    assert finding.inspection is not None
    parents = finding.inspection.file.parents
    for edit in fix.edits:
        for statement in edit.old if isinstance(edit, Instead) else ():
            suite = [*parents.suite(statement), parents.of(statement)]
            lines = {other.lineno for other in suite if other is not statement and isinstance(other, ast.stmt)}
            if statement.lineno in lines:
                raise NoFix("give the statement a line of its own, then it can be rewritten")
