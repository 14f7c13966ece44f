"""The arguments of a call that stand under its first one, and stay there when the call becomes another."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property

import libcst as cst

from flake8_atomic.analysis.code.source import Source

_PLAIN = cst.SimpleWhitespace("")


class Aligned:
    """The layout of one call as it was; columns are counted from where its statement begins."""

    def __init__(self, source: Source, node: ast.Call, call: cst.Call) -> None:
        self._call = call
        self._begin = self._column = -1
        func, margin = source.span(node.func), _margin(source, node.lineno)
        if margin is not None and node.lineno == func.end_line < (node.end_lineno or 0):
            self._begin = source.span(node).column - margin
            self._column = source.line(node.lineno).index("(", func.end_column) + 1 - margin

    @cached_property
    def moving(self) -> list[cst.Arg]:
        """The arguments that begin on the line of the call, or under its first one."""
        return list(self._moving()) if self._begin >= 0 and not _is_broken(self._call.whitespace_before_args) else []

    def _moving(self) -> Iterator[cst.Arg]:
        moves = True
        for argument in self._call.args:
            if moves:
                yield argument
            space = argument.comma.whitespace_after if isinstance(argument.comma, cst.Comma) else _PLAIN
            if _is_broken(space):
                moves = self.is_under(space)

    @cached_property
    def breaks_first(self) -> bool:
        """Does another line under the first argument hold what comes after it, or more of itself?"""
        if not self.moving:
            return False
        first = self.moving[0]
        under = _Under(self._column, 0)
        first.value.visit(under)
        return under.found or (isinstance(first.comma, cst.Comma) and self.is_under(first.comma.whitespace_after))

    @property
    def line(self) -> cst.ParenthesizedWhitespace:
        """A new line under the first argument."""
        return cst.ParenthesizedWhitespace(indent=True, last_line=cst.SimpleWhitespace(" " * self._column))

    def is_under(self, space: cst.BaseParenthesizableWhitespace) -> bool:
        """Does it go on under the first argument?"""
        return (
            isinstance(space, cst.ParenthesizedWhitespace)
            and space.indent
            and space.last_line.value == " " * self._column
        )

    def moved(self, new: cst.Call, origins: Mapping[int, cst.Arg], begin: int) -> cst.Call:
        """The new call, whose name begins in this column, or where that of the old one did if it is less than 0.

        `origins` are the arguments of the old one that its values came from.
        """
        head = cst.Module([]).code_for_node(new.func)
        shift = (self._begin if begin < 0 else begin) + len(head) + 1 - self._column
        if not self.moving or "\n" in head:
            return new
        under = _Under(self._column, shift)
        arguments = []
        for argument in new.args:
            value = argument.value
            if origins.get(id(value)) in self.moving:
                argument = argument.with_changes(value=value.visit(under))
            if isinstance(argument.comma, cst.Comma) and self.is_under(argument.comma.whitespace_after):
                argument = argument.with_changes(comma=argument.comma.visit(under))
            if self.is_under(argument.whitespace_after_arg):
                argument = argument.with_changes(whitespace_after_arg=argument.whitespace_after_arg.visit(under))
            arguments.append(argument)
        return new.with_changes(args=arguments)


class _Under(cst.CSTTransformer):
    """Moves the lines that stand under a column, or right of it."""

    def __init__(self, column: int, shift: int) -> None:
        super().__init__()
        self._least, self._shift = " " * column, shift
        self.found = False

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        """Move the line that this begins, and the comments above that."""
        if not isinstance(original_node, cst.ParenthesizedWhitespace):
            return updated_node
        return original_node.with_changes(
            last_line=self._at(original_node.last_line) if original_node.indent else original_node.last_line,
            empty_lines=[
                line.with_changes(whitespace=self._at(line.whitespace)) if line.comment and line.indent else line
                for line in original_node.empty_lines
            ],
        )

    def _at(self, space: cst.SimpleWhitespace) -> cst.SimpleWhitespace:
        if space.value.strip(" ") or not space.value.startswith(self._least):
            return space
        self.found = True
        return cst.SimpleWhitespace(" " * (len(space.value) + self._shift))


def _is_broken(space: cst.BaseParenthesizableWhitespace) -> bool:
    return isinstance(space, cst.ParenthesizedWhitespace)


def _margin(source: Source, line: int) -> int | None:
    """Where the statement begins that holds this line; None where it has not the line to itself."""
    node: ast.AST = source.tree
    column = 0
    while inner := next((child for child in ast.iter_child_nodes(node) if _holds(child, line)), None):
        node = inner
        if isinstance(node, ast.stmt):
            column = source.span(node).column
            if source.line(node.lineno)[:column].strip():
                return None
    return column


def _holds(node: ast.AST, line: int) -> bool:
    if not isinstance(node, (ast.stmt, ast.ExceptHandler, ast.match_case)):
        return False
    if isinstance(node, ast.match_case):
        return node.pattern.lineno <= line <= (node.body[-1].end_lineno or 0)
    return node.lineno <= line <= (node.end_lineno or 0)
