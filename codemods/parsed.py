"""The tree of a text; the text alone decides which, so whoever asks for the same text again gets the same."""

from __future__ import annotations

from functools import lru_cache

from flake8_atomic.analysis.source import Source


@lru_cache(maxsize=4)
def parsed(text: str) -> Source:
    """Return the text with its tree, which nobody changes; Unreadable where it has none."""
    return Source.parse(text)
