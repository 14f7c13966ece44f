"""The tree of a text, or whether it has one; the text alone decides which, so asking for it again gives the same."""

from __future__ import annotations

from functools import lru_cache
from symtable import symtable

from flake8_atomic.analysis.code.source import Source


def check(text: str) -> None:
    """Raise Unreadable where the text has no tree; to make one of objects would cost as much again as to parse it."""
    try:
        symtable(text, "<unknown>", "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        parsed(text)  # a `return` too many is no fault of the syntax


@lru_cache(maxsize=4)
def parsed(text: str) -> Source:
    """Return the text with its tree, which nobody changes; Unreadable where it has none."""
    return Source.parse(text)
