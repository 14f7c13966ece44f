"""`# noqa` comments on flake8's exact terms, for those who run without flake8."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import cached_property

from codemods.importing.import_rows import DEFINITIONS, rows_of
from flake8_atomic.analysis.code.source import Source

_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_LINE = re.compile(r"# noqa(?::[\s]?(?P<codes>([A-Z]+[0-9]+(?:[,\s]+)?)+))?", re.IGNORECASE)
_BETWEEN = frozenset({tokenize.ENDMARKER, tokenize.DEDENT})
_ENDS = frozenset({tokenize.NL, tokenize.NEWLINE})


class Noqa:
    """The comments of one file."""

    def __init__(self, source: Source) -> None:
        # Line ends are one character to flake8, which reads files in text mode.
        self._text = source.text.replace("\r\n", "\n").replace("\r", "\n")
        self._speaks = "noqa" in source.text.lower()
        self._source = source

    @cached_property
    def whole_file(self) -> bool:
        """Is the file to be passed over?"""
        return self._speaks and any(map(_FILE.match, self._lines))

    def silences(self, code: str, line: int) -> bool:
        """Does a comment silence this code on this line, or on one that flake8 joins with it?"""
        match = _LINE.search(self._joined(line)) if self._speaks else None
        if match is None:
            return False
        codes = match["codes"]
        return codes is None or code.startswith(tuple(re.split(r"[,\s]+", codes.strip(", \t\n\f\v"))))

    @cached_property
    def _lines(self) -> list[str]:
        return list(io.StringIO(self._text))

    def _joined(self, line: int) -> str:
        """The text in which flake8 looks for the comment of a line."""
        first, last = self._around(line)
        while self._lines[last - 1].endswith("\\\n"):
            last += 1
        lines = self._lines[first - 1 : last]
        text = "".join(lines)
        if "noqa" not in text.lower():
            return ""  # most need not be tokenized
        begin, end = next(each for each in list(_ranges(text)) if each[1] > line - first)
        return "".join(lines[begin - 1 : end])

    def _around(self, line: int) -> tuple[int, int]:
        """The lines of the statement of a function, or of the file, that holds this one."""
        rows, lines = rows_of(self._source), (1, len(self._lines))
        while row := next((row for row in rows if row.first <= line <= row.last), None):
            node = row.statements[0]
            if not row.begins_its_line(self._source):
                break
            lines = row.first, row.last
            rows = rows_of(self._source, node.body) if isinstance(node, DEFINITIONS) else []
        return lines


def _ranges(text: str) -> Iterator[tuple[int, int]]:
    """The first and the last line of each piece that flake8 joins."""
    first = last = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in _BETWEEN:
            first, last = first or token.start[0], max(last, token.end[0])
            if token.type in _ENDS:
                yield first, last
                first = last = 0
