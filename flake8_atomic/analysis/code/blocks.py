"""Suites of statements: which always run before another, and which another never sees."""

from __future__ import annotations

import ast
from itertools import takewhile


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

    @property
    def handler(self) -> ast.ExceptHandler | None:
        """The error handler that this is the body of."""
        return handlers_of(self.node)[int(self.arm.split()[1])] if self.arm.startswith("handler") else None

    def tried(self) -> set[ast.AST]:
        """The try statements in whose body it lies; the `else` belongs to it."""
        blocks = (block for block in self.around() if block.arm == "body")
        return {block.node for block in blocks if isinstance(block.node, (ast.Try, ast.TryStar))}

    def failed(self) -> set[ast.AST]:
        """The try statements that have failed where it runs: it lies in one of their handlers."""
        return {block.node for block in self.around() if block.handler is not None}

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
            if certain.arm == "body" and "finalbody" in other._arms(certain.node, certain.depth):
                return False  # the finally runs also when the body was left early
            certain = certain.parent
        return certain.parent is None or other.within(certain) or certain._completed_before(other)

    def _completed_before(self, other: Block) -> bool:
        # Whatever follows a try whose handlers all leave runs only after the whole body.
        if not isinstance(self.node, (ast.Try, ast.TryStar)) or self.arm != "body" or self.parent is None:
            return False
        return not other._arms(self.node, self.depth) and _all_leave(self.node) and self.parent.always_with(other)

    def unseen_from(self, other: Block) -> bool:
        """Can nothing that happens in this block be seen from the other one?"""
        if self is other or self.parent is None:  # mostly so, and this is asked for every use of a name
            return False
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
    return all(leaving(handler.body) for handler in node.handlers)


def handlers_of(node: ast.AST) -> list[ast.ExceptHandler]:
    """The handlers of a try statement; no other has any."""
    return node.handlers if isinstance(node, (ast.Try, ast.TryStar)) else []


def leaving(body: list[ast.stmt]) -> type[ast.stmt] | None:
    """The statement by which this suite leaves, so that what follows it never sees it."""
    return type(body[-1]) if body and isinstance(body[-1], _LEAVING) else None


_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)
