"""What stands around a node: its parents, its statement, the suite that holds it."""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from flake8_atomic.analysis.code.scopes import bodies, children

LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

_last_line = attrgetter("end_lineno")


class Parents:
    """The tree of one file, looked at from below, statement by statement as that is asked for."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._parents: dict[int, ast.AST] = {id(statement): tree for statement in tree.body}

    def of(self, node: ast.AST) -> ast.AST:
        """The node that holds this one; a module holds itself."""
        if id(node) not in self._parents and isinstance(node, (ast.expr, ast.stmt)):
            self._look_around(node)
        return self._parents.get(id(node), node)

    def _look_around(self, node: ast.expr | ast.stmt) -> None:
        """Read the statement of the module that holds it; the others are mostly never asked for."""
        body = self._tree.body
        for statement in body[bisect_left(body, node.lineno, key=_last_line) :]:
            self._add(statement)
            if id(node) in self._parents or statement.lineno > node.lineno:
                break

    def _add(self, statement: ast.stmt) -> None:
        todo: list[ast.AST] = [statement]
        while todo:
            node = todo.pop()
            for child in children(node):
                self._parents[id(child)] = node
                todo.append(child)

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes that hold this one, the innermost first."""
        while (parent := self.of(node)) is not node:
            yield parent
            node = parent

    def statement(self, node: ast.AST) -> ast.stmt:
        """The statement that an expression belongs to."""
        while not isinstance(node, ast.stmt):
            node = self.of(node)
        return node

    def suite(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements among which this one stands."""
        return next(suite for suite in bodies(self.of(statement)) if any(other is statement for other in suite))

    def function(self, node: ast.AST) -> ast.AST:
        """The function in which a node is run, or the module."""
        outer = node
        for outer in self.around(node):
            if isinstance(outer, FUNCTIONS):
                break
        return outer

    def in_loop(self, node: ast.AST) -> bool:
        """May it run many times in one run of its function?"""
        for outer in self.around(node):
            if isinstance(outer, FUNCTIONS):
                return False
            if isinstance(outer, LOOPS):
                return True
        return False


def inside(statements: list[ast.stmt]) -> Iterator[ast.AST]:
    """Every node of these statements, nested functions included."""
    for statement in statements:
        yield from ast.walk(statement)
