"""What a block does with the handle of its temp: whatever an atomic file cannot do in its place is refused."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import dotted
from flake8_atomic.analysis.code.parents import FUNCTIONS, LOOPS, inside
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.filled import Body
from flake8_atomic.fixes.handle import SERVED
from flake8_atomic.inspection import Inspection

HANDED = "a function that is given the open file sees the target's name, not that of the temporary one"
_LEAVING = (ast.Return, ast.Yield, ast.YieldFrom)
_KNOWN = frozenset({"dump", "copy", "record", "write"})


def check_during(inspection: Inspection, body: Body, names: set[str], gone: list[ast.stmt]) -> list[str]:
    """The notes on a block without what goes of it; target and mode are known by `names`, which must not change."""
    left = {id(node) for node in inside(gone)}
    for leaving in _leaving(body.body):
        if isinstance(leaving, (ast.Yield, ast.YieldFrom)):
            raise NoFix("the block yields while the file is open; yield the file of a `with atomic_open` yourself")
        raise NoFix(f"line {leaving.lineno} leaves the block, and the rename is passed over; raise an error instead")
    notes: list[str] = []
    for node in (node for node in inside(body.body) if id(node) not in left):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in names | {body.name}:
            raise NoFix(f"`{node.id}` is bound again while the file is open; give the other thing another name")
        if isinstance(node, ast.Name) and node.id == body.name:
            notes += _use(inspection, body, node)
    return notes


def _use(inspection: Inspection, body: Body, node: ast.Name) -> list[str]:
    parents = inspection.file.parents
    if parents.function(node) is not body.term.scope.node:
        raise NoFix(f"a nested function or lambda on line {node.lineno} keeps the open file")
    parent = parents.of(node)
    if isinstance(parent, ast.Attribute):
        if parent.attr not in SERVED | {"flush"}:
            raise NoFix(f"`{node.id}.{parent.attr}` reaches below the file; what it does there cannot be followed")
        return []
    call = parents.of(parent) if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call):
        if isinstance(parent, (ast.For, ast.comprehension)):
            return []
        raise NoFix(f"the open file is kept or passed on on line {node.lineno}; it must be closed where it is opened")
    name = dotted(body.term.at(call.func)) or ""
    if name.startswith(("subprocess.", "asyncio.create_subprocess", "multiprocessing.")):
        raise NoFix("a subprocess is given the open file and writes to it on its own time")
    known = inspection.file.handles.doing(body.term, call) in _KNOWN or name in v.HANDLE_WRITERS | v.WRAPPERS.keys()
    return [] if known else [HANDED]


def _leaving(body: list[ast.stmt]) -> Iterator[ast.stmt | ast.expr]:
    """Where the block is left, but for errors, or handed to others."""
    todo: list[tuple[ast.AST, bool]] = [(statement, False) for statement in body]
    while todo:
        node, looping = todo.pop()
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            continue
        kinds = _LEAVING if looping else (*_LEAVING, ast.Break, ast.Continue)
        if isinstance(node, kinds):
            yield node
        inner = looping or isinstance(node, LOOPS)
        todo += [(child, inner) for child in ast.iter_child_nodes(node)]
