"""Where else a file's handle is used by its name: a call that writes the whole in its place leaves no handle."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.parents import FUNCTIONS, LOOPS, Parents, inside
from flake8_atomic.analysis.code.scopes import bodies

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_LATER = ("handlers", "orelse", "finalbody")


def used_elsewhere(parents: Parents, tree: ast.Module, old: Sequence[ast.stmt], name: str) -> list[ast.Name]:
    """The uses of a name outside of the statements that bind it to a handle, which may be of that handle."""
    function = parents.function(old[0])
    shared = any(
        isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names and parents.function(node) is function
        for node in ast.walk(function)
    )
    own = {id(node) for node in inside(list(old))}
    named = [node for node in ast.walk(tree if shared else function) if isinstance(node, ast.Name) and node.id == name]
    others = [node for node in named if id(node) not in own]
    uses = [node for node in others if not isinstance(node.ctx, ast.Store)]
    # Without a use what binds the name once more would be left for nothing.
    return [use for use in uses if _sees(parents, use, old, function, shared=shared)] if uses else others


def _sees(parents: Parents, use: ast.Name, old: Sequence[ast.stmt], function: ast.AST, *, shared: bool) -> bool:
    """May the use see what these statements bind the name to?"""
    node: ast.AST = use
    for outer in parents.around(use):
        if node is function:
            break
        # What stands nearer above the use hides what the header of the block around both gives to the name.
        if isinstance(node, ast.stmt):
            for earlier in reversed(_before(outer, node)):
                if _holds(earlier, old):
                    return True
                if _binds(earlier, use.id):
                    return False
        if outer is not function and _has_own(outer, node, use.id, parents):
            return False
        if _holds(outer, old) and _reached_from(outer, node, old):
            return True
        # What is defined is run at any time, and the name is whatever it is then.
        if isinstance(outer, FUNCTIONS) and outer is not function:
            return True
        node = outer
    return shared


def _before(outer: ast.AST, statement: ast.stmt) -> list[ast.stmt]:
    suite = next((suite for suite in bodies(outer) if statement in suite), [])
    return suite[: suite.index(statement)] if suite else []


def _holds(node: ast.AST, old: Sequence[ast.stmt]) -> bool:
    return any(part is old[0] for part in ast.walk(node))


def _reached_from(outer: ast.AST, node: ast.AST, old: Sequence[ast.stmt]) -> bool:
    """Does a part of a statement come after another part of it, or around again?"""
    if isinstance(outer, LOOPS):
        return True
    if not isinstance(outer, (ast.Try, ast.TryStar)):
        return False
    return any(node in getattr(outer, field) for field in _LATER) and not (
        isinstance(node, ast.ExceptHandler) and any(_holds(handler, old) for handler in outer.handlers)
    )


def _has_own(outer: ast.AST, node: ast.AST, name: str, parents: Parents) -> bool:
    """Does what is around a use give the name a meaning of its own there?"""
    if isinstance(outer, (ast.With, ast.AsyncWith)):
        return not isinstance(node, ast.withitem) and _binds(outer, name)
    if isinstance(outer, (ast.For, ast.AsyncFor)):
        return node in outer.body and _stores(outer.target, name)
    if isinstance(outer, _COMPREHENSIONS):
        return any(_stores(part.target, name) for part in outer.generators)
    if not isinstance(outer, FUNCTIONS):
        return False
    if any(arg.arg == name for arg in ast.walk(outer.args) if isinstance(arg, ast.arg)):
        return True
    stored = [
        part for part in ast.walk(outer) if isinstance(part, (ast.Global, ast.Nonlocal)) or _is_stored(part, name)
    ]
    inner = [part for part in stored if parents.function(part) is outer]
    declared = any(name in getattr(part, "names", ()) for part in inner)
    return not declared and any(isinstance(part, ast.Name) for part in inner)


def _binds(statement: ast.stmt, name: str) -> bool:
    """Does the statement give the name another value, whenever it is run?"""
    return any(_stores(target, name) for target in _targets(statement))


def _targets(statement: ast.stmt) -> Iterator[ast.expr]:
    if isinstance(statement, ast.Assign):
        yield from statement.targets
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        yield statement.target
    elif isinstance(statement, (ast.With, ast.AsyncWith)):
        yield from (item.optional_vars for item in statement.items if item.optional_vars is not None)


def _stores(node: ast.AST, name: str) -> bool:
    return any(_is_stored(part, name) for part in ast.walk(node))


def _is_stored(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)
