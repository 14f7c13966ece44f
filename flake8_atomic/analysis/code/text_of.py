"""Searches the text of a scope: a search in the text costs a fiftieth of a walk over its tree."""

from __future__ import annotations

import re
from bisect import bisect_right

from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.source import Source

# A search for one of these is spared where the file imports no module that has it.
_OF_MODULES = {
    "File(": ("tempfile", "gzip", "bz2", "lzma"),
    "mkstemp(": ("tempfile",),
    "Wrapper(": ("io",),
    "writer(": ("csv",),
    "Pickler(": ("pickle",),
    "closing(": ("contextlib",),
    "enter_context(": ("contextlib",),
    "os.re": ("os",),
    "shutil.move(": ("shutil",),
}


class TextOf:
    """The text of one file, by scope and line."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._found: dict[tuple[Scope, str, bool], tuple[int, ...]] = {}

    def lines(self, scope: Scope, words: str, *, whole: bool = False) -> tuple[int, ...]:
        """The lines of the scope that hold these characters; where `whole` is asked, as a word or its end."""
        modules = _OF_MODULES.get(words)
        if not words or (modules is not None and not any(module in self._source.imports for module in modules)):
            return ()
        # Every write of one path asks for the same names: each is looked for once.
        key = (scope, words, whole)
        if key not in self._found:
            self._found[key] = tuple(self._search(scope, words, whole))
        return self._found[key]

    def _search(self, scope: Scope, words: str, whole: bool) -> list[int]:
        text, (at, end), starts = self._source.searched, self._range(scope), self._source.line_starts
        found, ends = [], _in_word(words[-1])
        while (at := text.find(words, at, end)) >= 0:
            after = at + len(words)
            if not whole or not (_in_word(text[at - 1 : at]) or (ends and _in_word(text[after : after + 1]))):
                line = bisect_right(starts, at)
                found.append(line)
                after = starts[line] if line < len(starts) else end
            at = after
        return found

    def line_at(self, offset: int) -> int:
        """The number of the line that holds this character."""
        return self._source.line_at(offset)

    def line(self, number: int) -> str:
        """The text of one line."""
        return self._source.searched[self._start(number) : self._start(number + 1)]

    def holds(self, scope: Scope, pattern: re.Pattern[str]) -> bool:
        """Is there a match in the scope?"""
        return pattern.search(self._source.searched, *self._range(scope)) is not None

    def speaks(self, scope: Scope, words: tuple[str, ...]) -> bool:
        """Does one of these stand in the scope? Each search costs less than a pattern of them all."""
        text, (at, end) = self._source.searched, self._range(scope)
        return any(text.find(word, at, end) >= 0 for word in words)

    def _range(self, scope: Scope) -> tuple[int, int]:
        return self._start(scope.first), self._start(scope.last + 1)

    def _start(self, line: int) -> int:
        starts = self._source.line_starts
        return starts[line - 1] if line <= len(starts) else len(self._source.text)


def _in_word(character: str) -> bool:
    return character.isalnum() or character == "_"
