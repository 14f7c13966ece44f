"""A sync that a home-made replace has, and whose errors it passes over: it is heeded, or left to its author."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.parents import Parents
from flake8_atomic.edits import Fix, Instead, NoFix

_PASSED = "it is synced, but an error of the sync is passed over; let it be raised, and the rename never comes"
_RAISED = "an error of the sync is raised, no longer passed over, and the old file stays"


def heeded(parents: Parents, sync: ast.Call, ending: tuple[ast.stmt, str, bool], notes: tuple[str, ...]) -> Fix:
    """Plan the sync without what passes over its errors, where that is the last step before the close."""
    last, name, comes_before = ending
    block = parents.of(parents.statement(sync))
    suite = parents.suite(last)
    end = suite[suite.index(last) - 1] if comes_before else last
    body = block.body if isinstance(block, (ast.Try, ast.With)) and block is end else []
    if not body or not is_sync(body[-1], name) or any(not is_written(one, f"{name}.flush()") for one in body[:-1]):
        raise NoFix(_PASSED)
    if isinstance(block, ast.Try) and (block.orelse or block.finalbody or not all(map(_passes, block.handlers))):
        raise NoFix(_PASSED)
    if isinstance(block, ast.With) and len(block.items) > 1:
        raise NoFix(_PASSED)
    return Fix((Instead((end,), tuple(body)),), (_RAISED, *notes))


def _passes(handler: ast.ExceptHandler) -> bool:
    return all(isinstance(one, ast.Pass) for one in handler.body)


def is_sync(statement: ast.stmt, name: str) -> bool:
    """Is it a sync of the handle with this name?"""
    return is_written(statement, f"os.fsync({name}.fileno())") or is_written(statement, f"os.fsync({name})")


def is_written(statement: ast.stmt, text: str) -> bool:
    """Is the statement written like that?"""
    return ast.unparse(statement) == text
