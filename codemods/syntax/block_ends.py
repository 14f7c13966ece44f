"""The comments at the end of a block, which Python counts to no statement."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.code.source import Source


def comments_below(source: Source, first: int, end: int) -> Iterator[int]:
    """The comments that end what begins on a line: indented deeper than it, they go where its block goes."""
    for number in range(end + 1, len(source.line_starts) + 1):
        text = source.line(number)
        if text.strip():
            if not text.lstrip().startswith("#") or _indent(text) <= _indent(source.line(first)):
                return
            yield number


def _indent(line: str) -> int:
    """The column where a line begins, counted as Python does."""
    start = line[: len(line) - len(line.lstrip())]
    return len(start[start.rfind("\f") + 1 :].expandtabs(8))
