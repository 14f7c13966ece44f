"""What became of each finding, told of where it stood at first, whatever the rounds after that found."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import NamedTuple

from codemods.planning import Plan
from flake8_atomic.analysis.code.source import Span
from flake8_atomic.edits import NoFix

_LINE = re.compile(r"\bline (\d+)")


@dataclass(frozen=True)
class Site:
    """One finding, and what became of it."""

    code: str
    message: str
    span: Span
    level: str
    """safe, unsafe or none."""
    text: str
    """What changes at run time for an unsafe fix, what to do instead where there is none."""
    fixed: bool


class Standing(NamedTuple):
    """A finding that was left, by its place among the first ones, and what stands on its line."""

    place: int
    code: str
    line: str


def site_of(plan: Plan) -> Site:
    """The finding of the first round, with what its plan says."""
    finding = plan.finding
    return Site(finding.code, finding.message, finding.span, plan.level, plan.text, bool(plan.edits))


def told(
    sites: list[Site], standing: list[Standing], decided: list[tuple[Plan, str]], levels: set[str]
) -> tuple[list[Site], list[Standing]]:
    """The sites, each with what the last plan for it says, and those that are still found; each plan with its line.

    What is found no more went with the fix of another, one of these levels: a connect that is durable needs no
    pragmas.
    """
    new, found, rest = list(sites), list[Standing](), list(standing)
    for number, (plan, line) in enumerate(decided):
        codes = [later.finding.code for later, _ in decided[number + 1 :]]
        spare = range(len(rest) - len(codes))  # so many may be gone, and the others still be left
        may = [at for at in spare if rest[at].code == plan.finding.code and _follow(codes, rest[at + 1 :])]
        if not may:
            raise NoFix("what is found after the rewrite is not what was left before it")
        at = next((at for at in may if rest[at].line == line), may[0])
        for gone in rest[:at]:
            new[gone.place] = _gone(sites[gone.place], levels)
        place = rest[at].place
        found.append(Standing(place, plan.finding.code, line))
        new[place] = replace(sites[place], level=plan.level, text=_text(sites[place], plan), fixed=bool(plan.edits))
        del rest[: at + 1]
    for gone in rest:
        new[gone.place] = _gone(sites[gone.place], levels)
    return new, found


def _text(site: Site, plan: Plan) -> str:
    """What the plan says, with the lines of the text that the user has: the rounds before have moved them."""
    if _LINE.sub("", plan.text) == _LINE.sub("", site.text):
        return site.text
    moved = plan.finding.span.line - site.span.line
    return _LINE.sub(lambda told: f"line {int(told[1]) - moved}", plan.text)


def _follow(codes: list[str], rest: list[Standing]) -> bool:
    """Are these codes among those that stood before, in this order?"""
    left = iter(one.code for one in rest)
    return all(code in left for code in codes)


def _gone(site: Site, levels: set[str]) -> Site:
    level = "safe" if levels == {"safe"} else "unsafe"
    return replace(site, level=level, text="it went with the fix of another finding", fixed=True)
