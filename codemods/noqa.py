"""`# noqa` comments on flake8's exact terms, for those who run without flake8."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cached_property

_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_LINE = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_BETWEEN = frozenset({tokenize.ENDMARKER, tokenize.DEDENT})
_ENDS = frozenset({tokenize.NL, tokenize.NEWLINE})


class Noqa:
    """The comments of one file."""

    def __init__(self, text: str) -> None:
        # Line ends are one character to flake8, which reads files in text mode.
        self._text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._speaks = "noqa" in text.lower()

    @cached_property
    def whole_file(self) -> bool:
        """Is the file to be passed over?"""
        return self._speaks and any(map(_FILE.match, self._lines))

    def silences(self, code: str, line: int) -> bool:
        """Does a comment silence this code on this line, or on one that flake8 joins with it?"""
        match = _LINE.search(self._joined.get(line, "")) if self._speaks else None
        if match is None:
            return False
        codes = match["codes"]
        return codes is None or code.startswith(tuple(re.split(r"[,\s]+", codes.strip(", \t\n\f\v"))))

    @cached_property
    def _lines(self) -> list[str]:
        return list(io.StringIO(self._text))

    @cached_property
    def _joined(self) -> dict[int, str]:
        """For each line the text in which flake8 looks for its comment."""
        found = {}
        for first, last in self._ranges():
            found.update(dict.fromkeys(range(first, last + 1), "".join(self._lines[first - 1 : last])))
        return found

    def _ranges(self) -> Iterator[tuple[int, int]]:
        first = last = 0
        for token in tokenize.generate_tokens(io.StringIO(self._text).readline):
            if token.type not in _BETWEEN:
                first, last = first or token.start[0], max(last, token.end[0])
                if token.type in _ENDS:
                    yield first, last
                    first = last = 0
