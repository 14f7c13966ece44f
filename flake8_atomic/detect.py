"""`detect(source, settings)`: the only door to the analysis."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Self

from flake8_atomic.analysis.code.source import Source, Span, Unreadable
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import At, Event, Use
from flake8_atomic.analysis.files.hints import hint_offsets
from flake8_atomic.analysis.sqlite.sqlite_hints import connect_offsets, setting_offsets
from flake8_atomic.contracts import Contracts, has_contracts
from flake8_atomic.exempt import is_test
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Rule, all_rules
from flake8_atomic.settings import Settings

if TYPE_CHECKING:
    from flake8_atomic.edits import Fix

OWN_FAULT = "ATM000"
REPORT = "please report it with the file to the flake8-atomic issue tracker"
_TOOL_CODES = {OWN_FAULT: False, "ATM001": False, "ATM002": False}


@dataclass(frozen=True)
class Finding:
    """One defect, where it stands, and the event that is the evidence for it."""

    code: str
    message: str
    span: Span
    event: Event | None = field(default=None, compare=False)
    rule: Rule | None = field(default=None, compare=False)
    inspection: Inspection | None = field(default=None, compare=False, repr=False)

    def fix(self) -> Fix:
        """Return the plan that repairs it, or raise `NoFix` with what the user can do."""
        from flake8_atomic.edits import NoFix  # for who only looks for flaws, each module is time

        if self.rule is None or self.event is None or self.inspection is None:
            raise NoFix("only the linter's findings on writes have repairs")
        return self.rule.plan(self.inspection, self.event)

    def let_go(self) -> None:
        """Free what was made for the file; who calls it asks for no fix."""
        if self.inspection is not None:
            self.inspection.file.let_go()

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines on which a contract may speak of it: its own, its call's, and that of the open of the handle."""
        calls = [] if self.event is None else [self.event.call]
        if isinstance(self.event, Use):
            calls.append(self.event.opened.call)
        return (self.span.line, *(call.lineno for call in calls))


class Hints(NamedTuple):
    """Where the text speaks of writing a file, of a setting of SQLite, of connecting to a database."""

    writes: list[int]
    settings: list[int]
    connects: list[int]

    @classmethod
    def of(cls, source: Source, own: tuple[str, ...]) -> Self:
        """Search the text; where it writes files, also as it is without blanks before parentheses."""
        hints = cls._in(source.text, source.imports, own)
        return cls._in(source.searched, source.imports, own) if source.joined_at(hints.writes) else hints

    @classmethod
    def _in(cls, text: str, imports: str, own: tuple[str, ...]) -> Self:
        settings = setting_offsets(text, imports)
        return cls(hint_offsets(text, imports, own), settings, connect_offsets(text, imports, settings))


def known_codes() -> dict[str, bool]:
    """Every code, and whether it is opt-in."""
    return {**_TOOL_CODES, **{rule.code: rule.opt_in for rule in all_rules().values()}}


def may_find(text: str, settings: Settings, filename: str) -> bool:
    """May a rule find something here? Most files do not speak of what any of them looks for."""
    if not settings.check_tests and is_test(filename, settings.root):
        return False
    return has_contracts(text) or any(Hints.of(Source(text, ast.Module([], [])), settings.helpers))


def detect(source: Source | str, settings: Settings | None = None, filename: str = "stdin") -> list[Finding]:
    """Return what is wrong with the file, in the order of the text; a fault of our own is a finding too."""
    settings = settings or Settings()
    try:
        if isinstance(source, str):
            source = Source.parse(source)
        if not settings.check_tests and is_test(filename, settings.root):
            contracts = Contracts(source) if has_contracts(source.text) else None
            return [Finding(*flaw) for flaw in contracts.flaws()] if contracts else []
        return _detect(source, settings, filename)
    except Unreadable as reason:
        return [Finding(OWN_FAULT, f"the file cannot be analysed, {_plain(reason)}", Span(1, 0, 1, 0))]
    except Exception as error:  # noqa: BLE001 one odd file must not end the run over all the others
        fault = f"flake8-atomic failed on this file, {type(error).__name__} {_plain(error)}".rstrip()
        return [Finding(OWN_FAULT, f"{fault}; {REPORT}", Span(1, 0, 1, 0))]


def _plain(error: Exception) -> str:
    """A message for one line of flake8, whose codes and texts are parted by colons."""
    return " ".join(str(error).replace(":", "").split())


def _detect(source: Source, settings: Settings, filename: str = "stdin") -> list[Finding]:
    hints = Hints.of(source, settings.helpers)
    contracts = Contracts(source) if has_contracts(source.text) else None
    if contracts is None and not any(hints):
        return []
    file = File(source, *hints[1:], filename)
    found = _reported(file, hints, settings, contracts)
    if not found:
        file.let_go()
    return sorted(dict.fromkeys(found), key=_in_order)


def _reported(file: File, hints: Hints, settings: Settings, contracts: Contracts | None) -> list[Finding]:
    if contracts is None:
        return list(_findings(file, hints, settings, every=False))
    # Opt-in rules count as if on: a contract for one of them is not idle in a project that left it off.
    found = [f for f in _findings(file, hints, settings, every=True) if not contracts.silences(f.lines)]
    reported = [f for f in found if f.rule is None or not f.rule.opt_in or f.code in settings.enable]
    return reported + [Finding(*flaw) for flaw in (*contracts.flaws(), *contracts.idle())]


def _in_order(finding: Finding) -> tuple[Span, str]:
    return finding.span, finding.code


def _findings(file: File, hints: Hints, settings: Settings, *, every: bool) -> Iterator[Finding]:
    rules = [rule for rule in all_rules().values() if every or not rule.opt_in or rule.code in settings.enable]
    for trace in file.traces(hints.writes):
        inspection = Inspection(file, trace, settings)
        for rule in rules:
            for found in rule.check(inspection):
                event, node = found if isinstance(found, At) else (found, found.call)
                message = rule.message + inspection.because(event)
                yield Finding(rule.code, message, file.source.span(node), event, rule, inspection)
