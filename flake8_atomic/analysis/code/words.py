"""The words that a name is made of, and those of a path."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from flake8_atomic.analysis.code.scopes import Scope

# `savemaps` and `loadmaps`, which nobody has parted; a loader is one word, and savetxt of numpy.
_RUN_TOGETHER = re.compile(r"(save|load)(?!ing|able|fig|txt|mat|npz)([a-z]{3,})")
_SPLIT = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def split_words(text: str) -> list[str]:
    """`userConfig_path` is user, config, path."""
    return list(_words(text))


# The same few names are asked for their words by every rule, in every function.
@lru_cache(maxsize=1 << 12)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in _SPLIT.findall(text))


def function_words(scope: Scope) -> list[str]:
    """The words of the innermost function's name."""
    around: Scope | None = scope
    while around is not None and around.function is None:
        around = around.parent
    return list(_parted_words(around.name)) if around else []


@lru_cache(maxsize=1 << 12)
def _parted_words(name: str) -> tuple[str, ...]:
    return tuple(part for word in _words(name) for part in _parted(word))


def _parted(word: str) -> tuple[str, ...]:
    match = _RUN_TOGETHER.fullmatch(word)
    return (match[1], match[2]) if match is not None else (word,)


class Wording(NamedTuple):
    """What a path is called: its last component, the folders before it, and its suffix."""

    tail: frozenset[str]
    folder: frozenset[str]
    suffix: str
    calls: frozenset[str]  # dotted names of the functions that made parts of it
    text: str  # all constants, for globs

    def name_says(self, words: frozenset[str]) -> bool:
        """Is one of these in its last component, or its suffix?"""
        return not words.isdisjoint(self.tail) or self.suffix in words

    def says(self, words: frozenset[str]) -> bool:
        """Is one of these among its words, or its suffix?"""
        return not words.isdisjoint((*self.tail, *self.folder, self.suffix))
