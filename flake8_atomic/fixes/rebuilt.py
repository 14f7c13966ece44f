"""The suites of a function without some of their statements, and without the blocks that nothing is left for."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping, Sequence

from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.edits import Edit, Instead, Less, NoFix, Statement


class Rebuilt:
    """What becomes of each statement: it goes, it becomes others, or it stays with other things in it."""

    def __init__(self, gone: Collection[ast.stmt], instead: Mapping[ast.stmt, Sequence[Statement]]) -> None:
        self._gone = set(gone)
        self._instead = instead
        self._edits: list[Edit] = []

    def edits(self, suite: list[ast.stmt], moved: list[ast.stmt]) -> tuple[Edit, ...]:
        """The edits that make the suite so, and the inside of what moves into a new block."""
        self._suite(suite)
        for statement in moved:
            self._inside(statement)
        return tuple(self._edits)

    def vanishes(self, handler: ast.ExceptHandler) -> bool:
        """Does the handler only clean up, and raise again?"""
        rest = [statement for statement in handler.body if statement not in self._gone]
        return len(rest) == 1 < len(handler.body) and isinstance(rest[0], ast.Raise) and rest[0].exc is None

    def dissolves(self, statement: ast.Try) -> bool:
        """Is nothing left of the block but its body?"""
        return not self._kept(statement) and not self._left(statement.finalbody)

    def _left(self, suite: list[ast.stmt]) -> bool:
        return any(statement not in self._gone for statement in suite)

    def _kept(self, statement: ast.Try) -> tuple[int, ...]:
        """Which handlers stay: what one no longer catches must not fall to the next."""
        last = max((at for at, one in enumerate(statement.handlers) if not self.vanishes(one)), default=-1)
        return tuple(range(last + 1))

    def _suite(self, suite: list[ast.stmt]) -> None:
        old: list[ast.stmt] = []
        new: list[Statement] = []
        for statement in suite:
            made = self._made(statement)
            if made is None:
                self._done(old, new)
                old, new = [], []
                self._inside(statement)
            else:
                old.append(statement)
                new += made
        self._done(old, new)

    def _done(self, old: list[ast.stmt], new: list[Statement]) -> None:
        if old:
            self._edits.append(Instead(tuple(old), tuple(new)))

    def _made(self, statement: ast.stmt) -> list[Statement] | None:
        """What takes the place of the statement; None where it stays, whatever becomes of its inside."""
        if statement in self._instead:
            return list(self._instead[statement])
        if statement in self._gone:
            return []
        if not isinstance(statement, ast.Try):
            return None
        kept, final = self._kept(statement), self._left(statement.finalbody)
        if len(kept) == len(statement.handlers) and final == bool(statement.finalbody):
            return None
        if not kept and not final:
            return [*self._flat(statement, statement.body), *self._flat(statement, statement.orelse)]
        if statement.orelse and not kept:
            raise NoFix(f"the else on line {statement.orelse[0].lineno} would stand without a handler; drop it first")
        self._inside(statement)
        return [Less(statement, kept, final)]

    def _flat(self, around: ast.Try, suite: list[ast.stmt]) -> list[Statement]:
        """The statements of a suite that moves up into that of its block."""
        flat: list[Statement] = []
        for statement in suite:
            if statement.lineno == around.lineno:
                raise NoFix("give the statement a line of its own, then it can be rewritten")
            made = self._made(statement)
            if made is None:
                self._inside(statement)
            flat += [statement] if made is None else made
        return flat

    def _inside(self, statement: ast.stmt) -> None:
        """The edits in the suites of a statement that stays."""
        if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            return
        leaving = [one.body for one in self._vanishing(statement)]
        for suite in bodies(statement):
            if suite in leaving:
                continue
            if not self._left(suite) and not any(one in self._instead for one in suite):
                if isinstance(statement, ast.Try) and suite is statement.finalbody:
                    continue
                self._check_empty(statement, suite)
            self._suite(suite)

    def _vanishing(self, statement: ast.stmt) -> list[ast.ExceptHandler]:
        if not isinstance(statement, ast.Try):
            return []
        return statement.handlers[len(self._kept(statement)) :]

    @staticmethod
    def _check_empty(statement: ast.stmt, suite: list[ast.stmt]) -> None:
        """A handler without a clean-up passes; any other block would be left without a sense."""
        handlers = statement.handlers if isinstance(statement, ast.Try) else []
        if not any(one.body is suite for one in handlers):
            raise NoFix(f"line {suite[0].lineno} is a step that only some runs take; let all take it, or none")
