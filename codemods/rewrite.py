"""`rewrite(text)`: one file's findings, what becomes of each, and the text with the fixes carried out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from codemods.planning import Wish
from codemods.refused import Refused, refused_alone
from codemods.rounds import Chooser, Round, seen_in
from codemods.syntax.parsed import check
from codemods.told import Site, Standing, site_of, told
from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.detect import Finding, may_find
from flake8_atomic.edits import NoFix

__all__ = ["Chooser", "Result", "Site", "Wish", "rewrite"]

PASSES = 8
"""Fixes that touch the same code are carried out one after another; no file needs more rounds than this."""


@dataclass(frozen=True)
class Result:
    """One file before and after; `problem` says why it could not be handled, and then nothing has changed."""

    before: str
    after: str
    sites: tuple[Site, ...] = ()
    problem: str = ""


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
        seen = seen_in(text, self._filename, self._wish)
        for _ in range(PASSES):
            known = {site.code for site in self.sites}
            round_ = Round(seen, self._filename, self._wish, self._choose, known, self._refused)
            earlier = self.sites, self._standing
            self._tell(round_)
            if not round_.planned:
                return seen.source.text
            try:
                seen = round_.carried_out(round_.planned)
            except NoFix as reason:
                self._refused |= refused_alone(round_.planned, round_.carried_out, str(reason))
                self.sites, self._standing = earlier
            else:
                self._left_by(round_)
        return None

    def _tell(self, round_: Round) -> None:
        """Note what the round is to do; what is found in a later one was left before, in the same order."""
        if self._standing is None:
            self.sites = [site_of(plan) for plan, _ in round_.told]
            self._standing = [Standing(at, one.finding.code, line) for at, (one, line) in enumerate(round_.told)]
        # It is told of where it stood at first.
        self.sites, self._standing = told(self.sites, self._standing, round_.told, self._levels)

    def _left_by(self, round_: Round) -> None:
        assert self._standing is not None
        self._levels = {plan.level for plan in round_.planned}
        self._standing = [one for one, plan in zip(self._standing, round_.plans, strict=True) if not plan.edits]


def rewritten(text: str, filename: str, wish: Wish) -> Result:
    """Rewrite with every finding chosen."""
    return rewrite(text, filename, wish, _all)


def _all(source: Source, found: Sequence[Finding]) -> list[Finding]:
    del source
    return list(found)
