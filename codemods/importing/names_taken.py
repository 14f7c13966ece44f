"""Which names a file uses, and in which of its scopes each is bound."""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from operator import attrgetter
from unicodedata import normalize

from flake8_atomic.analysis.code.scopes import Scope, children, find_scopes, is_function
from flake8_atomic.analysis.code.source import Source

_BUILTINS = frozenset(dir(builtins))
_STAR = re.compile(r"import[\s\\]*\*")


class Names:
    """The names of one file; what is not sure counts as taken."""

    def __init__(self, source: Source) -> None:
        self._tree = source.tree
        # The letters beyond ASCII can spell a name in another way than it reads.
        self._text = source.text if source.text.isascii() else normalize("NFKC", source.text)
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
        return self._may_stand(name) and name in self._nodes

    def bindings(self, name: str) -> list[tuple[ast.AST, ast.AST]]:
        """Everything that binds the name: the node, and the scope's node; a lambda counts as part of what holds it."""
        if name not in self._bindings:
            nodes = self._nodes.get(name, ()) if self._may_stand(name) else ()
            binding = (node for node in nodes if not _only_uses(node))
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

    def _may_stand(self, name: str) -> bool:
        """Is it worth a walk over the tree to look for the name?"""
        return name in self._text

    def _place(self, node: ast.AST) -> ast.AST:
        """Where a node binds a name; a global statement does in the module, wherever it stands."""
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            return self._tree
        scope = self.top.at_line(getattr(node, "lineno", 1))
        return (scope.parent or scope).node if scope.node is node else scope.node

    @cached_property
    def _nodes(self) -> Mapping[str, list[ast.AST]]:
        """What uses or binds each name; one walk over the tree costs less than the second search for one name."""
        found = defaultdict[str, list[ast.AST]](list)
        todo: list[ast.AST] = [self._tree]
        for node in todo:
            todo += children(node)
            naming = _NAMING.get(type(node))
            for name in naming(node) if naming is not None else ():
                found[name].append(node)
        return found

    @cached_property
    def _may_come_with_a_star(self) -> bool:
        """Is there a star import of anything but the standard library, whose names are known?"""
        return _STAR.search(self._text) is not None and any(
            isinstance(node, ast.ImportFrom)
            and (node.level or (node.module or "").partition(".")[0] not in sys.stdlib_module_names)
            for node in self._nodes.get("*", ())
        )


@lru_cache(maxsize=1)
def names_of(source: Source) -> Names:
    """The names of a file, for all who ask about the same text."""
    return Names(source)


def _only_uses(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def _attribute(attribute: str) -> Callable[[ast.AST], list[str]]:
    return lambda node: [getattr(node, attribute)]


def _imported(node: ast.AST) -> list[str]:
    assert isinstance(node, ast.Import)
    return [alias.asname or alias.name.partition(".")[0] for alias in node.names]


def _imported_from(node: ast.AST) -> list[str]:
    assert isinstance(node, ast.ImportFrom)
    return [alias.asname or alias.name for alias in node.names]


_NAMED = "FunctionDef AsyncFunctionDef ClassDef ExceptHandler MatchAs MatchStar TypeVar TypeVarTuple ParamSpec"
_NAMING: dict[type[ast.AST], Callable[[ast.AST], list[str]]] = {
    ast.Name: _attribute("id"),
    ast.arg: _attribute("arg"),
    ast.Global: attrgetter("names"),
    ast.Nonlocal: attrgetter("names"),
    ast.Import: _imported,
    ast.ImportFrom: _imported_from,
    ast.MatchMapping: _attribute("rest"),
    **{getattr(ast, kind): _attribute("name") for kind in _NAMED.split() if hasattr(ast, kind)},
}
