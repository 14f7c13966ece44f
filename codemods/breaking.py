"""Breaks what a rewrite made longer than the lines of its file are, as black does: within the brackets of a call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise

from flake8_atomic.analysis.source import Source, Unreadable

_NOTHING_ELSE = re.compile(r"[)\]}]*(?: as \w+)?[:,]?\s*")


def broken(before: Source, after: str, indent: str, width: int) -> str:
    """The later text, where lines that are too long now and were not are broken up."""
    if all(len(line) <= width for line in after.splitlines()):
        return after
    try:
        source = Source.parse(after)
    except Unreadable:
        return after  # the guards say why
    lines = [source.line(number) for number in range(1, len(source.line_starts) + 1)]
    known = {line.strip() for line in before.text.splitlines() if len(line) > width}
    long = {n for n, line in enumerate(lines, 1) if len(line.rstrip("\r\n")) > width and line.strip() not in known}
    for number, call in _last_calls(source, long).items():
        lines[number - 1] = _broken(source, call, indent, width)
    return "".join(lines)


def _last_calls(source: Source, long: set[int]) -> dict[int, ast.Call]:
    """For each of these lines the last of the calls that stand in no other on that line."""
    found: dict[int, ast.Call] = {}
    todo: list[ast.AST] = [source.tree] if long else []
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Call) and node.lineno in long and _ends_its_line(source, node):
            other = found.setdefault(node.lineno, node)
            found[node.lineno] = max(node, other, key=lambda call: call.col_offset)
        elif not isinstance(node, ast.JoinedStr):  # nothing in it may be broken
            todo += ast.iter_child_nodes(node)
    return found


def _ends_its_line(source: Source, call: ast.Call) -> bool:
    span = source.span(call)
    rest = source.line(span.end_line)[span.end_column :]
    return span.line == span.end_line and bool(call.args or call.keywords) and bool(_NOTHING_ELSE.fullmatch(rest))


def _broken(source: Source, call: ast.Call, indent: str, width: int) -> str:
    """The arguments on a line of their own, or each of them where they do not fit on one."""
    line, span = source.line(call.lineno), source.span(call)
    begin = line.index("(", source.span(call.func).end_column) + 1
    head, tail = line[:begin], line[span.end_column - 1 :]
    arguments = list(_arguments(source, call, line[: span.end_column - 1], begin))
    margin = line[: len(line) - len(line.lstrip(" \t\f"))]
    together = margin + indent + ", ".join(arguments)
    if len(together) <= width or len(arguments) == 1:
        inside = [together]
    else:
        inside = [f"{margin}{indent}{argument}," for argument in arguments]
    end = line[len(line.rstrip("\r\n")) :] or "\n"
    return end.join([head, *inside, margin + tail])


def _arguments(source: Source, call: ast.Call, line: str, begin: int) -> Iterator[str]:
    """The text of each argument, with the parentheses around it."""
    values = [*call.args, *(keyword.value for keyword in call.keywords)]
    spans = sorted(map(source.span, values), key=lambda span: span[:2])
    for one, other in pairwise(spans):
        comma = line.index(",", one.end_column, other.column)
        yield line[begin:comma].strip()
        begin = comma + 1
    yield line[begin:].strip().removesuffix(",").rstrip()
