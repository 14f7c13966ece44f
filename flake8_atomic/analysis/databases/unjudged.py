"""Settings that need no finding: of databases that nobody keeps, and of bulk loads that put them back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.names import Term, called_as, visible
from flake8_atomic.analysis.files.events import Connect, Pragma
from flake8_atomic.analysis.sqlite.connections import behind, keeps_nothing, listened_to
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.only_read import only_reads
from flake8_atomic.analysis.sqlite.pragmas import OFF, WEAK
from flake8_atomic.analysis.state.excuses import Excuses

_CONNECTIONS = frozenset({"connect", "Connection"})
# `if path == ":memory:"`, and the else of `if path != ":memory:"`
_IS = {"body": (ast.Eq, ast.In), "orelse": (ast.NotEq, ast.NotIn)}


def of_no_file(pragma: Pragma, databases: Databases, excuses: Excuses) -> bool:
    """Is every database that it may be set for in memory, temporary, or only read?"""
    if any(_is_for_memory(block) for block in pragma.place.block.around()):
        return True
    connects = [found.connect for found in behind(pragma.connection, databases.values)]
    return bool(connects) and all(
        keeps_nothing(connect, databases.values)
        or any(excuses.path(connect, path) for path in _paths(connect))
        or _only_reads(connect, databases)
        for connect in connects
    )


def _only_reads(connect: Connect, databases: Databases) -> bool:
    """Is it only queried by the one connection? Sessions write by an engine without that anybody executes a text."""
    return called_as(connect.call) in _CONNECTIONS and only_reads(connect, databases.values)


def _paths(connect: Connect) -> Iterator[Term]:
    """The path, and what it was before a function was given it: `path = checked(path)` still is the same file."""
    yield connect.path
    if isinstance(connect.path.node, ast.Name):
        for bound in visible(connect.path.node.id, connect.path):
            value = bound.binding.value
            for given in value.args if isinstance(value, ast.Call) else ():
                if isinstance(given, ast.Name) and given.id == connect.path.node.id:
                    yield bound.term(given)


def _is_for_memory(block: Block) -> bool:
    """Is it only come to where the path is that of a database in memory, or one that is put beside it?"""
    if not isinstance(block.node, ast.If) or block.arm not in _IS:
        return False
    parts = list(ast.walk(block.node.test))
    compared = [part for part in parts if isinstance(part, ast.Compare) and isinstance(part.ops[0], _IS[block.arm])]
    denied = any(isinstance(part, ast.Not) for part in parts)
    told = (part for test in compared for part in ast.walk(test) if isinstance(part, ast.Constant))
    return not denied and any(part.value == ":memory:" for part in told)


def is_put_back(pragma: Pragma, databases: Databases) -> bool:
    """Does a finally of the same function set it again, to something safer?"""
    weak = OFF if pragma.name == "synchronous" and pragma.value in OFF else WEAK[pragma.name]
    for called, other in databases.reached(pragma.scope):
        last = any(block.arm == "finalbody" for block in called.place.block.around())
        if last and other.name == pragma.name and other.value is not None and other.value not in weak:
            return True
    return False


def is_set_on_connect(pragma: Pragma, databases: Databases) -> bool:
    """Is it set each time that a connection is made?"""
    if pragma.configured or any(listened_to(pragma.scope)):
        return True
    return any(found.here for found in behind(pragma.connection, databases.values))


def is_asked(pragma: Pragma, databases: Databases) -> bool:
    """Does the same function ask for the setting as well?"""
    return any(other.name == pragma.name and other.value is None for _, other in databases.reached(pragma.scope))
