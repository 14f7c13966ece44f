"""Reads the statements of one scope, in order, into a `Flow`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

from flake8_atomic.analysis.blocks import Block, leaving
from flake8_atomic.analysis.flow import Binding, Flow, Place
from flake8_atomic.analysis.scopes import Scope, is_function

Statements = tuple[list[ast.stmt], Block]


def flow_of(scope: Scope) -> Flow:
    """The scope's flow, read once."""
    if scope.flow is None:
        scope.flow = _Survey(scope).run()
    return scope.flow


class _Survey:
    """One pass over one scope; nested functions and classes are scopes of their own."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.block = Block(None, scope.node)
        self.flow = Flow(self.block)
        self.order = 0

    def run(self) -> Flow:
        if (function := self.scope.function) is not None:
            self._parameters(function.args, self.block)
        # A stack, not recursion: 500 `elif` are 500 levels of nesting.
        todo: list[tuple[ast.stmt, Block]] = [(node, self.block) for node in reversed(self.scope.node.body)]
        while todo:
            node, self.block = todo.pop()
            for body, block in reversed(self._statement(node)):
                todo.extend((inner, block) for inner in reversed(body))
        return self.flow

    def _place(self) -> Place:
        self.order += 1
        return Place(self.order, self.block)

    def _bind(self, name: str, how: str, value: ast.expr | None, node: ast.AST, index: int = 0) -> None:
        self.flow.bind(Binding(name, how, value, self._place(), node, index))

    def _parameters(self, args: ast.arguments, block: Block) -> None:
        outer, self.block = self.block, block
        positional = args.posonlyargs + args.args
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
        for arg, default in zip(positional + args.kwonlyargs, defaults + list(args.kw_defaults), strict=True):
            self._bind(arg.arg, "parameter", default, arg)
        for rest in (args.vararg, args.kwarg):
            if rest is not None:
                self._bind(rest.arg, "changed", None, rest)
        self.block = outer

    # Statements: each reads its own expressions, binds its names, and returns the suites below it.

    def _statement(self, node: ast.stmt) -> list[Statements]:
        read = _READERS.get(type(node))
        if read is not None:
            return read(self, node)
        for child in ast.iter_child_nodes(node):
            self._read(child)
        return []

    def _assign(self, node: ast.Assign) -> list[Statements]:
        self._read(node.value)
        for target in node.targets:
            self._target(target, "value", node.value)
        return []

    def _annotated(self, node: ast.AnnAssign) -> list[Statements]:
        if node.value is not None:
            self._read(node.value)
            if isinstance(node.target, ast.Name):
                self._bind(node.target.id, "value", node.value, node)
            else:
                self._target(node.target, "value", node.value)
        return []

    def _augmented(self, node: ast.AugAssign) -> list[Statements]:
        self._read(node.value)
        if isinstance(node.target, ast.Name):
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
            self._bind(node.target.id, "value", ast.copy_location(ast.BinOp(before, node.op, node.value), node), node)
        else:
            self._read(node.target)
        return []

    def _return(self, node: ast.Return) -> list[Statements]:
        if node.value is not None:
            self._read(node.value)
            self.flow.returns.append((node.value, self._place()))
        return []

    def _definition(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> list[Statements]:
        outside = list(node.decorator_list)
        if is_function(node):
            outside += [default for default in (*node.args.defaults, *node.args.kw_defaults) if default is not None]
        else:
            outside += node.bases  # type: ignore[union-attr]
        for expression in outside:
            self._read(expression)
        self._bind(node.name, "definition", None, node)
        return []

    def _import(self, node: ast.Import | ast.ImportFrom) -> list[Statements]:
        for alias in node.names:
            self._bind(alias.asname or alias.name.partition(".")[0], "import", None, node)
        return []

    def _if(self, node: ast.If | ast.While) -> list[Statements]:
        self._read(node.test)
        return [
            (node.body, self._arm(node, "body", node.body)),
            (node.orelse, self._arm(node, "orelse", node.orelse)),
        ]

    def _for(self, node: ast.For | ast.AsyncFor) -> list[Statements]:
        self._read(node.iter)
        body = self._arm(node, "body", node.body)
        outer, self.block = self.block, body
        self._target(node.target, "each", node.iter)
        self.block = outer
        return [(node.body, body), (node.orelse, self._arm(node, "orelse", node.orelse))]

    def _with(self, node: ast.With | ast.AsyncWith) -> list[Statements]:
        block = Block(self.block, node)
        for item in node.items:
            self._read(item.context_expr)
            if item.optional_vars is not None:
                self._target(item.optional_vars, "entered", item.context_expr)
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
        self._read(node.subject)
        suites = []
        for number, case in enumerate(node.cases):
            block = self._arm(node, f"case {number}", case.body)
            outer, self.block = self.block, block
            for part in ast.walk(case.pattern):
                if name := getattr(part, "name", None) or getattr(part, "rest", None):
                    self._bind(name, "changed", None, case.pattern)
            if case.guard is not None:
                self._read(case.guard)
            self.block = outer
            suites.append((case.body, block))
        return suites

    def _global(self, node: ast.Global | ast.Nonlocal) -> list[Statements]:
        self.flow.globals.update(node.names)
        return []

    def _delete(self, node: ast.Delete) -> list[Statements]:
        for target in node.targets:
            self._target(target, "changed", None)
        return []

    def _arm(self, node: ast.stmt, arm: str, body: list[ast.stmt]) -> Block:
        return Block(self.block, node, arm, branch=True, leaves=leaving(body))

    # Targets and expressions

    def _target(self, target: ast.expr, how: str, value: ast.expr | None) -> None:
        todo: list[tuple[ast.expr, str, ast.expr | None, int]] = [(target, how, value, 0)]
        while todo:
            node, how, value, index = todo.pop()
            if isinstance(node, ast.Name):
                self._bind(node.id, how, value, node, index)
            elif isinstance(node, ast.Attribute):
                if isinstance(node.value, ast.Name):
                    binding = Binding(node.attr, how, value, self._place(), node, index)
                    self.flow.attributes.append((node.value.id, binding))
                self._read(node.value)
            elif isinstance(node, (ast.Tuple, ast.List)):
                todo.extend(_unpacked(node.elts, how, value))
            elif isinstance(node, ast.Starred):
                todo.append((node.value, "changed", None, 0))
            else:
                self._read(node)

    def _read(self, expression: ast.AST) -> None:
        """Note an expression; its calls are read when they are asked for, but names that it binds are known at once."""
        kind = type(expression)
        if kind is ast.Constant or kind is ast.Name:
            return
        for named in _walruses(expression):
            self._bind(named.target.id, "value", named.value, named)
        self.order += _STRIDE
        self.flow.expressions.append((expression, Place(self.order, self.block)))
        self.order += _STRIDE


def _walruses(expression: ast.AST) -> list[ast.NamedExpr]:
    """The `:=` where conditions have them."""
    found, todo = [], [expression]
    while todo:
        node = todo.pop()
        kind = type(node)
        if kind is ast.NamedExpr:
            found.append(node)
        elif kind is ast.Compare:
            todo.append(node.left)  # type: ignore[attr-defined]
        elif kind is ast.BoolOp:
            todo += node.values  # type: ignore[attr-defined]
        elif kind is ast.UnaryOp:
            todo.append(node.operand)  # type: ignore[attr-defined]
    return found  # type: ignore[return-value]


def _unpacked(
    elements: list[ast.expr], how: str, value: ast.expr | None
) -> Iterator[tuple[ast.expr, str, ast.expr | None, int]]:
    if how == "value" and isinstance(value, (ast.Tuple, ast.List)) and len(value.elts) == len(elements):
        for element, part in zip(reversed(elements), reversed(value.elts), strict=True):
            yield element, "value", part, 0
        return
    how = {"value": "item", "entered": "item"}.get(how, how)
    for index in range(len(elements) - 1, -1, -1):
        yield elements[index], how, value, index


# Calls inside an expression take places of their own between it and the next.
_STRIDE = 1 << 20
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
