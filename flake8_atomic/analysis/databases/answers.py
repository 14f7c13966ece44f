"""Which conditions depend on the answer to what the journal mode is, and what they let through."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis.code.blocks import leaving
from flake8_atomic.analysis.code.scopes import Scope, bodies
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.sqlite.databases import Databases


class Answers:
    """The answers that one scope gets when it asks for the journal mode, itself or through a function of the file."""

    def __init__(self, scope: Scope, databases: Databases) -> None:
        self._scope = scope
        reached = [reached for reached in databases.reached(scope) if reached.pragma.name == "journal_mode"]
        self._asking = {id(found.called.node) for found in reached if found.pragma.value is None}

    @cached_property
    def _names(self) -> set[str]:
        """The names that hold an answer, or something made of one."""
        found: set[str] = set()
        bindings = [binding for every in flow_of(self._scope).bindings.values() for binding in every if binding.value]
        for binding in sorted(bindings, key=lambda binding: binding.place.order):
            if binding.value is not None and self._tells(binding.value, found):
                found.add(binding.name)
        return found

    def _tells(self, node: ast.expr, names: set[str]) -> bool:
        parts = list(ast.walk(node))
        return any(id(part) in self._asking or (isinstance(part, ast.Name) and part.id in names) for part in parts)

    def keeps_wal_out(self, test: ast.expr, outcome: bool) -> bool:
        """When this condition has that outcome, was the answer heard, and was it not WAL?"""
        return bool(self._asking) and self._tells(test, self._names) and _says_wal(test) is not outcome

    def stop(self, body: list[ast.stmt], line: int, kinds: tuple[type[ast.stmt], ...]) -> bool:
        """Does one of these statements, above the line, leave where the answer is WAL?"""
        for node in _nested(body):
            if isinstance(node, ast.If) and node.lineno < line:
                if leaving(node.body) in kinds and self.keeps_wal_out(node.test, outcome=False):
                    return True
                if leaving(node.orelse) in kinds and self.keeps_wal_out(node.test, outcome=True):
                    return True
        return False


def _nested(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    todo = list(body)
    while todo:
        node = todo.pop()
        yield node
        todo += [inner for nested in bodies(node) for inner in nested]


def _says_wal(test: ast.expr) -> bool | None:
    """Is the mode WAL when this is true (True), when it is false (False), or is that not known?"""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        said = _says_wal(test.operand)
        return None if said is None else not said
    if isinstance(test, ast.BoolOp):
        return next((said for part in test.values if (said := _says_wal(part)) is not None), None)
    if isinstance(test, ast.Compare) and any(_is_wal(side) for side in (test.left, *test.comparators)):
        return isinstance(test.ops[0], (ast.Eq, ast.Is, ast.In))
    return None


def _is_wal(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Constant) and str(part.value).lower() == "wal" for part in ast.walk(node))
