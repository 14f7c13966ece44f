"""The sync of the folder after a rename, which the helpers do themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import dotted
from flake8_atomic.analysis.code.parents import inside
from flake8_atomic.fixes.calls import mentions
from flake8_atomic.fixes.temp import Temp


def folder_syncs(temp: Temp, rename: ast.stmt) -> list[ast.stmt]:
    """The statements right after the rename that open a folder, sync it and close it, and nothing else."""
    suite = temp.inspection.file.parents.suite(rename)
    following = suite[next(place for place, one in enumerate(suite) if one is rename) + 1 :]
    for length in (1, 2, 3):
        run = following[:length]
        if len(run) == length and _is_sync(temp, list(_unwrapped(run))):
            return run
    return []


def _unwrapped(run: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements, those of a `try` that passes over errors and of a `suppress` in its place."""
    for statement in run:
        if isinstance(statement, ast.Try) and not statement.orelse and _passes(statement):
            yield from _unwrapped([*statement.body, *statement.finalbody])
        elif isinstance(statement, ast.With) and "suppress" in ast.unparse(statement.items[0].context_expr):
            yield from _unwrapped(statement.body)
        else:
            yield statement


def _passes(statement: ast.Try) -> bool:
    return all(isinstance(one, ast.Pass) for handler in statement.handlers for one in handler.body)


def _is_sync(temp: Temp, steps: list[ast.stmt]) -> bool:
    opening = steps[0]
    target = opening.targets[0] if isinstance(opening, ast.Assign) else None
    if not isinstance(opening, ast.Assign) or not isinstance(target, ast.Name) or len(steps) != 3:
        return False
    called = [one.value for one in steps[1:] if isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)]
    names = [dotted(temp.term.at(call.func)) or "" for call in called]
    opens = isinstance(opening.value, ast.Call) and dotted(temp.term.at(opening.value.func)) == "os.open"
    used = sum(mentions(node, target.id) for node in inside(steps) if isinstance(node, ast.Name))
    syncs = names[1:] == ["os.close"] and names[0] in v.SYNCS and "O_CREAT" not in ast.unparse(opening)
    return opens and syncs and used == mentions(temp.function, target.id)
