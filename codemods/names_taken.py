"""Which names a file uses, and in which of its scopes each is bound."""

from __future__ import annotations

import ast
import builtins
import re
import sys
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis.scopes import Scope, find_scopes, is_function
from flake8_atomic.analysis.source import Source

_BUILTINS = frozenset(dir(builtins))
_STAR = re.compile(r"\bimport(\s|\\)*\*")
"""A search in the text costs a fiftieth of a walk over the tree."""


class Names:
    """The names of one file; what is not sure counts as taken."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._tree = source.tree
        self._bindings: dict[str, list[tuple[ast.AST, ast.AST]]] = {}

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
        return any(_uses(node, name) or _binds(node, name) for node in self._nodes_beside(name))

    def bindings(self, name: str) -> list[tuple[ast.AST, ast.AST]]:
        """Everything that binds the name: the node, and the scope's node; a lambda counts as part of what holds it."""
        if name not in self._bindings:
            binding = (node for node in self._nodes_beside(name) if _binds(node, name))
            self._bindings[name] = [(node, self._place(node)) for node in binding]
        return self._bindings[name]

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

    def _place(self, node: ast.AST) -> ast.AST:
        """Where a node binds a name; a global statement does in the module, wherever it stands."""
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self._tree
        scope = self.top.at_line(getattr(node, "lineno", 1))
        return (scope.parent or scope).node if scope.node is node else scope.node

    def _nodes_beside(self, name: str) -> Iterator[ast.AST]:
        """The nodes of the statements whose text holds the name; a search in it costs little, a walk over all much."""
        text = self._source.text
        lines = [self._source.line_at(found.start()) for found in re.finditer(rf"\b{name}\b", text)]
        everywhere = not name.isascii() or self._has_ligatures
        todo: list[ast.AST] = [self._tree] if lines or everywhere else []
        while todo:
            node = todo.pop()
            yield node
            for child in ast.iter_child_nodes(node):
                if not isinstance(child, (ast.stmt, ast.ExceptHandler, ast.match_case)):
                    yield from ast.walk(child)  # what stands in an f-string does not say truly where
                elif everywhere or _holds_one(child, lines):
                    todo.append(child)

    @cached_property
    def _has_ligatures(self) -> bool:
        """May a name be written with other characters than those that the parser makes of them?"""
        text = self._source.text
        others = () if text.isascii() else {character for character in set(text) if not character.isascii()}
        return any(f"_{each}".isidentifier() and unicodedata.normalize("NFKC", each) != each for each in others)

    @cached_property
    def _may_come_with_a_star(self) -> bool:
        """Is there a star import of anything but the standard library, whose names are known?"""
        return _STAR.search(self._source.text) is not None and any(
            isinstance(node, ast.ImportFrom)
            and node.names[0].name == "*"
            and (node.level or (node.module or "").partition(".")[0] not in sys.stdlib_module_names)
            for node in ast.walk(self._tree)
        )


def _holds_one(node: ast.AST, lines: list[int]) -> bool:
    """Does the node, with its decorators, stand on one of these lines?"""
    first = min([getattr(node, "lineno", 1), *(each.lineno for each in getattr(node, "decorator_list", ()))])
    place = bisect_left(lines, first)
    return place < len(lines) and lines[place] <= getattr(node, "end_lineno", lines[place])


def _uses(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _binds(node: ast.AST, name: str) -> bool:
    """Does a node bind the name in its scope?"""
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.arg):
        return node.arg == name
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return name in node.names
    if isinstance(node, ast.Import):
        return any(name == (alias.asname or alias.name.partition(".")[0]) for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return any(name == (alias.asname or alias.name) for alias in node.names)
    if isinstance(node, _NAMED):
        return bool(name == getattr(node, "rest" if isinstance(node, ast.MatchMapping) else "name", None))
    return False


_NAMED = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler),
    *(ast.MatchAs, ast.MatchStar, ast.MatchMapping),
    *(getattr(ast, kind) for kind in ("TypeVar", "TypeVarTuple", "ParamSpec") if hasattr(ast, kind)),
)
