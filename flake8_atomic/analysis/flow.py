"""Branches and bindings: what always comes before, and which assignments a use can see."""

from __future__ import annotations

import ast
from functools import cached_property
from itertools import takewhile
from typing import NamedTuple


class Block:
    """A suite of statements: one arm of a compound statement, or the whole scope."""

    __slots__ = ("_chain", "arm", "branch", "depth", "leaves", "node", "parent", "private")

    def __init__(
        self,
        parent: Block | None,
        node: ast.AST,
        arm: str = "body",
        *,
        branch: bool = False,
        leaves: type[ast.stmt] | None = None,
        private: bool = False,
    ) -> None:
        self.parent = parent
        self.node = node
        self.arm = arm
        self.branch = branch  # it may be that it does not run
        self.leaves = leaves  # how it ends, where it never falls through to what follows
        self.private = private  # its names do not exist outside: a lambda, a comprehension
        self.depth: int = parent.depth + 1 if parent is not None else 0
        self._chain: list[Block] = []

    def around(self) -> list[Block]:
        """This block and those around it, innermost first."""
        chain = self._chain
        block: Block | None = None if chain else self
        while block is not None:
            chain.append(block)
            block = block.parent
        return chain

    def within(self, other: Block) -> bool:
        """Is this the other block, or inside it?"""
        return self._at(other.depth) is other

    def _at(self, depth: int) -> Block | None:
        # 500 `elif` are 500 levels: to search them for each pair of names would take their third power.
        return self.around()[self.depth - depth] if 0 <= depth <= self.depth else None

    def _arms(self, node: ast.AST, depth: int) -> list[str]:
        """In which arms of a statement does this block lie? The `else` of a try lies in its body."""
        blocks = (self._at(depth), self._at(depth - 1))
        return [block.arm for block in blocks if block is not None and block.node is node]

    def always_with(self, other: Block) -> bool:
        """Has this block run, or begun, whenever the other runs after it?"""
        certain = self
        while not certain.branch and certain.parent is not None:
            certain = certain.parent
        return certain.parent is None or other.within(certain) or certain._completed_before(other)

    def _completed_before(self, other: Block) -> bool:
        # Whatever follows a try whose handlers all leave runs only after the whole body.
        if not isinstance(self.node, (ast.Try, ast.TryStar)) or self.arm != "body" or self.parent is None:
            return False
        return not other._arms(self.node, self.depth) and _all_leave(self.node) and self.parent.always_with(other)

    def unseen_from(self, other: Block) -> bool:
        """Can nothing that happens in this block be seen from the other one?"""
        apart = list(takewhile(lambda block: not other.within(block), self.around()))
        for number, mine in enumerate(apart):
            if mine.private or (mine.leaves and not _caught(mine.leaves, apart[number:], other)):
                return True
            if mine.branch and any(_exclusive(mine, arm) for arm in other._arms(mine.node, mine.depth)):
                return True
        return False


def _caught(how: type[ast.stmt], left: list[Block], other: Block) -> bool:
    """Does leaving these blocks, innermost first, lead to the other one?"""
    for block in left:
        arms = other._arms(block.node, block.depth)
        if isinstance(block.node, _LOOPS) and how in (ast.Break, ast.Continue):
            return how is ast.Continue or "orelse" not in arms
        handled = how is ast.Raise and block.arm == "body" and any(arm.startswith("handler") for arm in arms)
        if handled or "finalbody" in arms:
            return True
    return False


def _exclusive(block: Block, arm: str) -> bool:
    """Does this block never run when that arm of the same statement does?"""
    if block.arm == arm or isinstance(block.node, _LOOPS):
        return False
    return not (isinstance(block.node, (ast.Try, ast.TryStar)) and (block.arm == "body" or arm == "finalbody"))


def _all_leave(node: ast.Try | ast.TryStar) -> bool:
    return all(leaves(handler.body) for handler in node.handlers)


def leaving(body: list[ast.stmt]) -> type[ast.stmt] | None:
    """The statement by which this suite leaves, so that what follows it never sees it."""
    return type(body[-1]) if body and isinstance(body[-1], _LEAVING) else None


def leaves(body: list[ast.stmt]) -> bool:
    """Does this suite end by leaving?"""
    return leaving(body) is not None


_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


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
        self.expressions: list[tuple[ast.AST, Place]] = []
        self.returns: list[tuple[ast.expr, Place]] = []
        self.attributes: list[tuple[str, Binding]] = []  # `owner.name = …`, by the owner's name
        self.globals: set[str] = set()
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
        for expression, start in self.expressions:
            order = start.order
            for node, block in inside_out(expression, start.block):
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
        for name in ast.walk(node.target):
            if isinstance(name, ast.Name):
                self.bind(Binding(name.id, "each", node.iter, place, name))


def inside_out(expression: ast.AST, block: Block) -> list[tuple[ast.AST, Block]]:
    """The calls and yields of an expression, each before the one that holds it.

    A lambda or a comprehension opens a private block, and binds its names there before anything in it is read.
    """
    found: list[tuple[ast.AST, Block]] = []
    opened: list[tuple[ast.AST, Block]] = []
    todo: list[ast.AST] = [expression]
    private: list[tuple[ast.AST, Block]] = []
    while True:
        while todo:
            node = todo.pop()
            kind = type(node)
            if kind in _PLAIN:
                continue
            if kind in _TOLD:
                found.append((node, block))
            if kind in _PRIVATE:
                inner = Block(block, node, branch=True, private=True)
                opened += [(part, inner) for part in getattr(node, "generators", (node,))]
                private.append((node, inner))
                if kind is ast.Lambda:
                    todo += [default for default in _defaults(node.args) if default is not None]  # type: ignore[attr-defined]
                continue
            for field in node._fields:
                value = getattr(node, field)
                if isinstance(value, list):
                    todo += value
                elif isinstance(value, ast.AST):
                    todo.append(value)
        if not private:
            found.reverse()
            return opened + found
        node, block = private.pop()
        # The loops of a comprehension run before what it collects.
        children = [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.arguments)]
        todo = sorted(children, key=lambda child: not isinstance(child, ast.comprehension))


def _defaults(args: ast.arguments) -> list[ast.expr | None]:
    return [*args.defaults, *args.kw_defaults]


_PLAIN = frozenset({ast.Constant, ast.Name, ast.Load, ast.Store, type(None), str, int})
_TOLD = frozenset({ast.Call, ast.Yield, ast.YieldFrom})
_PRIVATE = frozenset({ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp})
