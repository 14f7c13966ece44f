"""The functions and classes of a file, what each imports, and which of them a line belongs to."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from flake8_atomic.analysis.code.flow import Flow

Function = ast.FunctionDef | ast.AsyncFunctionDef
Import = ast.Import | ast.ImportFrom


class Scope:
    """A module, a class or a function: the statements that share one set of names."""

    __slots__ = ("aliases", "children", "first", "flow", "imports", "last", "name", "node", "parent")

    def __init__(self, node: ast.Module | ast.ClassDef | Function, parent: Scope | None) -> None:
        self.node = node
        self.parent = parent
        self.children: list[Scope] = []
        self.imports: list[Import] = []
        self.aliases: list[ast.Assign] = []
        self.flow: Flow | None = None
        self.name = "" if isinstance(node, ast.Module) else node.name
        self.first = 1 if isinstance(node, ast.Module) else node.lineno  # decorators not counted
        self.last = 1 << 60 if isinstance(node, ast.Module) else node.end_lineno or node.lineno

    @property
    def function(self) -> Function | None:
        """The node, where this is a function."""
        return self.node if is_function(self.node) else None

    @property
    def owner(self) -> Scope | None:
        """The class whose method this is, or whose method this is nested in."""
        scope: Scope | None = self
        while scope is not None and not isinstance(scope.node, ast.ClassDef):
            scope = scope.parent
        return scope

    def at_line(self, line: int) -> Scope:
        """The innermost scope that holds this line."""
        scope = self
        while True:
            before = bisect_right(scope.children, line, key=_first)
            if not before or scope.children[before - 1].last < line:
                return scope
            scope = scope.children[before - 1]

    def walk(self) -> Iterator[Scope]:
        """This scope and all below it, in source order."""
        todo = [self]
        while todo:
            scope = todo.pop()
            yield scope
            todo.extend(reversed(scope.children))

    def beside(self) -> list[Scope]:
        """This scope and all below it, then those of the class that it is of."""
        return list(dict.fromkeys([*self.walk(), *(self.owner.walk() if self.owner is not None else ())]))


def is_function(node: ast.AST) -> TypeGuard[Function]:
    """Is this a `def`, async or not?"""
    return isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))


def find_scopes(tree: ast.Module) -> Scope:
    """The module's scope, with all the others below it; a walk over statements only."""
    top = Scope(tree, None)
    several: list[Scope] = []
    todo: list[tuple[Iterable[ast.stmt], Scope]] = [(tree.body, top)]
    while todo:
        body, scope = todo.pop()
        for statement in body:
            kind = type(statement)
            if kind in _SIMPLE:
                continue
            if kind is ast.Assign:
                if type(statement.value) in _NAMES:  # type: ignore[attr-defined]
                    scope.aliases.append(statement)  # type: ignore[arg-type]
            elif kind in _DEFINITIONS:
                inner = Scope(statement, scope)  # type: ignore[arg-type]
                scope.children.append(inner)
                if len(scope.children) == 2:
                    several.append(scope)
                todo.append((inner.node.body, inner))
            elif kind in _BRANCHING:
                todo.append((statement.body, scope))  # type: ignore[attr-defined]
                if statement.orelse:  # type: ignore[attr-defined]
                    todo.append((statement.orelse, scope))  # type: ignore[attr-defined]
            elif kind in _SUITES:
                todo += [(nested, scope) for nested in bodies(statement)]
            elif kind is ast.Import or kind is ast.ImportFrom:
                scope.imports.append(statement)  # type: ignore[arg-type]
    for scope in several:
        scope.children.sort(key=_first)
    return top


def bodies(statement: ast.AST) -> list[list[ast.stmt]]:
    """The statement lists inside a compound statement, a handler or a case."""
    found = [nested for field in _SUITES.get(type(statement), ()) if (nested := getattr(statement, field))]
    if type(statement) in _PARTS:
        found += [part.body for part in getattr(statement, _PARTS[type(statement)])]
    return found


def children(node: ast.AST) -> list[ast.AST]:
    """What `ast.iter_child_nodes` yields, at half of what that costs."""
    found: list[ast.AST] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


_first = attrgetter("first")
_DEFINITIONS = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef})
_NAMES = frozenset({ast.Attribute, ast.Name, ast.IfExp})
_SIMPLE = frozenset({ast.Expr, ast.Return, ast.Raise, ast.AugAssign, ast.AnnAssign})  # half of all statements
_BRANCHING = frozenset({ast.If, ast.For, ast.AsyncFor, ast.While})  # four in five of the compound ones
# Every walk over statements asks each of them: a table of its kinds, not a question for each field.
_STATEMENTS: tuple[type[ast.AST], ...] = (ast.Module, *ast.stmt.__subclasses__(), ast.ExceptHandler, ast.match_case)
_SUITES: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(field for field in ("body", "orelse", "finalbody") if field in kind._fields)
    for kind in _STATEMENTS
    if {"body", "cases"} & set(kind._fields)
}
_PARTS: dict[type[ast.AST], str] = {ast.Try: "handlers", ast.TryStar: "handlers", ast.Match: "cases"}
