"""Reads the statements of one scope, in order, into a `Flow`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from flake8_atomic.analysis.code.blocks import Block, leaving
from flake8_atomic.analysis.code.flow import Binding, Flow, Place
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.simple_statements import SimpleStatements

Statements = tuple[list[ast.stmt], Block]


def flow_of(scope: Scope) -> Flow:
    """The scope's flow, read once."""
    if scope.flow is None:
        scope.flow = _Survey(scope).run()
    return scope.flow


class _Survey(SimpleStatements):
    """One pass over one scope; nested functions and classes are scopes of their own."""

    def run(self) -> Flow:
        if (function := self.scope.function) is not None:
            self.parameters(function.args)
        # A stack, not recursion: 500 `elif` are 500 levels of nesting.
        todo: list[tuple[ast.stmt, Block]] = [(node, self.block) for node in reversed(self.scope.node.body)]
        while todo:
            node, self.block = todo.pop()
            read = _SUITES.get(type(node))
            if read is None:
                self.simple(node)
                continue
            for body, block in reversed(read(self, node)):
                todo += [(inner, block) for inner in reversed(body)]
        return self.flow

    # Each of these reads its own expressions, binds its names, and returns the suites below it.

    def _if(self, node: ast.If | ast.While) -> list[Statements]:
        self.read(node.test)
        return [
            (node.body, self._arm(node, "body", node.body)),
            (node.orelse, self._arm(node, "orelse", node.orelse)),
        ]

    def _for(self, node: ast.For | ast.AsyncFor) -> list[Statements]:
        self.read(node.iter)
        body = self._arm(node, "body", node.body)
        outer, self.block = self.block, body
        self.target(node.target, "each", node.iter)
        self.block = outer
        return [(node.body, body), (node.orelse, self._arm(node, "orelse", node.orelse))]

    def _with(self, node: ast.With | ast.AsyncWith) -> list[Statements]:
        block = Block(self.block, node)
        for item in node.items:
            self.read(item.context_expr)
            if item.optional_vars is not None:
                self.target(item.optional_vars, "entered", item.context_expr)
        return [(node.body, block)]

    def _try(self, node: ast.Try | ast.TryStar) -> list[Statements]:
        # Without a handler, leaving the body early leaves for good: what follows sees the whole body.
        body = Block(self.block, node, branch=bool(node.handlers))
        suites = [
            (node.body, body),
            (node.orelse, Block(body, node, "orelse", branch=True, leaves=leaving(node.orelse))),
        ]
        for number, handler in enumerate(node.handlers):
            block = self._arm(node, f"handler {number}", handler.body)
            if handler.name is not None:
                self.flow.bind(Binding(handler.name, "changed", None, Place(self.order, block), handler))
            suites.append((handler.body, block))
        suites.append((node.finalbody, Block(self.block, node, "finalbody")))
        return suites

    def _match(self, node: ast.Match) -> list[Statements]:
        self.read(node.subject)
        suites = []
        for number, case in enumerate(node.cases):
            block = self._arm(node, f"case {number}", case.body)
            outer, self.block = self.block, block
            for part in ast.walk(case.pattern):
                if name := getattr(part, "name", None) or getattr(part, "rest", None):
                    self.bind(name, "changed", None, case.pattern)
            if case.guard is not None:
                self.read(case.guard)
            self.block = outer
            suites.append((case.body, block))
        return suites

    def _arm(self, node: ast.stmt, arm: str, body: list[ast.stmt]) -> Block:
        return Block(self.block, node, arm, branch=True, leaves=leaving(body))


_SUITES: dict[type[ast.stmt], Callable[[_Survey, Any], list[Statements]]] = {
    ast.If: _Survey._if,
    ast.While: _Survey._if,
    ast.For: _Survey._for,
    ast.AsyncFor: _Survey._for,
    ast.With: _Survey._with,
    ast.AsyncWith: _Survey._with,
    ast.Try: _Survey._try,
    ast.TryStar: _Survey._try,
    ast.Match: _Survey._match,
}
