"""Which fixes of a file stand in the way of the others, where a guard refuses all of them at once."""

from __future__ import annotations

from collections.abc import Callable

from codemods.planning import Plan
from flake8_atomic.edits import NoFix

Refused = dict[str, str]
"""Functions and classes by their names, or single findings in them, and why a guard refused the fixes there."""


def unless_refused(plan: Plan, refused: Refused) -> Plan:
    """The plan, or where it was refused before, what may be done instead; where nothing may, the reason."""
    reason = (refused.get(_where(plan)) or refused.get(_what(plan))) if plan.edits else None
    if reason is None:
        return plan
    if plan.smaller is not None and plan.smaller.edits:
        return unless_refused(plan.smaller, refused)
    return Plan(plan.finding, "none", reason)


def refused_alone(planned: list[Plan], carry_out: Callable[[list[Plan]], object], reason: str) -> Refused:
    """Those that are refused by themselves, function by function, else finding by finding, else all for this reason."""
    functions, several = _refused(planned, carry_out, _where)
    if functions and several:
        return functions
    findings, _ = _refused(planned, carry_out, _what)
    return findings or functions or {_where(plan): reason for plan in planned}


def _refused(
    planned: list[Plan], carry_out: Callable[[list[Plan]], object], named: Callable[[Plan], str]
) -> tuple[Refused, bool]:
    """Which of the groups are refused by themselves, and whether one of them is not."""
    groups: dict[str, list[Plan]] = {}
    for plan in planned:
        groups.setdefault(named(plan), []).append(plan)
    refused: Refused = {}
    for name, plans in groups.items() if len(groups) > 1 else ():
        try:
            carry_out(plans)
        except NoFix as reason:
            refused[name] = str(reason)
    return refused, len(refused) < len(groups)


def _where(plan: Plan) -> str:
    assert plan.finding.inspection is not None
    scope = plan.finding.inspection.file.top.at_line(plan.finding.span.line)
    names = [scope.name]
    while scope.parent is not None:
        scope = scope.parent
        names.append(scope.name)
    # What is done instead of a refused plan may be refused in its turn.
    return ".".join(reversed(names)) + " as a whole" * (plan.smaller is not None)


def _what(plan: Plan) -> str:
    """The finding, by what no fix of another one changes: its line may be another one afterwards."""
    assert plan.finding.inspection is not None
    line = plan.finding.inspection.file.source.line(plan.finding.span.line)
    return f"{_where(plan)} {plan.finding.code} {line.strip()}"
