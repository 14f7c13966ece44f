"""What import statements import, one by one; of which section that is, and in which order isort keeps it."""

from __future__ import annotations

import ast
import sys
from itertools import pairwise
from typing import NamedTuple

from codemods.project.modules import Module, is_own

FUTURE, STANDARD, THIRD_PARTY, OWN, RELATIVE = range(5)


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
