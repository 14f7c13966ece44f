"""Where the nodes of `ast`, which found, meet those of libcst, which is edited.

Expressions meet by their full span, statements by start, the arguments of a call by their order: `ast` counts the
parentheses of a tuple and of a generator, libcst does not.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

import libcst as cst

from codemods.syntax.reading import Read
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.source import Source, Span
from flake8_atomic.edits import CallInstead, Edit

Line = cst.BaseCompoundStatement | cst.SimpleStatementLine


class Apart(Exception):
    """A node of the plan has no counterpart."""


class Meeting:
    """The libcst nodes that a plan speaks of."""

    def __init__(self, read: Read, source: Source, edits: Sequence[Edit]) -> None:
        self.source = source
        self._nodes = [node for edit in edits for root in _roots(edit) for node in ast.walk(root)]
        self._ranges = [(source.span(root)[0], source.span(root)[2]) for edit in edits for root in _roots(edit)]
        self._known = read.lines(source)
        self._positions = read.positions({node: self._known[node] for node in self._holding()})
        self._expressions: dict[Span, cst.BaseExpression] = {}
        self._lines: dict[tuple[int, int], Line] = {}
        self._read()
        self._arguments = {
            id(ours): theirs for node in self._nodes if isinstance(node, ast.Call) for ours, theirs in self._pairs(node)
        }

    def _holding(self) -> Iterator[cst.CSTNode]:
        """The innermost functions, classes or statements of the module in which the edits are."""
        for start, end in self._ranges:
            around = [node for node, (first, last) in self._known.items() if first <= start and end <= last]
            yield min(around, key=lambda node: self._known[node][1] - self._known[node][0])

    def _read(self) -> None:
        spans = {self.source.span(node) for node in self._nodes if isinstance(node, ast.expr)}
        starts = {self.source.span(node)[:2] for node in self._nodes if isinstance(node, ast.stmt)}
        for node, found in self._positions.items():
            start, end = found.start, found.end
            if isinstance(node, cst.BaseExpression):
                span = Span(start.line, start.column, end.line, end.column)
                if span in spans:
                    self._expressions[span] = node
            elif isinstance(node, Line) and (start.line, start.column) in starts:
                self._lines[start.line, start.column] = node

    def _pairs(self, node: ast.Call) -> Iterator[tuple[ast.expr, cst.Arg]]:
        call = self._expressions.get(self.source.span(node))
        if isinstance(call, cst.Call):
            # `f(*a, b=1, *c)`: the order of the text, not that of the two lists.
            yield from zip(
                sorted(given_to(node), key=lambda value: self.source.span(value)[:2]), call.args, strict=True
            )

    def concerns(self, node: cst.CSTNode) -> bool:
        """May something in this node have to change?"""
        if not isinstance(node, Line):
            return True
        if node in self._known:
            start, end = self._known[node]
        elif node in self._positions:
            found = self._positions[node]
            start, end = found.start.line, found.end.line
        else:
            return True  # it may hold a definition, which is known
        return any(first <= end and start <= last for first, last in self._ranges)

    def expression(self, node: ast.expr) -> cst.BaseExpression:
        """The same expression; that of an argument is found with its argument."""
        argument = self._arguments.get(id(node))
        if argument is not None:
            return argument.value
        span = self.source.span(node)
        if span not in self._expressions:
            raise Apart(f"the expression on line {span.line} is not found again")
        return self._expressions[span]

    def argument(self, node: ast.expr) -> cst.Arg | None:
        """The argument that an expression is."""
        return self._arguments.get(id(node))

    def statement(self, node: ast.stmt) -> Line:
        """The same statement, which must have its lines to itself."""
        line = self._lines.get(self.source.span(node)[:2])
        if line is None or (isinstance(line, cst.SimpleStatementLine) and len(line.body) != 1):
            raise Apart(f"the statement on line {node.lineno} shares its line with another")
        return line


def _roots(edit: Edit) -> Sequence[ast.expr | ast.stmt]:
    return (edit.old,) if isinstance(edit, CallInstead) else edit.old
