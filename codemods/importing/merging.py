"""Adds a name to a `from` statement, or takes names out of an import, and leaves its layout alone."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

from codemods.project.import_lines import Line
from flake8_atomic.analysis.code.source import Source, Span

_NEXT = re.compile(r"(?:[ \t\f]|\\?(?:\r\n|\r|\n)|#[^\r\n]*)*(,?)")
_END = re.compile(r"\r\n|\r|\n|\Z")

Splice = tuple[int, int, str]


def merged(source: Source, node: ast.ImportFrom, line: Line, width: int) -> list[Splice] | None:
    """The changes of the text by which the statement also imports this; None where it would not fit."""
    written = _Written(source, node)
    at = _place(node.names, line)
    if not written.one_a_line:
        return written.beside(line.imported, at, width)
    return written.below(line.imported, at) if at else written.above(line.imported)


def _place(names: list[ast.alias], line: Line) -> int:
    """Before which of the names it stands, if they are sorted; else after all."""
    for order in (name_order, str.lower):
        known = [order(alias.name) for alias in names]
        if all(one <= other for one, other in pairwise(known)):  # type: ignore[operator]
            return sum(one <= order(line.name) for one in known)  # type: ignore[operator]
    return len(names)


def name_order(name: str) -> tuple[int, str]:
    """The order of isort: constants, classes, then the rest."""
    kind = 0 if name.isupper() and len(name) > 1 else 1 if name[:1].isupper() else 2
    return kind, name.lower()


def without(source: Source, node: ast.Import | ast.ImportFrom, gone: list[int]) -> list[Splice]:
    """The changes of the text by which the statement no longer imports the names at these places."""
    return _Written(source, node).without(gone)


def spliced(text: str, splices: list[Splice]) -> str:
    """The text with the changes made."""
    for begin, end, new in sorted(splices, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


class _Written:
    """The names of one statement as they stand in the text."""

    def __init__(self, source: Source, node: ast.Import | ast.ImportFrom) -> None:
        self.text = source.text
        self.starts = source.line_starts
        self.spans = [source.span(alias) for alias in node.names]
        span = source.span(node)
        self.eol = self._eol(self.starts[span.line - 1])
        self.enclosed = "(" in self.text[self.starts[span.line - 1] + span.column : self._begin(0)]

    @property
    def one_a_line(self) -> bool:
        """Has every name lines of its own, below the opening parenthesis?"""
        alone = all(one.end_line < other.line for one, other in pairwise(self.spans))
        return alone and self.enclosed and not self.text[self.starts[self.spans[0].line - 1] : self._begin(0)].strip()

    def beside(self, name: str, at: int, width: int) -> list[Splice] | None:
        """The name in the line of its neighbour."""
        last = at == len(self.spans)
        line = self.spans[at - 1 if last else at].line
        end = self._line_end(self.starts[line - 1])
        if end - self.starts[line - 1] + len(name) + 2 > width:
            return None
        return [(self._end(at - 1),) * 2 + (f", {name}",)] if last else [(self._begin(at),) * 2 + (f"{name}, ",)]

    def below(self, name: str, at: int) -> list[Splice]:
        """The name on a line of its own, after that of the name before it."""
        comma = self._comma(at - 1)
        end = self._end(at - 1) if comma is None else comma + 1
        line_end = self._line_end(end)
        begins = self.starts[self.spans[at - 1].line - 1]
        new = f"{self.eol}{self.text[begins : self._begin(at - 1)]}{name}" + ("" if comma is None else ",")
        lacking = "," if comma is None else ""
        if end == line_end or self.text[end:line_end].lstrip().startswith(")"):
            return [(end, end, lacking + new)]
        return [(end, end, lacking), (line_end, line_end, new)]

    def above(self, name: str) -> list[Splice]:
        """The name on a line of its own, before the first."""
        begins = self.starts[self.spans[0].line - 1]
        indent = self.text[begins : self._begin(0)]
        return [(begins, begins, f"{indent}{name},{self.eol}")]

    def without(self, gone: list[int]) -> list[Splice]:
        """These names taken out, not all of them."""
        last = max(place for place in range(len(self.spans)) if place not in gone)
        alone = [place for place in gone if self._is_alone(place)]
        splices = [self._whole_line(place) for place in alone]
        splices += [self._up_to_next(place) for place in gone if place < last and place not in alone]
        tail = [place for place in gone if place > last and place not in alone]
        if tail and "#" not in self.text[self._end(last) : self._end(tail[-1])] and len(tail) == gone[-1] - last:
            return [*splices, (self._end(last), self._end(tail[-1]), "")]
        return splices + [(self._begin(place), self._after_comma(place), "") for place in tail]

    def _is_alone(self, place: int) -> bool:
        """Is it the one name on its lines, within parentheses?"""
        begin, end = self._begin(place), self._after_comma(place)
        rest = self.text[end : self._line_end(end)].strip()
        before = self.text[self.starts[self.spans[place].line - 1] : begin]
        return self.enclosed and not before.strip() and (not rest or rest.startswith("#"))

    def _whole_line(self, place: int) -> Splice:
        return self.starts[self.spans[place].line - 1], self._ending(self._after_comma(place)).end(), ""

    def _up_to_next(self, place: int) -> Splice:
        between = self.text[self._after_comma(place) : self._begin(place + 1)]
        end = self._after_comma(place) if "#" in between else self._begin(place + 1)
        return self._begin(place), end, ""

    def _after_comma(self, place: int) -> int:
        comma = self._comma(place)
        return self._end(place) if comma is None else comma + 1

    def _begin(self, place: int) -> int:
        span = self.spans[place]
        return self.starts[span.line - 1] + span.column

    def _end(self, place: int) -> int:
        span: Span = self.spans[place]
        return self.starts[span.end_line - 1] + span.end_column

    def _comma(self, place: int) -> int | None:
        """Where the comma after a name stands, if there is one."""
        found = _NEXT.match(self.text, self._end(place))
        return found.start(1) if found and found[1] else None

    def _line_end(self, offset: int) -> int:
        return self._ending(offset).start()

    def _eol(self, offset: int) -> str:
        return self._ending(offset).group()

    def _ending(self, offset: int) -> re.Match[str]:
        found = _END.search(self.text, offset)
        assert found is not None
        return found
