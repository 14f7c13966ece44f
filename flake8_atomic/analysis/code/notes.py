"""Notes the names that a scope binds and the expressions that it works out, one after another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.flow import Binding, Flow, Place
from flake8_atomic.analysis.code.scopes import Scope

# Calls inside an expression take places of their own between it and the next.
_STRIDE = 1 << 20


class Notes:
    """The flow of one scope as far as it is read, and the block that is being read."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.block = Block(None, scope.node)
        self.flow = Flow(self.block)
        self.order = 0

    def place(self) -> Place:
        """The next place in the block that is being read."""
        self.order += 1
        return Place(self.order, self.block)

    def bind(self, name: str, how: str, value: ast.expr | None, node: ast.AST, index: int = 0) -> None:
        """Note that a name has a value from here."""
        self.flow.bind(Binding(name, how, value, self.place(), node, index))

    def parameters(self, args: ast.arguments) -> None:
        """Note what callers give; of `*args` and `**kwargs` nobody knows what."""
        positional = args.posonlyargs + args.args
        defaults: list[ast.expr | None] = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
        place = self.place()
        for arg, default in zip(positional + args.kwonlyargs, defaults + list(args.kw_defaults), strict=True):
            self.flow.bind(Binding(arg.arg, "parameter", default, place, arg))
        for rest in (args.vararg, args.kwarg):
            if rest is not None:
                self.bind(rest.arg, "changed", None, rest)

    def target(self, target: ast.expr, how: str, value: ast.expr | None) -> None:
        """Note all names and attributes of a target, `self.a, (b, *c)` as well."""
        todo: list[tuple[ast.expr, str, ast.expr | None, int]] = [(target, how, value, 0)]
        while todo:
            node, how, value, index = todo.pop()
            if isinstance(node, ast.Name):
                self.bind(node.id, how, value, node, index)
            elif isinstance(node, ast.Attribute):
                if isinstance(node.value, ast.Name):
                    binding = Binding(node.attr, how, value, self.place(), node, index)
                    self.flow.attributes.append((node.value.id, binding))
                self.read(node.value)
            elif isinstance(node, (ast.Tuple, ast.List)):
                todo.extend(_unpacked(node.elts, how, value))
            elif isinstance(node, ast.Starred):
                todo.append((node.value, "changed", None, 0))
            else:
                self.read(node)

    def read(self, expression: ast.AST) -> None:
        """Note an expression; its calls are read when they are asked for, but names that it binds are known at once."""
        kind = type(expression)
        if kind is ast.Constant or kind is ast.Name:
            return
        if kind in _CONDITIONS:
            for named in _walruses(expression):
                self.bind(named.target.id, "value", named.value, named)
        self.order += _STRIDE
        self.flow.noted.append((expression, self.order, self.block))
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


_CONDITIONS = frozenset({ast.NamedExpr, ast.Compare, ast.BoolOp, ast.UnaryOp})
