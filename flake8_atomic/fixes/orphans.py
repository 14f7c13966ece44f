"""The assignments of a function that only served what is taken out of it."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable

from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.scopes import Function
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.bindings import bindings_of
from flake8_atomic.fixes.filling import own_statements
from flake8_atomic.fixes.pure import is_pure_path
from flake8_atomic.fixes.temp import Temp


def orphans(temp: Temp, gone: Collection[ast.stmt], kept: Iterable[ast.AST], named: set[str]) -> list[ast.stmt]:
    """The statements that bind what nobody reads any more; raises where one of them does something besides.

    `kept` is what is used on of the statements that go, `named` are names that the new code uses.
    """
    found: list[ast.stmt] = []
    stays = {id(part) for node in kept for part in ast.walk(node)}
    while True:
        removed = {id(part) for one in (*gone, *found) for part in ast.walk(one)} - stays
        live = named | {name for name, node in _loads(temp.function) if id(node) not in removed}
        once = {name for name, node in _loads(temp.function) if id(node) in removed} - live - _counted(temp.function)
        new = [s for s, name in bindings_of(temp.function) if name in once and id(s) not in removed and _is_plain(s)]
        found += [s for s in own_statements(temp.function.body) if id(s) not in removed and _imports_only(s, once)]
        if not new:
            return found
        for statement in new:
            value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
            if value is None or not (is_pure_path(value, temp.term) or _asks_for_mode(value)):
                raise NoFix(f"line {statement.lineno} would only have served the temporary file; drop it first")
        found += new


def _loads(function: Function) -> list[tuple[str, ast.Name]]:
    nodes = (node for node in ast.walk(function) if isinstance(node, ast.Name))
    return [(node.id, node) for node in nodes if isinstance(node.ctx, ast.Load)]


def _asks_for_mode(value: ast.expr) -> bool:
    """Is it `os.stat(path).st_mode`, or `S_IMODE` of that?"""
    calls = [node for node in ast.walk(value) if isinstance(node, ast.Call)]
    return "st_mode" in ast.unparse(value) and all(called_as(call) in ("stat", "lstat", "S_IMODE") for call in calls)


def _counted(function: Function) -> set[str]:
    """The names that are bound anew by what they were."""
    nodes = (node.target for node in ast.walk(function) if isinstance(node, ast.AugAssign))
    return {node.id for node in nodes if isinstance(node, ast.Name)}


def _imports_only(statement: ast.stmt, names: set[str]) -> bool:
    """Does it import nothing but these?"""
    if not isinstance(statement, (ast.Import, ast.ImportFrom)):
        return False
    return all((alias.asname or alias.name.partition(".")[0]) in names for alias in statement.names)


def _is_plain(statement: ast.stmt) -> bool:
    """Does it bind one name, which nobody sees outside of the function?"""
    if isinstance(statement, ast.AnnAssign):
        return isinstance(statement.target, ast.Name)
    return (
        isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name)
    )
