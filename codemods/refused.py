"""Which fixes of a file stand in the way of the others, where a guard refuses all of them at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from codemods.planning import Plan
from flake8_atomic.edits import NoFix

Refused = dict[str, str]
"""Functions and classes by their names, and why a guard refused the fixes in each."""


def without_refused(decided: Iterable[Plan], refused: Refused) -> list[Plan]:
    """The plans, with the reason in the place of each that was refused before."""
    return [
        Plan(plan.finding, "none", refused[_where(plan)]) if plan.edits and _where(plan) in refused else plan
        for plan in decided
    ]


def refused_alone(planned: list[Plan], carry_out: Callable[[list[Plan]], object]) -> Refused:
    """Those that are refused by themselves, function by function; none where that is all of them, or none."""
    groups: dict[str, list[Plan]] = {}
    for plan in planned:
        groups.setdefault(_where(plan), []).append(plan)
    refused: Refused = {}
    for where, plans in groups.items() if len(groups) > 1 else ():
        try:
            carry_out(plans)
        except NoFix as reason:
            refused[where] = str(reason)
    return refused if len(refused) < len(groups) else {}


def _where(plan: Plan) -> str:
    assert plan.finding.inspection is not None
    scope = plan.finding.inspection.file.top.at_line(plan.finding.span.line)
    names = [scope.name]
    while scope.parent is not None:
        scope = scope.parent
        names.append(scope.name)
    return ".".join(reversed(names))
