"""The rows of a suite that hold its import statements, and those that change where modules are looked for."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from flake8_atomic.analysis.code.source import Source, first_line

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_PATH_CHANGES = re.compile(r"\bsys\.path\s*(\.\s*(insert|append|extend)\b|\[|\+?=[^=])|\baddsitedir\s*\(")
_DUNDER = re.compile(r"__\w+__$")


class Row(NamedTuple):
    """The statements of a suite that share lines, from the first to the last of these."""

    first: int
    last: int
    statements: tuple[ast.stmt, ...]

    @property
    def imports(self) -> list[ast.Import | ast.ImportFrom]:
        """The statements, where all of them are imports."""
        found = [node for node in self.statements if isinstance(node, (ast.Import, ast.ImportFrom))]
        return found if len(found) == len(self.statements) else []

    @property
    def is_definition(self) -> bool:
        """Does it define a function or a class?"""
        return isinstance(self.statements[0], DEFINITIONS)

    def begins_its_line(self, source: Source) -> bool:
        """Does nothing stand before it, not even the header of what holds it?"""
        line, column = source.span(self.statements[0])[:2]
        return self.first < line or not source.line(line)[:column].strip()

    @property
    def belongs_to_imports(self) -> bool:
        """May it stand between the imports of a tidy file?"""
        return all(_belongs(node) for node in self.statements)


def rows_of(source: Source, body: list[ast.stmt] | None = None) -> list[Row]:
    """The rows of a file, or of another suite."""
    rows: list[Row] = []
    for node in source.tree.body if body is None else body:
        first, last = first_line(node), source.span(node).end_line
        if rows and first <= rows[-1].last:
            before = rows.pop()
            rows.append(Row(before.first, last, (*before.statements, node)))
        else:
            rows.append(Row(first, last, (node,)))
    return rows


def _changes_path(source: Source, row: Row) -> bool:
    """Does it change where modules are looked for?"""
    if row.is_definition:
        return False
    text = "".join(source.line(number) for number in range(row.first, row.last + 1))
    return ("path" in text and _PATH_CHANGES.search(text) is not None) or "addsitedir" in text


def last_path_change(source: Source, rows: list[Row]) -> int:
    """The place of the last row that changes the path for imports after it, -1 where there is none."""
    last = -1
    plain = True  # no definition so far
    for place, row in enumerate(rows):
        plain = plain and not row.is_definition
        if _changes_path(source, row) and (plain or any(later.imports for later in rows[place + 1 :])):
            last = place
    return last


def _belongs(node: ast.stmt) -> bool:
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) and _DUNDER.match(target.id) for target in node.targets)
    return isinstance(node, (ast.Try, ast.If)) and isinstance(node.body[0], (ast.Import, ast.ImportFrom))
