"""Which looks into a database file drop no lock, because no connection that the file makes can be open meanwhile."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.events import Connect, Event, Open, Use
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import called_as
from flake8_atomic.analysis.survey import flow_of

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_DEEP = 3


def is_early_look(event: Event, file: File) -> bool:
    """Is the database opened, and at most its head read, before anything of this file connects to it?"""
    if not isinstance(event, Open) or not _only_looks(event, file):
        return False
    connects = file.databases.connects
    return all(_is_closed_here(connect, file) and _comes_before(event, connect, file) for connect in connects)


def _only_looks(opened: Open, file: File) -> bool:
    """Is it closed here, and nothing done with it but to read so and so many bytes?"""
    uses = file.uses(opened)
    closed = isinstance(file.parents.of(opened.call), ast.withitem) or any(use.what == "close" for use in uses)
    return closed and all(use.what == "close" or _reads_head(use) for use in uses)


def _reads_head(use: Use) -> bool:
    """`read(16)` and `read(len(MAGIC))`."""
    asked = use.data[0] if use.what == "read" and len(use.data) == 1 else None
    return isinstance(asked, ast.Constant) or (isinstance(asked, ast.Call) and called_as(asked) == "len")


def _is_closed_here(connect: Connect, file: File) -> bool:
    """Does the function that connects also close the connection, or leave it when it ends, and keep it to itself?"""
    around = file.parents.of(connect.call)
    if isinstance(around, ast.Call):
        return called_as(around) == "closing"
    target = around.targets[0] if isinstance(around, ast.Assign) else getattr(around, "optional_vars", None)
    if not isinstance(target, ast.Name) or not connect.scope.function:
        return False
    name, flow = target.id, flow_of(connect.scope)
    handed = [value for value, _ in (*flow.returns, *flow.yields)] + [binding.value for _, binding in flow.attributes]
    if name in flow.globals or any(isinstance(node, ast.Name) and node.id == name for node in handed):
        return False
    # What a `with` has named is gone with the function, though the end of the block only commits.
    return isinstance(around, ast.withitem) or any(_closes(called.node, name) for called in flow.calls)


def _closes(node: ast.Call, name: str) -> bool:
    func = node.func
    return isinstance(func, ast.Attribute) and func.attr == "close" and getattr(func.value, "id", "") == name


def _comes_before(event: Event, connect: Connect, file: File) -> bool:
    """Is it over before the connection is made, wherever it is done from?"""
    if any(isinstance(block.node, _LOOPS) for block in connect.place.block.around()):
        return False
    if event.scope is connect.scope:
        return event.place.order < connect.place.order
    here = connect.scope
    # `get` is also what dictionaries have: that a function calls itself must be proved.
    if any(call.scope is here for call in file.values.calls_of(here)):
        return False
    names = _leading_to(event.scope.name, file) - {here.name}
    mentioned = (line for name in names for line in file.text_of.lines(here, name, whole=True))
    return all(line <= connect.call.lineno for line in mentioned)


def _leading_to(name: str, file: File) -> set[str]:
    """The names of the functions that mention this one, and of those that mention them."""
    names = {name}
    for _ in range(_DEEP):
        lines = [line for known in names for line in file.text_of.lines(file.top, known, whole=True)]
        names |= {file.top.at_line(line).name for line in lines} - {""}
    return names
