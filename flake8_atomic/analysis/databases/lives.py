"""How long a connection to a database is open: for some lines of a function, or for whoever has it."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File

_DEEP = 3
# In the name of a file beside the database, or compared with.
_WAL = re.compile(r"(?:[\w.]*-)?wal", re.IGNORECASE)
_NUMBERED = {"handler": "handlers", "case": "cases"}


class Life(NamedTuple):
    """The lines of one function between which a connection is open, but for those where an arm has closed it."""

    scope: Scope
    first: int
    last: int
    closed: tuple[tuple[int, int], ...] = ()

    def holds(self, line: int) -> bool:
        """Is it open on this line, as far as one can tell?"""
        return self.first < line <= self.last and not any(first < line <= last for first, last in self.closed)


def uses_wal(file: File) -> bool:
    """Does the file set WAL mode, or know the file that is beside a database in it?"""
    if any(pragma.value == "wal" for pragma in file.databases.pragmas):
        return True
    # What is only explained is longer.
    words = (node.value for node in ast.walk(file.source.tree) if isinstance(node, ast.Constant))
    return file.text_of.holds(file.top, _WAL) and any(isinstance(word, str) and _WAL.fullmatch(word) for word in words)


def lives(made: Term, file: File, depth: int = _DEEP) -> list[Life] | None:
    """Where the connection that this call makes is open; None where it may outlive its function."""
    node = made.node
    around = file.parents.of(node)
    if isinstance(around, ast.Await):
        around = file.parents.of(around)
    if isinstance(around, ast.Call) and called_as(around) == "closing":
        around = file.parents.of(around)
    if isinstance(around, ast.Return):
        return _of_callers(made.scope, file, depth)
    if isinstance(around, ast.withitem):
        return _of_block(made, around, file, depth)
    target = around.targets[0] if isinstance(around, ast.Assign) else None
    if not isinstance(target, ast.Name) or not made.scope.function or target.id in flow_of(made.scope).globals:
        return None
    if _is_handed_out(made.scope, target.id):
        return _of_callers(made.scope, file, depth)
    return _until_closed(made, target.id)


def _of_block(made: Term, item: ast.withitem, file: File, depth: int) -> list[Life] | None:
    names = [node.id for node in ast.walk(item.optional_vars or item) if isinstance(node, ast.Name)]
    if item.optional_vars is not None and any(_is_handed_out(made.scope, name) for name in names):
        return _of_callers(made.scope, file, depth)
    block = file.parents.of(item)
    closed = item.context_expr is not made.node and not isinstance(item.context_expr, ast.Await)
    # The end of the block only commits; what is idle holds no lock, but for that by which it takes part in a WAL.
    last = made.scope.last if not closed and uses_wal(file) else getattr(block, "end_lineno", None)
    return [Life(made.scope, made.node.lineno, last or made.scope.last)]


def _of_callers(function: Scope, file: File, depth: int) -> list[Life] | None:
    """Where those who call the function have it open, if nobody else does by its name."""
    calls = file.values.calls_of(function) if function.name.startswith("_") and depth else []
    every = [lives(call, file, depth - 1) for call in calls]
    return [life for found in every for life in found or ()] if calls and None not in every else None


def _until_closed(made: Term, name: str) -> list[Life] | None:
    flow = flow_of(made.scope)
    closes = [called for called in flow.calls if _closes(called.node, name) and called.place.order > made.place.order]
    sure = [called.node.lineno for called in closes if _is_sure(called, made)]
    kept = any(isinstance(bound.value, ast.Name) and bound.value.id == name for _, bound in flow.attributes)
    if not closes or (kept and not sure):
        return None
    closed = tuple((called.node.lineno, _last_of(called)) for called in closes)
    return [Life(made.scope, made.node.lineno, min(sure, default=made.scope.last), closed)]


def _last_of(called: Called) -> int:
    """The last line of the arm that it is called in."""
    node, (arm, _, number) = called.place.block.node, called.place.block.arm.partition(" ")
    found = getattr(node, _NUMBERED.get(arm, arm), None)
    body = found[int(number)].body if found and number else found
    # A lambda has an expression for a body, a comprehension none.
    return int(body[-1].end_lineno) if isinstance(body, list) else called.node.lineno


def _is_sure(closed: Called, made: Term) -> bool:
    """Is it closed whatever happens?"""
    around = closed.place.block.around()
    return made.place.block.within(closed.place.block) or any(block.arm == "finalbody" for block in around)


def _closes(node: ast.Call, name: str) -> bool:
    func = node.func
    return isinstance(func, ast.Attribute) and func.attr == "close" and getattr(func.value, "id", "") == name


def _is_handed_out(scope: Scope, name: str) -> bool:
    flow = flow_of(scope)
    return any(isinstance(value, ast.Name) and value.id == name for value, _ in (*flow.returns, *flow.yields))


def is_meanwhile(done: Term, life: Life, file: File) -> bool:
    """Does it happen while the connection is open, wherever it is done from?"""
    here = life.scope
    if done.scope is here:
        return life.holds(done.node.lineno)
    # `get` is also what dictionaries have: that a function calls itself must be proved.
    again = [call.node.lineno for call in file.values.calls_of(here) if call.scope is here] if here.function else []
    names = _leading_to(done.scope.name, file)
    lines = [
        line for name in names - {here.name} for line in file.mentions.get(name, ()) if here.first <= line <= here.last
    ]
    return any(life.holds(line) for line in (*lines, *(again if here.name in names else ())))


def _leading_to(name: str, file: File) -> set[str]:
    """The names of the functions that mention this one, and of those that mention them."""
    names = {name}
    for _ in range(_DEEP):
        lines = [line for known in names for line in file.mentions.get(known, ())]
        names |= {file.top.at_line(line).name for line in lines} - {""}
    return names
