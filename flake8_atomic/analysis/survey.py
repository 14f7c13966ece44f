"""Reads the statements of one scope, in order, into a `Flow`."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from flake8_atomic.analysis.blocks import Block, leaving
from flake8_atomic.analysis.flow import Binding, Flow, Place
from flake8_atomic.analysis.notes import Notes
from flake8_atomic.analysis.scopes import Scope, is_function

Statements = tuple[list[ast.stmt], Block]


def flow_of(scope: Scope) -> Flow:
    """The scope's flow, read once."""
    if scope.flow is None:
        scope.flow = _Survey(scope).run()
    return scope.flow


class _Survey(Notes):
    """One pass over one scope; nested functions and classes are scopes of their own."""

    def run(self) -> Flow:
        if (function := self.scope.function) is not None:
            self.parameters(function.args)
        # A stack, not recursion: 500 `elif` are 500 levels of nesting.
        todo: list[tuple[ast.stmt, Block]] = [(node, self.block) for node in reversed(self.scope.node.body)]
        while todo:
            node, self.block = todo.pop()
            for body, block in reversed(self._statement(node)):
                todo.extend((inner, block) for inner in reversed(body))
        return self.flow

    # Statements: each reads its own expressions, binds its names, and returns the suites below it.

    def _statement(self, node: ast.stmt) -> list[Statements]:
        read = _READERS.get(type(node))
        if read is not None:
            return read(self, node)
        for child in ast.iter_child_nodes(node):
            self.read(child)
        return []

    def _assign(self, node: ast.Assign) -> list[Statements]:
        self.read(node.value)
        for target in node.targets:
            self.target(target, "value", node.value)
        return []

    def _annotated(self, node: ast.AnnAssign) -> list[Statements]:
        if node.value is not None:
            self.read(node.value)
            if isinstance(node.target, ast.Name):
                self.bind(node.target.id, "value", node.value, node)
            else:
                self.target(node.target, "value", node.value)
        return []

    def _augmented(self, node: ast.AugAssign) -> list[Statements]:
        self.read(node.value)
        if isinstance(node.target, ast.Name):
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            self.bind(node.target.id, "value", ast.copy_location(ast.BinOp(before, node.op, node.value), node), node)
        else:
            self.read(node.target)
        return []

    def _return(self, node: ast.Return) -> list[Statements]:
        if node.value is not None:
            self.read(node.value)
            self.flow.returns.append((node.value, self.place()))
        return []

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[Statements]:
        outside = list(node.decorator_list)
        if is_function(node):
            outside += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        else:
            outside += node.bases  # type: ignore[union-attr]
        for expression in outside:
            self.read(expression)
        self.bind(node.name, "definition", None, node)
        return []

    def _import(self, node: ast.Import | ast.ImportFrom) -> list[Statements]:
        for alias in node.names:
            self.bind(alias.asname or alias.name.partition(".")[0], "import", None, node)
        return []

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

    def _global(self, node: ast.Global | ast.Nonlocal) -> list[Statements]:
        self.flow.globals.update(node.names)
        return []

    def _delete(self, node: ast.Delete) -> list[Statements]:
        for target in node.targets:
            self.target(target, "changed", None)
        return []

    def _arm(self, node: ast.stmt, arm: str, body: list[ast.stmt]) -> Block:
        return Block(self.block, node, arm, branch=True, leaves=leaving(body))


_READERS: dict[type[ast.stmt], Callable[[_Survey, Any], list[Statements]]] = {
    ast.Assign: _Survey._assign,
    ast.AnnAssign: _Survey._annotated,
    ast.AugAssign: _Survey._augmented,
    ast.Return: _Survey._return,
    ast.FunctionDef: _Survey._definition,
    ast.AsyncFunctionDef: _Survey._definition,
    ast.ClassDef: _Survey._definition,
    ast.Import: _Survey._import,
    ast.ImportFrom: _Survey._import,
    ast.If: _Survey._if,
    ast.While: _Survey._if,
    ast.For: _Survey._for,
    ast.AsyncFor: _Survey._for,
    ast.With: _Survey._with,
    ast.AsyncWith: _Survey._with,
    ast.Try: _Survey._try,
    ast.TryStar: _Survey._try,
    ast.Match: _Survey._match,
    ast.Global: _Survey._global,
    ast.Nonlocal: _Survey._global,
    ast.Delete: _Survey._delete,
}
