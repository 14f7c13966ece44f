"""The text, its tree, and where a node stands in characters.

The only module that knows that `ast` counts columns in UTF-8 bytes.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate, count
from operator import add
from typing import NamedTuple, Self

_SIGNS = ("open (", "rename (")
_BEFORE_CALLS = (".", "=", "(", "[", "{", ",", ":", "with", "return", "yield", "await", "in")
_LAST_NAME = re.compile(r"[\w.]++\Z")
_LONGEST = 80  # of the names that are looked for


class Unreadable(ValueError):
    """The text cannot be analysed; the message is the one reason."""


class Span(NamedTuple):
    """Lines from 1, columns from 0 in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Source:
    """One file: its text and its tree."""

    def __init__(self, text: str, tree: ast.Module, lines: list[str] | None = None) -> None:
        self.text = text
        self.tree = tree
        self.searched = text  # as searches for calls know it
        self._lines = lines

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text, or say in one line why that cannot be done."""
        try:
            return cls(text, ast.parse(text))
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reason = getattr(error, "msg", None) or str(error)
            where = f" on line {error.lineno}" if isinstance(error, SyntaxError) and error.lineno else ""
            raise Unreadable(f"{type(error).__name__} {reason}".strip() + where) from error

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of each line's first character, for the line ends that Python's tokenizer knows."""
        # str.splitlines also splits at form feeds and U+2028, which are characters of a line to Python.
        text, known = self.text, self._lines
        ended = known if text.endswith("\n") else known and known[:-1]
        if ended and "\r" not in text and len(ended) == text.count("\n"):
            return list(accumulate(map(len, ended), initial=0))
        if "\r" in text:
            # Same length, so that offsets hold: a CRLF ends at its LF, a lone CR is a line end of its own.
            text = text.replace("\r\n", " \n").replace("\r", "\n")
        lines = text.split("\n")
        lines.pop()
        # Each line end before it is a character more; no loop of our own runs over every line of every file.
        return list(map(add, accumulate(map(len, lines), initial=0), count()))

    def joined_at(self, offsets: list[int]) -> bool:
        """Is one of these the place of an `open (path)`? Then all searches know it as ` open(path)`."""
        # Who parts a name from its parenthesis does so everywhere; a search for every such blank would be dear.
        if any(self.text.startswith(_SIGNS, at) for at in offsets):
            self.searched = as_searched(self.text)
        return self.searched is not self.text

    @cached_property
    def imports(self) -> str:
        """The lines that may import something."""
        return import_lines(self.text)

    def line_at(self, offset: int) -> int:
        """The number of the line that holds the character at this offset."""
        return bisect_right(self.line_starts, offset)

    def line(self, number: int) -> str:
        """The text of one line, with its end."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end]

    def span(self, node: ast.expr | ast.stmt | ast.alias) -> Span:
        """Where a node stands."""
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or node.col_offset
        return Span(node.lineno, self._column(node.lineno, node.col_offset), end_line, self._column(end_line, end))

    def written(self, node: ast.expr | ast.stmt) -> str:
        """An expression or a statement as its author wrote it."""
        line, column, end_line, end_column = self.span(node)
        starts = self.line_starts
        return self.text[starts[line - 1] + column : starts[end_line - 1] + end_column]

    def _column(self, line: int, offset: int) -> int:
        text = self.line(line)
        if text.isascii():
            return offset
        return len(text.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "replace"))


def first_line(node: ast.stmt) -> int:
    """The line on which a statement begins, with its decorators."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def as_searched(text: str) -> str:
    """The text with `open (path)` as ` open(path)`: on the same lines, and with the same offsets around it."""
    *parted, rest = text.split(" (")
    return "".join(map(_joined, parted)) + rest


def may_be_called(text: str, at: int) -> bool:
    """May code call there what is parted from its parenthesis? Comments speak of what is left open (see below)."""
    before = text[text.rfind("\n", 0, at) + 1 : at].rstrip()
    return not before or before.endswith(_BEFORE_CALLS)


def _joined(text: str) -> str:
    """The text up to a parted parenthesis, with the blanks before the name that they stand behind."""
    told = text.rstrip(" \t")
    name = _LAST_NAME.search(told, max(len(told) - _LONGEST, 0))
    if name is None:
        return f"{text} ("
    return f"{told[: name.start()]}{text[len(told) :]} {name.group()}("


def import_lines(text: str) -> str:
    """The statements that may import something: what a file does not import it seldom calls."""
    found = []
    at = text.find("import")
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        if end >= 0 and text.find("(", at, end) >= 0 > text.find(")", at, end):
            end = text.find(")", end)
        found.append(text[start:end] if end >= 0 else text[start:])
        at = text.find("import", end) if end >= 0 else end
    return "\n".join(found)
