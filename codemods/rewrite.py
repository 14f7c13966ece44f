"""`rewrite(text)`: one file's findings, what becomes of each, and the text with the fixes carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from codemods.parsed import check, parsed
from codemods.planning import Plan, Wish, importable, plans
from codemods.refused import Refused, refused_alone, without_refused
from codemods.told import Site, Standing, site_of, told
from flake8_atomic.analysis.source import Source, Unreadable
from flake8_atomic.detect import OWN_FAULT, Finding, detect, may_find
from flake8_atomic.edits import NoFix

__all__ = ["GROUPED", "Chooser", "Result", "Site", "Wish", "rewrite"]
GROUPED = "ATM301"
"""It counts calls of helpers, so that a fix of another finding may be the first that it sees."""

PASSES = 8
"""Fixes that touch the same code are carried out one after another; no file needs more rounds than this."""


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
    passes = _Passes(filename, wish, choose)
    try:
        if not may_find(text, wish.settings, filename):
            check(text)
            return Result(text, text)
        after = passes.run(text)
    except (Unreadable, NoFix) as reason:
        return Result(text, text, tuple(replace(site, fixed=False) for site in passes.sites), str(reason))
    if after is None:
        return Result(text, text, (), "its fixes do not come to an end")
    return Result(text, after, tuple(passes.sites))


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


class _Passes:
    """The passes over one file, and what is to be told of each finding of the first one."""

    def __init__(self, filename: str, wish: Wish, choose: Chooser) -> None:
        self._filename = filename
        self._wish = wish
        self._choose = choose
        self.sites: list[Site] = []
        self._standing: list[Standing] | None = None
        self._levels: set[str] = set()
        self._refused: Refused = {}

    def run(self, text: str) -> str | None:
        """The text with all fixes carried out; None where there is always one more."""
        seen = _seen(text, self._filename, self._wish)
        for _ in range(PASSES):
            round_ = _Round(seen, self._filename, self._wish, self._choose, {site.code for site in self.sites})
            round_.leave(self._refused)
            earlier = self.sites, self._standing
            self._tell(round_)
            if not round_.planned:
                return seen.source.text
            try:
                seen = round_.carried_out(round_.planned)
            except NoFix:
                if not (alone := refused_alone(round_.planned, round_.carried_out)):
                    raise
                self._refused |= alone
                self.sites, self._standing = earlier
            else:
                self._left_by(round_)
        return None

    def _tell(self, round_: _Round) -> None:
        """Note what the round is to do; what is found in a later one was left before, in the same order."""
        if self._standing is None:
            self.sites = [site_of(plan) for plan, _ in round_.told]
            self._standing = [Standing(at, one.finding.code, line) for at, (one, line) in enumerate(round_.told)]
        # It is told of where it stood at first.
        self.sites, self._standing = told(self.sites, self._standing, round_.told, self._levels)

    def _left_by(self, round_: _Round) -> None:
        assert self._standing is not None
        self._levels = {plan.level for plan in round_.planned}
        self._standing = [one for one, plan in zip(self._standing, round_.plans, strict=True) if not plan.edits]


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

    @property
    def told(self) -> list[tuple[Plan, str]]:
        """Each plan, with what stands where its finding begins."""
        return [(plan, self._source.line(plan.finding.span.line).strip()) for plan in self.plans]

    def leave(self, refused: Refused) -> None:
        """Leave alone what a guard has refused, so that the others are carried out."""
        if refused:
            self.plans = without_refused(self.plans, refused)
            self.planned = [plan for plan in self.plans if plan.edits]

    def carried_out(self, planned: list[Plan]) -> _Seen:
        """The text with the edits of these plans, verified, for the next pass; libcst is loaded only here."""
        from codemods.carrying import carried_out
        from codemods.verify import settled

        edits = [edit for plan in planned for edit in plan.edits]
        after = _seen(carried_out(self._source, self._filename, edits, self._wish), self._filename, self._wish)
        # Every fixed finding is gone, and no new one came.
        settled(self._found, self._sites(after), [plan.finding for plan in planned])
        return after

    def _sites(self, seen: _Seen) -> list[Finding]:
        """The findings on writes; that helpers are called one by one is no news where it was not said before."""
        chosen = (finding for finding in self._choose(*seen) if finding.rule is not None)
        return [finding for finding in chosen if finding.code != GROUPED or GROUPED in self._known]


def rewritten(text: str, filename: str, wish: Wish) -> Result:
    """Rewrite with every finding chosen."""
    return rewrite(text, filename, wish, _all)


def _all(source: Source, found: Sequence[Finding]) -> list[Finding]:
    del source
    return list(found)
