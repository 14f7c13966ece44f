"""Bindings and calls of a scope in their order: which assignments a use can see."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flake8_atomic.analysis.code.blocks import Block, leaving
from flake8_atomic.analysis.code.expressions import inside_out, parts_of

if TYPE_CHECKING:
    from flake8_atomic.analysis.code.names import Bound


def leaves(body: list[ast.stmt]) -> bool:
    """Does this suite end by leaving?"""
    return leaving(body) is not None


class Place(NamedTuple):
    """A point in the order of a scope's events."""

    order: int
    block: Block

    def precedes(self, other: Place) -> bool:
        """Does whatever happens here always happen before what happens there?"""
        return self.order < other.order and self.block.always_with(other.block)


class Binding(NamedTuple):
    """What gave a name its value, and where.

    `how` is one of: value, item (of an unpacked value), each (of an iterable), entered (a `with … as`),
    import, parameter, definition, changed (anything else: the value is unknown from here).
    """

    name: str
    how: str
    value: ast.expr | None
    place: Place
    node: ast.AST
    position: int = 0


class Called(NamedTuple):
    """A call and its place."""

    node: ast.Call
    place: Place


class Flow:
    """The names, calls and results of one scope, in order."""

    def __init__(self, top: Block) -> None:
        self.top = top
        self.bindings: dict[str, list[Binding]] = {}
        self.noted: list[tuple[ast.AST, int, Block]] = []
        self.returns: list[tuple[ast.expr, Place]] = []
        self.attributes: list[tuple[str, Binding]] = []  # `owner.name = …`, by the owner's name
        self.globals: set[str] = set()
        self.visible: dict[tuple[str, Place], list[Bound]] = {}  # what is known by now
        self.end = Place(1 << 60, top)

    def bind(self, binding: Binding) -> None:
        """Record one binding; they arrive in order."""
        self.bindings.setdefault(binding.name, []).append(binding)

    def seen(self, name: str, at: Place) -> list[Binding]:
        """The bindings that a use of the name at this place can see, nearest first."""
        found = []
        for binding in reversed(self.bindings.get(name, ())):
            place = binding.place
            if place.order >= at.order or place.block.unseen_from(at.block):
                continue
            found.append(binding)
            if place.block.always_with(at.block):
                break
        return found

    @property
    def parameters(self) -> list[Binding]:
        """The parameters of the function."""
        # A list of its own: reading the calls of a scope binds the names of its comprehensions as well.
        return [binding for every in self.bindings.values() for binding in every if binding.how == "parameter"]

    @property
    def expressions(self) -> Iterator[tuple[ast.AST, Place]]:
        """The expressions of the scope, but for mere names and constants."""
        return ((expression, Place(order, block)) for expression, order, block in self.noted)

    @property
    def calls(self) -> list[Called]:
        """The calls of the scope, the inner before the outer."""
        return self._read[0]

    @property
    def yields(self) -> list[tuple[ast.expr | None, Place]]:
        """What the scope yields."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[list[Called], list[tuple[ast.expr | None, Place]]]:
        # Most scopes are only asked for their names: their expressions are never opened.
        calls: list[Called] = []
        yields: list[tuple[ast.expr | None, Place]] = []
        for expression, order, around in self.noted:
            for node, block in inside_out(expression, around):
                order += 1
                place = Place(order, block)
                kind = type(node)
                if kind is ast.Call:
                    calls.append(Called(node, place))  # type: ignore[arg-type]
                elif kind is ast.Yield or kind is ast.YieldFrom:
                    yields.append((node.value, place))  # type: ignore[attr-defined]
                elif kind is ast.Lambda:
                    self._parameters(node.args, place)  # type: ignore[attr-defined]
                else:
                    self._target(node, place)  # type: ignore[arg-type]
        return calls, yields

    def _parameters(self, args: ast.arguments, place: Place) -> None:
        for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, (args.vararg, args.kwarg))):
            self.bind(Binding(arg.arg, "changed", None, place, arg))

    def _target(self, node: ast.comprehension, place: Place) -> None:
        for name in parts_of(node.target):
            if isinstance(name, ast.Name):
                self.bind(Binding(name.id, "each", node.iter, place, name))
