"""Breaks what a rewrite made longer than the lines of its file are, as black does: within the brackets of a call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from operator import attrgetter

from codemods.syntax.parsed import parsed
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.source import Source, Span, Unreadable

_HEAD = re.compile(r"\s*(?:async )?with [^(].*:\s*")
_VALUED = ast.Assign | ast.AnnAssign
_Broken = ast.Call | ast.With | ast.AsyncWith | ast.Assign | ast.AnnAssign
_NOTHING_ELSE = re.compile(r"[)\]}]*(?: as \w+)?[:,]?\s*")


def broken(before: Source, after: str, indent: str, width: int) -> str:
    """The later text, where lines that are too long now and were not are broken up."""
    known = {line.strip() for line in before.text.splitlines() if len(line) > width}
    if all(len(line) <= width or line.strip() in known for line in after.splitlines()):
        return after
    try:
        source = parsed(after)
    except Unreadable:
        return after  # the guards say why
    lines = [source.line(number) for number in range(1, len(source.line_starts) + 1)]
    long = {n for n, line in enumerate(lines, 1) if len(line.rstrip("\r\n")) > width and line.strip() not in known}
    for number, node in _found(source, long).items():
        if isinstance(node, _VALUED):
            lines[number - 1] = _in_parentheses(source, node, indent, width)
        elif isinstance(node, ast.With | ast.AsyncWith):
            lines[number - 1] = _handles(source, node, indent)
        elif number == node.lineno:
            lines[number - 1] = _broken(source, node, indent, width)
        else:
            lines[number - 1] = _one_each(source, node)
    return "".join(lines)


def _found(source: Source, long: set[int]) -> dict[int, _Broken]:
    """For each of these lines what it holds: handles of a block, arguments, the last call, or else a whole value."""
    found: dict[int, _Broken] = {}
    todo: list[ast.AST] = [source.tree] if long else []
    while todo:
        node = todo.pop()
        if isinstance(node, ast.With | ast.AsyncWith) and node.lineno in long and _has_handles(source, node):
            found[node.lineno] = node
            todo += node.body
        elif isinstance(node, ast.Call) and (line := _to_break(source, node)) in long:
            other = found.get(line)
            found[line] = max(node, other, key=attrgetter("col_offset")) if isinstance(other, ast.Call) else node
        elif not isinstance(node, ast.JoinedStr):  # nothing in it may be broken
            if isinstance(node, _VALUED) and node.lineno == node.end_lineno and node.lineno in long:
                found[node.lineno] = node
            todo += ast.iter_child_nodes(node)
    return found


def _in_parentheses(source: Source, node: ast.Assign | ast.AnnAssign, indent: str, width: int) -> str:
    """The value of a statement on a line of its own, where it fits there and nothing comes after it."""
    line = source.line(node.lineno)
    margin, end = _margin(line), line[len(line.rstrip("\r\n")) :]
    span = source.span(node.value) if node.value is not None else source.span(node)
    value, rest = line[span.column : span.end_column], line[span.end_column :]
    fits = len(margin) + len(indent) + len(value) <= width
    if not fits or rest.strip() or not line[: span.column].endswith("= "):
        return line
    return end.join([f"{line[: span.column]}(", f"{margin}{indent}{value}", f"{margin}){end}"])


def _has_handles(source: Source, node: ast.With | ast.AsyncWith) -> bool:
    """Are there several handles on the one line of the head, without parentheses around them?"""
    return len(node.items) > 1 and _HEAD.fullmatch(source.line(node.lineno)) is not None


def _handles(source: Source, node: ast.With | ast.AsyncWith, indent: str) -> str:
    """A line for each handle, in parentheses: each Python that the helpers run on can read them."""
    line = source.line(node.lineno)
    margin, end = _margin(line), line[len(line.rstrip("\r\n")) :]
    begin = line.index("with ") + len("with ")
    spans = [
        (source.span(item.context_expr), source.span(item.optional_vars or item.context_expr)) for item in node.items
    ]
    items = list(
        _between_commas(line[: line.rindex(":")], begin, [(one.column, other.end_column) for one, other in spans])
    )
    return end.join([f"{line[:begin]}(", *(f"{margin}{indent}{item}," for item in items), f"{margin}):", ""])


def _to_break(source: Source, call: ast.Call) -> int:
    """The line that ends with this call, or that holds all of its arguments and nothing else; 0 for none."""
    spans, whole = _spans(source, call), source.span(call)
    lines = {line for span in spans for line in (span.line, span.end_line)}
    if len(lines) != 1:
        return 0
    line = lines.pop()
    alone = whole.line < line < whole.end_line and len(spans) > 1
    last = spans[-1] if alone else whole
    rest = source.line(line)[last.end_column :]
    return line if (alone or whole.line == whole.end_line) and _NOTHING_ELSE.fullmatch(rest) else 0


def _broken(source: Source, call: ast.Call, indent: str, width: int) -> str:
    """The arguments on a line of their own, or each of them where they do not fit on one."""
    line, end_column = source.line(call.lineno), source.span(call).end_column - 1
    begin = line.index("(", source.span(call.func).end_column) + 1
    arguments = list(_arguments(source, call, line[:end_column], begin))
    margin = _margin(line)
    together = margin + indent + ", ".join(arguments)
    if len(together) <= width or len(arguments) == 1:
        inside = [together]
    else:
        inside = [f"{margin}{indent}{argument}," for argument in arguments]
    end = line[len(line.rstrip("\r\n")) :] or "\n"
    return end.join([line[:begin], *inside, margin + line[end_column:]])


def _one_each(source: Source, call: ast.Call) -> str:
    """A line for each of the arguments that have a line of their own together."""
    line = source.line(_spans(source, call)[0].line)
    end = line[len(line.rstrip("\r\n")) :]
    return "".join(f"{_margin(line)}{argument},{end}" for argument in _arguments(source, call, line, 0))


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t\f"))]


def _arguments(source: Source, call: ast.Call, line: str, begin: int) -> Iterator[str]:
    """The text of each argument, with the parentheses around it."""
    yield from _between_commas(line, begin, [(span.column, span.end_column) for span in _spans(source, call)])


def _between_commas(line: str, begin: int, columns: list[tuple[int, int]]) -> Iterator[str]:
    for (_, end), (start, _) in pairwise(columns):
        comma = line.index(",", end, start)
        yield line[begin:comma].strip()
        begin = comma + 1
    yield line[begin:].strip().removesuffix(",").rstrip()


def _spans(source: Source, call: ast.Call) -> list[Span]:
    """Where the values of the arguments stand, in the order of the text."""
    return sorted(map(source.span, given_to(call)), key=lambda span: span[:2])
