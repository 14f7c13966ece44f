"""`rewrite(text)`: one file's findings, what becomes of each, and the text with the fixes carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from codemods.parsed import parsed
from codemods.planning import Plan, Wish, importable, plans
from flake8_atomic.analysis.source import Source, Span, Unreadable
from flake8_atomic.detect import OWN_FAULT, Finding, detect
from flake8_atomic.edits import NoFix

__all__ = ["Chooser", "Result", "Site", "Wish", "rewrite"]
_GROUPED = "ATM301"
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
    standing: list[int] | None = None
    sites: list[Site] = []
    try:
        seen = _seen(text, filename, wish)
        for _ in range(PASSES):
            round_ = _Round(seen, filename, wish, choose, {site.code for site in sites})
            # What is found now is what was left before, in the same order; it is told of where it stood at first.
            if standing is None:
                standing, sites = list(range(len(round_.plans))), [_site(plan) for plan in round_.plans]
            sites, standing = _told(sites, standing, round_.plans)
            if not round_.planned:
                return Result(text, seen.source.text, tuple(sites))
            seen = round_.carried_out()
            standing = [place for place, plan in zip(standing, round_.plans, strict=True) if not plan.edits]
    except (Unreadable, NoFix) as reason:
        return Result(text, text, tuple(replace(site, fixed=False) for site in sites), str(reason))
    return Result(text, text, (), "its fixes do not come to an end")


def _told(sites: list[Site], standing: list[int], decided: list[Plan]) -> tuple[list[Site], list[int]]:
    """The sites, each with what the last plan for it says, and the places of those that are still found.

    What is found no more went with the fix of another: a connect that is durable needs no pragmas.
    """
    told, found, rest = list(sites), [], iter(standing)
    for plan in decided:
        for place in rest:
            if sites[place].code == plan.finding.code:
                break
            told[place] = _gone(sites[place])
        else:
            raise NoFix("what is found after the rewrite is not what was left before it")
        found.append(place)
        told[place] = replace(sites[place], level=plan.level, text=plan.text, fixed=bool(plan.edits))
    for place in rest:
        told[place] = _gone(sites[place])
    return told, found


def _gone(site: Site) -> Site:
    return replace(site, level="unsafe", text="it went with the fix of another finding", fixed=True)


class _Seen(NamedTuple):
    """A text, and all that is found in it."""

    source: Source
    findings: list[Finding]


def _seen(text: str, filename: str, wish: Wish) -> _Seen:
    source = parsed(text)
    findings = detect(source, wish.settings, filename)
    fault = next((finding for finding in findings if finding.code == OWN_FAULT), None)
    if fault is not None:
        raise Unreadable(fault.message)
    return _Seen(source, findings)


class _Round:
    """One pass over one text."""

    def __init__(self, seen: _Seen, filename: str, wish: Wish, choose: Chooser, known: set[str]) -> None:
        self._source = seen.source
        self._filename = filename
        self._wish = wish
        self._choose = choose
        self._known = known or {finding.code for finding in seen.findings}
        self._found = self._sites(seen)
        self.plans = importable(plans(self._found, filename, wish), self._source, filename, wish.helpers)
        self.planned = [plan for plan in self.plans if plan.edits]

    def carried_out(self) -> _Seen:
        """The text with every planned edit, verified, for the next pass; libcst is loaded only here."""
        from codemods.carrying import carried_out
        from codemods.verify import settled

        edits = [edit for plan in self.planned for edit in plan.edits]
        after = _seen(carried_out(self._source, self._filename, edits, self._wish), self._filename, self._wish)
        # Every fixed finding is gone, and no new one came.
        settled(self._found, self._sites(after), [plan.finding for plan in self.planned])
        return after

    def _sites(self, seen: _Seen) -> list[Finding]:
        """The findings on writes; that helpers are called one by one is no news where it was not said before."""
        chosen = (finding for finding in self._choose(*seen) if finding.rule is not None)
        return [finding for finding in chosen if finding.code != _GROUPED or _GROUPED in self._known]


def _site(plan: Plan) -> Site:
    finding = plan.finding
    return Site(finding.code, finding.message, finding.span, plan.level, plan.text, bool(plan.edits))


def rewritten(text: str, filename: str, wish: Wish) -> Result:
    """Rewrite with every finding chosen."""
    return rewrite(text, filename, wish, _all)


def _all(source: Source, found: Sequence[Finding]) -> list[Finding]:
    del source
    return list(found)
