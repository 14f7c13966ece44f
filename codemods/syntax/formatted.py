"""The f-strings that a plan asks for: how they are written, and what the tree of the result shows of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import libcst as cst

from flake8_atomic.edits import Call, Formatted


def going_on(old: cst.BaseExpression, new: cst.FormattedString) -> cst.BaseExpression:
    """A string of the file with what is to come after it."""
    if isinstance(old, cst.FormattedString):
        return old.with_changes(parts=[*old.parts, *new.parts])
    if isinstance(old, cst.ConcatenatedString):
        return old.with_changes(right=going_on(old.right, new))
    assert isinstance(old, cst.SimpleString)
    return cst.ConcatenatedString(old, new, whitespace_between=cst.SimpleWhitespace(" "))


def pairs(text: Formatted, found: ast.JoinedStr) -> Iterator[tuple[object, object]]:
    """What the plan asks for beside what is found, and first how many parts there are."""
    parts: list[object] = list(text.after.values) if text.after is not None else []
    for part in text.parts:
        last = parts[-1] if parts else None
        if isinstance(part, str) and isinstance(last, ast.Constant) and isinstance(last.value, str):
            parts[-1] = ast.Constant(last.value + part)  # texts that meet are one
        else:
            parts.append(ast.Constant(part) if isinstance(part, str) else part)
    yield len(parts), len(found.values)
    for mine, theirs in zip(parts, found.values, strict=False):
        yield mine, _plain(theirs) if isinstance(mine, Call) else theirs


def _plain(found: ast.expr) -> ast.expr | None:
    """What stands between the braces, and nothing but that."""
    if not isinstance(found, ast.FormattedValue) or found.conversion != -1 or found.format_spec is not None:
        return None
    return found.value
