"""The words of one path, as they are come upon: in its last component, in its folders, in its calls and texts."""

from __future__ import annotations

import re

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.words import Wording, split_words

_SUFFIX = re.compile(r"\.([A-Za-z][A-Za-z0-9_]{0,9})\Z")
_FOLDERS = (["dir"], ["directory"], ["folder"], ["root"], ["home"], ["base"])
# `.history` and `app.config` are called so; that `a.db` is a database says no more than any suffix.
_NAMING_SUFFIXES = lexicon.STATE - lexicon.STATE_SUFFIXES


class Collected:
    """What is read of one path."""

    def __init__(self) -> None:
        self.calls: set[str] = set()
        self._tail: list[str] = []
        self._folder: list[str] = []
        self._texts: list[str] = []
        self._suffix = ""

    def say(self, text: str, last: bool) -> None:
        """Take the words of a name; is it of the last component of the path?"""
        words = split_words(text)
        (self._tail if last and words[-1:] not in _FOLDERS else self._folder).extend(words)

    def write(self, text: str, last: bool) -> None:
        """Take a text that is written there."""
        self._texts.append(text)
        folder, _, name = text.rpartition("/")
        self.say(folder, False)
        if last and (match := _SUFFIX.search(name)) is not None:
            self._suffix = self._suffix or match[1].lower()
            self._tail += (word for word in split_words(match[1]) if word in _NAMING_SUFFIXES)
            name = name[: match.start()]
        self.say(name, last)

    def lies_in(self, words: frozenset[str]) -> None:
        """Take the words of what it lies in."""
        self._folder += words

    @property
    def wording(self) -> Wording:
        """All of it."""
        tail, folder = frozenset(self._tail), frozenset(self._folder)
        return Wording(tail, folder, self._suffix, frozenset(self.calls), "/".join(self._texts))
