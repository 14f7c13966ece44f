"""Which names a file uses, and in which of its scopes each is bound."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis.scopes import Scope, find_scopes, is_function

_BUILTINS = frozenset(dir(builtins))
_STAR = re.compile(r"\bimport(\s|\\)*\*")
"""A search in the text costs a fiftieth of a walk over the tree."""


class Names:
    """The names of one file; what is not sure counts as taken."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self._text = text
        self._tree = tree

    @cached_property
    def top(self) -> Scope:
        """The module's scope, with all the others below it."""
        return find_scopes(self._tree)

    def taken(self, name: str) -> bool:
        """Does the name stand for anything in the file, or may it?"""
        if name in _BUILTINS:
            return True
        if not name.startswith("_") and self._may_come_with_a_star:
            return True
        return name in self._text and (name in self._bound or name in self._used)

    def bindings(self, name: str) -> list[tuple[ast.AST, ast.AST]]:
        """Everything that binds the name: the node, and the scope's node; a lambda counts as part of what holds it."""
        return self._bound.get(name, [])

    def shadowed(self, name: str, line: int) -> bool:
        """Does the name mean something of its own on this line, and not what the module imported?"""
        scope: Scope | None = self.top.at_line(line)
        around: list[ast.AST] = []
        while scope is not None and scope.parent is not None:
            # What a class body binds is no part of what its methods see.
            if not around or is_function(scope.node):
                around.append(scope.node)
            scope = scope.parent
        return any(place is node for _, place in self.bindings(name) for node in around)

    @cached_property
    def _used(self) -> frozenset[str]:
        return frozenset(node.id for node in ast.walk(self._tree) if isinstance(node, ast.Name))

    @cached_property
    def _bound(self) -> dict[str, list[tuple[ast.AST, ast.AST]]]:
        found: dict[str, list[tuple[ast.AST, ast.AST]]] = {}
        for node in ast.walk(self._tree):
            for name in _binds(node):
                line = getattr(node, "lineno", 1)
                scope = self.top.at_line(line)
                if scope.node is node:
                    scope = scope.parent or scope
                # A global statement binds in the module, wherever it stands.
                place = self._tree if isinstance(node, (ast.Global, ast.Nonlocal)) else scope.node
                found.setdefault(name, []).append((node, place))
        return found

    @cached_property
    def _may_come_with_a_star(self) -> bool:
        """Is there a star import of anything but the standard library, whose names are known?"""
        return _STAR.search(self._text) is not None and any(
            isinstance(node, ast.ImportFrom)
            and node.names[0].name == "*"
            and (node.level or (node.module or "").partition(".")[0] not in sys.stdlib_module_names)
            for node in ast.walk(self._tree)
        )


def _binds(node: ast.AST) -> Iterator[str]:
    """The names that a node binds in its scope."""
    if isinstance(node, ast.Name):
        if not isinstance(node.ctx, ast.Load):
            yield node.id
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            yield alias.asname or (alias.name.partition(".")[0] if isinstance(node, ast.Import) else alias.name)
    elif isinstance(node, _NAMED):
        if isinstance(name := getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name", None), str):
            yield name


_NAMED = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler),
    *(ast.MatchAs, ast.MatchStar, ast.MatchMapping),
    *(getattr(ast, kind) for kind in ("TypeVar", "TypeVarTuple", "ParamSpec") if hasattr(ast, kind)),
)
