"""Sorts the statements of a function that name its temp: needless ones, those that write it, and nothing else."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.filling import Filling
from flake8_atomic.fixes.perms import Perms
from flake8_atomic.fixes.steps import Steps

_ELSE = (
    "line {} uses the temporary file for something else; "
    "do that before, with the content itself, then one helper writes the target"
)


class Sorting:
    """One pass over a function; whatever else it does with the temp is refused."""

    def __init__(self, steps: Steps, perms: Perms, filling: Filling, gone: list[ast.stmt]) -> None:
        self._steps = steps
        self._perms = perms
        self._filling = filling
        self._gone = gone

    def run(self, suite: list[ast.stmt]) -> list[ast.stmt]:
        """The statements that go."""
        self._sort(suite)
        return self._gone

    def _sort(self, suite: list[ast.stmt]) -> None:
        """Note which statements go; raise for one that does something else with the temp."""
        for statement in suite:
            if statement in self._gone:
                continue
            if statement in self._filling.run:
                self._sort_within([one for one in self._filling.body if one not in self._gone])
            elif self._steps.concerns(statement) and not self._goes(statement):
                self._look_into(statement)

    def _goes(self, statement: ast.stmt) -> bool:
        goes = self._steps.goes(statement) or self._perms.sets(statement)
        if goes:
            self._gone.append(statement)
        return goes

    def _look_into(self, statement: ast.stmt) -> None:
        inner = list(bodies(statement))
        is_later = isinstance(statement, (*FUNCTIONS, ast.ClassDef))  # nobody knows when it runs
        if is_later or not inner or any(map(self._steps.concerns, _header(statement))):
            raise NoFix(_ELSE.format(statement.lineno))
        for suite in inner:
            self._sort(suite)

    def _sort_within(self, suite: list[ast.stmt]) -> None:
        """The same for what happens while the temp is open, when its handle is there to be used."""
        for place, statement in enumerate(suite):
            if statement in self._gone or not self._steps.concerns(statement):
                continue
            # A flush in the middle may stay; at the end, or before a sync, it is a part of what the helper does.
            last = all(map(self._steps.goes, suite[place + 1 :][:1]))
            if (last or not _is_flush(statement)) and self._goes(statement):
                continue
            is_later = isinstance(statement, (*FUNCTIONS, ast.ClassDef))
            if is_later or any(map(self._steps.names_path, _header(statement))):
                raise NoFix(_ELSE.format(statement.lineno))
            for inner in bodies(statement):
                self._sort_within(inner)


def _is_flush(statement: ast.stmt) -> bool:
    call = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(call, ast.Call) and called_as(call) == "flush"


def _header(statement: ast.stmt) -> list[ast.AST]:
    """The parts of a statement that are not suites of it."""
    inner = [one for suite in bodies(statement) for one in suite]
    parts = [part for part in ast.iter_child_nodes(statement) if part not in inner]
    kinds = [part.type for part in parts if isinstance(part, ast.ExceptHandler) and part.type is not None]
    return [*kinds, *(part for part in parts if not isinstance(part, ast.ExceptHandler))]
