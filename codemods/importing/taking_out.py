"""Takes import statements, or names of them, out of a text, with the blank lines that would be one too many."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from codemods.importing.merging import Splice, without
from flake8_atomic.analysis.code.scopes import Import
from flake8_atomic.analysis.code.source import Source


class Stands(NamedTuple):
    """An import statement, its suite, whether it runs only under a condition, and whether only a function sees it."""

    node: Import
    suite: list[ast.stmt]
    guarded: bool
    local: bool


def taken_out(source: Source, going: list[tuple[Stands, list[int]]]) -> Iterator[Splice]:
    """The changes of the text by which each statement no longer imports the names at these places."""
    whole: list[tuple[int, int, bool]] = []
    for stands, gone in going:
        if len(gone) < len(stands.node.names):
            yield from without(source, stands.node, gone)
        else:
            span = source.span(stands.node)
            leads = stands.suite[0] is stands.node and stands.suite is not source.tree.body
            whole.append((span.line, span.end_line, leads))
    for first, last, leads in _joined(source, sorted(whole)):
        end = last + _blank_lines_to_go(source, first, last, leads=leads)
        yield source.line_starts[first - 1], _offset(source, end), ""


def _joined(source: Source, ranges: list[tuple[int, int, bool]]) -> list[tuple[int, int, bool]]:
    """The ranges of lines, as one where only blank lines part them."""
    joined: list[tuple[int, int, bool]] = []
    for first, last, leads in ranges:
        if joined and not any(source.line(number).strip() for number in range(joined[-1][1] + 1, first)):
            joined[-1] = (joined[-1][0], last, joined[-1][2])
        else:
            joined.append((first, last, leads))
    return joined


def _blank_lines_to_go(source: Source, first: int, last: int, *, leads: bool) -> int:
    """How many of the blank lines after these would be one too many; `leads` where a suite begins with them."""
    after = _blank(source, range(last + 1, len(source.line_starts) + 1))
    before = _blank(source, range(first - 1, 0, -1))
    return after if leads or before == first - 1 else min(before, after)


def _blank(source: Source, numbers: range) -> int:
    return len(list(takewhile(lambda number: not source.line(number).strip(), numbers)))


def _offset(source: Source, line: int) -> int:
    """Where the text goes on after a line."""
    return source.line_starts[line] if line < len(source.line_starts) else len(source.text)
