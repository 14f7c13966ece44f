"""`rewrite(text)`: one file's findings, what becomes of each, and the text with the fixes carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from codemods.planning import Plan, Wish, importable, plans
from flake8_atomic.analysis.source import Source, Span, Unreadable
from flake8_atomic.detect import OWN_FAULT, Finding, detect
from flake8_atomic.edits import NoFix

__all__ = ["Chooser", "Result", "Site", "Wish", "rewrite"]
PASSES = 8
"""Fixes that touch the same code are carried out one after another; no file needs more rounds than this."""


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


@dataclass(frozen=True)
class Result:
    """One file before and after; `problem` says why it could not be handled, and then nothing has changed."""

    before: str
    after: str
    sites: tuple[Site, ...] = ()
    problem: str = ""


Chooser = Callable[[Source, list[Finding]], list[Finding]]


def rewrite(text: str, filename: str, wish: Wish, choose: Chooser) -> Result:
    """Find, plan, carry out and verify; `choose` keeps the findings that the user did not silence."""
    after = text
    standing: list[int] | None = None
    sites: list[Site] = []
    for _ in range(PASSES):
        try:
            round_ = _Round(after, filename, wish, choose)
            # What is found now is what was left before, in the same order; it is told of where it stood at first.
            if standing is None:
                standing, sites = list(range(len(round_.plans))), [_site(plan) for plan in round_.plans]
            if [sites[place].code for place in standing] != [plan.finding.code for plan in round_.plans]:
                raise NoFix("what is found after the rewrite is not what was left before it")
            sites = _told(sites, standing, round_.plans)
            if not round_.planned:
                return Result(text, after, tuple(sites))
            after = round_.carried_out()
            standing = [place for place, plan in zip(standing, round_.plans, strict=True) if not plan.edits]
        except (Unreadable, NoFix) as reason:
            return Result(text, text, tuple(replace(site, fixed=False) for site in sites), str(reason))
    return Result(text, text, (), "its fixes do not come to an end")


def _told(sites: list[Site], standing: list[int], decided: list[Plan]) -> list[Site]:
    """The sites, each with what the last plan for it says."""
    told = list(sites)
    for place, plan in zip(standing, decided, strict=True):
        told[place] = replace(sites[place], level=plan.level, text=plan.text, fixed=bool(plan.edits))
    return told


class _Round:
    """One pass over one text."""

    def __init__(self, text: str, filename: str, wish: Wish, choose: Chooser) -> None:
        self._source = Source.parse(text)
        self._filename = filename
        self._wish = wish
        self._choose = choose
        found = detect(self._source, wish.settings, filename)
        fault = next((finding for finding in found if finding.code == OWN_FAULT), None)
        if fault is not None:
            raise Unreadable(fault.message)
        self._found = [finding for finding in choose(self._source, found) if finding.rule is not None]
        self.plans = importable(plans(self._found, filename, wish), self._source, filename, wish.helpers)
        self.planned = [plan for plan in self.plans if plan.edits]

    def carried_out(self) -> str:
        """The text with every planned edit, verified; libcst is loaded only here."""
        from codemods.carrying import carried_out

        edits = [edit for plan in self.planned for edit in plan.edits]
        after = carried_out(self._source, self._filename, edits, self._wish)
        self._settle(after)
        return after

    def _settle(self, after: str) -> None:
        """Every fixed finding is gone, and no new one came."""
        from codemods.verify import settled

        source = Source.parse(after)
        left = self._choose(source, detect(source, self._wish.settings, self._filename))
        ruled = [finding for finding in left if finding.rule is not None]
        settled(self._found, ruled, [plan.finding for plan in self.planned])


def _site(plan: Plan) -> Site:
    finding = plan.finding
    return Site(finding.code, finding.message, finding.span, plan.level, plan.text, bool(plan.edits))


def rewritten(text: str, filename: str, wish: Wish) -> Result:
    """Rewrite with every finding chosen."""
    return rewrite(text, filename, wish, _all)


def _all(source: Source, found: Sequence[Finding]) -> list[Finding]:
    del source
    return list(found)
