"""The import statements at the top of a file: their rows, their kinds, and their order as isort keeps it."""

from __future__ import annotations

import ast
import re
import sys
from itertools import pairwise
from typing import NamedTuple

from codemods.modules import Module, is_own
from flake8_atomic.analysis.source import Source, first_line

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
FUTURE, STANDARD, THIRD_PARTY, OWN, RELATIVE = range(5)

_PATH_CHANGES = re.compile(r"\bsys\.path\s*(\.\s*(insert|append|extend)\b|\[|\+?=[^=])|\baddsitedir\s*\(")
_DUNDER = re.compile(r"__\w+__$")


class Line(NamedTuple):
    """One import of one name; the module with the dots that it is written with, the name empty for a plain import."""

    module: str
    name: str = ""
    asname: str = ""

    @property
    def imported(self) -> str:
        """What stands behind `import`."""
        return (self.name or self.module) + (f" as {self.asname}" if self.asname else "")

    @property
    def local(self) -> str:
        """The expression by which it is called then."""
        return self.asname or self.name or self.module


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


def changes_path(source: Source, row: Row) -> bool:
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
        if changes_path(source, row) and (plain or any(later.imports for later in rows[place + 1 :])):
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


def kind_of(module: str, own: Module) -> int:
    """The section of the imports that a module belongs to."""
    top = module.partition(".")[0]
    if not top:
        return RELATIVE
    if top == "__future__":
        return FUTURE
    if top in sys.stdlib_module_names:
        return STANDARD
    return OWN if is_own(top, own) else THIRD_PARTY


def written_module(node: ast.Import | ast.ImportFrom) -> str:
    """The module of a statement, with its dots."""
    return "." * node.level + (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name


Order = tuple[bool, int, str, bool]


def order_of(module: str, *, plain: bool, mixed: bool = False) -> Order:
    """Where isort puts a statement in its section: `import a` before `from a import`, the furthest package first.

    Where they are mixed, `import b` stands between `from a import` and `from c import`.
    """
    name = module.lstrip(".")
    return not (plain or mixed), len(name) - len(module), name.lower(), not plain


def is_sorted(nodes: list[ast.Import | ast.ImportFrom], *, mixed: bool = False) -> bool:
    """Are these statements in that order?"""
    order = [order_of(written_module(node), plain=isinstance(node, ast.Import), mixed=mixed) for node in nodes]
    return all(one <= other for one, other in pairwise(order))


def lines_in(node: object) -> list[Line]:
    """What a statement imports, one by one; nothing where it is no import."""
    if isinstance(node, ast.Import):
        return [Line(alias.name, "", alias.asname or "") for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [Line(written_module(node), alias.name, alias.asname or "") for alias in node.names]
    return []
