"""The guards over one rewritten text: each raises `NoFix` with the reason why the file stays as it is."""

from __future__ import annotations

import ast
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterable

from codemods.guards.expected import Comparison
from codemods.guards.same_comments import comment_lost
from codemods.guards.same_text import line_changed, new_line_end
from codemods.guards.suites_compared import Differs
from codemods.guards.verbatim import without_known
from codemods.importing.flakes import UNUSED_IMPORT, flakes
from codemods.syntax.parsed import parsed
from codemods.syntax.planned import Planned
from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.detect import Finding
from flake8_atomic.edits import NoFix


def verify(before: Source, after: str, filename: str, planned: Planned) -> None:
    """Hold the new text against the old one and the plan."""
    source = _parsed(before, after, filename)
    try:
        Comparison(before, source, planned).run()
    except Differs as reason:
        raise NoFix(f"the result is not what was planned, {reason}") from reason
    if new_line_end(before, source):
        raise NoFix("the rewrite would end lines in another way than this file does")
    if line := line_changed(before, source, planned):
        raise NoFix(f"the rewrite would change more than was planned, from line {line} on")
    try:
        comment = comment_lost(before, source, planned)
    except (tokenize.TokenError, SyntaxError) as error:
        raise NoFix(f"the comments cannot be compared, {error}") from error
    if comment:
        raise NoFix(f"the rewrite would lose the comment {comment}")
    _same_flakes(before, after, filename, planned)


def _parsed(before: Source, after: str, filename: str) -> Source:
    try:
        source = parsed(after)
    except Unreadable as reason:
        raise NoFix(f"the result cannot be parsed, {reason}") from reason
    if _compiled(without_known(before, source), filename) and (problem := _compiled(after, filename)):
        if not _compiled(before.text, filename):
            raise NoFix(f"the result cannot be compiled, {problem}")
    return source


def _compiled(code: str | ast.Module, filename: str) -> str:
    """Why this cannot be compiled: what `__future__` or `nonlocal` may not do is not seen by parsing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(code, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return f"{type(error).__name__} {error}"
    return ""


def _same_flakes(before: Source, after: str, filename: str, planned: Planned) -> None:
    """Raise where pyflakes has something to say that it had not said before."""
    now = [
        flake for flake in flakes(after, filename) if flake.kind != UNUSED_IMPORT or flake.names[0] not in planned.kept
    ]
    was = Counter((flake.kind, flake.names) for flake in flakes(before.text, filename)) if now else Counter()
    for flake in now:
        was[flake.kind, flake.names] -= 1
        if was[flake.kind, flake.names] < 0:
            raise NoFix(f"the result would not be as clean, {flake.text}")


def settled(before: Iterable[Finding], after: Iterable[Finding], fixed: Iterable[Finding]) -> None:
    """Raise unless what was fixed is found no more, and nothing else is."""
    done = Counter(finding.code for finding in fixed)
    left = Counter(finding.code for finding in before)
    left.subtract(done)
    for finding in after:
        left[finding.code] -= 1
        if left[finding.code] < 0:
            what = "is still found" if done[finding.code] else "would be new"
            raise NoFix(f"{finding.code} {what} on line {finding.span.line} of the result")
