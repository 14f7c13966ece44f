"""One pass over one text: what is found, what is planned, and the text with that carried out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from codemods.planning import Plan, Wish, importable, plans
from codemods.refused import Refused, unless_refused
from codemods.syntax.parsed import parsed
from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.detect import OWN_FAULT, Finding, detect

GROUPED = "ATM301"
"""It counts calls of helpers, so that a fix of another finding may be the first that it sees."""

Chooser = Callable[[Source, list[Finding]], list[Finding]]


class Seen(NamedTuple):
    """A text, and all that is found in it."""

    source: Source
    findings: list[Finding]


def seen_in(text: str, filename: str, wish: Wish) -> Seen:
    """Parse a text and find all that is in it; raises where that fails."""
    source = parsed(text)
    findings = detect(source, wish.settings, filename)
    fault = next((finding for finding in findings if finding.code == OWN_FAULT), None)
    if fault is not None:
        raise Unreadable(fault.message)
    return Seen(source, findings)


class Round:
    """One pass over one text."""

    def __init__(
        self, seen: Seen, filename: str, wish: Wish, choose: Chooser, known: set[str], refused: Refused
    ) -> None:
        self._source = seen.source
        self._filename = filename
        self._wish = wish
        self._choose = choose
        self._known = known or {finding.code for finding in seen.findings}
        self._found = self._sites(seen)
        decided = plans(self._found, filename, wish, lambda plan: unless_refused(plan, refused))
        self.plans = importable(decided, self._source, filename, wish.helpers)
        self.planned = [plan for plan in self.plans if plan.edits]

    @property
    def told(self) -> list[tuple[Plan, str]]:
        """Each plan, with what stands where its finding begins."""
        return [(plan, self._source.line(plan.finding.span.line).strip()) for plan in self.plans]

    def carried_out(self, planned: list[Plan]) -> Seen:
        """The text with the edits of these plans, verified, for the next pass; libcst is loaded only here."""
        from codemods.carrying import carried_out
        from codemods.verify import settled

        edits = [edit for plan in planned for edit in plan.edits]
        after = seen_in(carried_out(self._source, self._filename, edits, self._wish), self._filename, self._wish)
        # Every fixed finding is gone, and no new one came.
        settled(self._found, self._sites(after), [plan.finding for plan in planned])
        return after

    def _sites(self, seen: Seen) -> list[Finding]:
        """The findings on writes; that helpers are called one by one is no news where it was not said before."""
        chosen = (finding for finding in self._choose(*seen) if finding.rule is not None)
        return [finding for finding in chosen if finding.code != GROUPED or GROUPED in self._known]
