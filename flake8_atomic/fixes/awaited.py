"""Writes that are awaited become a helper that runs in a thread."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.files.events import Open
from flake8_atomic.edits import Argument, Call, CallInstead, Do, Fix, Imported, Instead, NoFix
from flake8_atomic.fixes.calls import given, helper, loop_notes, mentions
from flake8_atomic.fixes.used_later import used_elsewhere
from flake8_atomic.inspection import Inspection

ASYNCHRONOUS = {"aiofiles.open": "asyncio", "anyio.open_file": "anyio", "trio.open_file": "trio"}
NOTE = "the whole is written in one call in a thread; a cancelled task no longer stops in the middle of it"
_THREAD = "asyncio.to_thread(atomic_write_text, path, data)"
_NAMES = ("file", "mode", "buffering", "encoding", "errors", "newline")


def in_thread(inspection: Inspection, plain: Call, awaited: ast.Call) -> Fix:
    """`await path.write_text(data)`: the call that is awaited becomes one of a thread."""
    return Fix((CallInstead(awaited, _threaded(inspection, plain)),), (NOTE,))


def _threaded(inspection: Inspection, plain: Call, library: str = "") -> Call:
    library = library or _library(inspection)
    assert isinstance(plain.function, Imported)
    words = any(given.keyword for given in plain.arguments)
    if library == "asyncio":
        return Call(
            Imported("asyncio", attribute="to_thread"), (Argument(plain.function), *plain.arguments), plain.like
        )
    runner = Imported(library, attribute="to_thread.run_sync")
    if not words:
        return Call(runner, (Argument(plain.function), *plain.arguments), plain.like)
    partial = Call(Imported("functools", attribute="partial"), (Argument(plain.function), *plain.arguments), plain.like)
    return Call(runner, (Argument(partial),))


def _library(inspection: Inspection) -> str:
    """The library whose event loop the file runs in."""
    for scope in inspection.file.top.walk():
        for statement in scope.imports:
            names = [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else []
            for name in (*names, getattr(statement, "module", None) or ""):
                if name.partition(".")[0] in ("anyio", "trio"):
                    return name.partition(".")[0]
    return "asyncio"


def write_in_thread(inspection: Inspection, opened: Open) -> Fix:
    """`async with aiofiles.open(p, "w") as f: await f.write(text)` becomes one call."""
    item = inspection.file.parents.of(opened.call)
    item = inspection.file.parents.of(item) if isinstance(item, ast.Await) else item
    statement = inspection.file.parents.of(item)
    name = item.optional_vars if isinstance(item, ast.withitem) else None
    if not isinstance(statement, ast.AsyncWith) or len(statement.items) != 1 or not isinstance(name, ast.Name):
        raise NoFix(f"write the whole with one helper in a thread, {_THREAD}")
    call = _call(statement.body, name.id)
    if elsewhere := used_elsewhere(inspection.file.parents, inspection.file.source.tree, [statement], name.id):
        raise NoFix(f"line {elsewhere[0].lineno} may use the handle once more; write the whole with {_THREAD}")
    values = given(opened.call, _NAMES)
    mode = values.pop("mode", None)
    path = values.pop("file", None)
    if call is None or path is None or not isinstance(mode, ast.Constant) or "buffering" in values:
        raise NoFix(f"gather what it writes, and write it with {_THREAD}")
    function = "atomic_write_bytes" if "b" in str(mode.value) else "atomic_write_text"
    words = [Argument(value, keyword) for keyword, value in values.items()]
    plain = Call(helper(function), (Argument(path), Argument(call.args[0]), *words), call)
    threaded = _threaded(inspection, plain, ASYNCHRONOUS[opened.spelling] if opened.spelling != "aiofiles.open" else "")
    notes = (*loop_notes(inspection.file.parents, statement), NOTE)
    return Fix((Instead((statement,), (Do(threaded, awaited=True),)),), notes, frozenset({opened.spelling}))


def _call(body: list[ast.stmt], name: str) -> ast.Call | None:
    """The `f.write(data)` that is awaited, where the block does nothing else."""
    node = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    call = node.value if isinstance(node, ast.Await) else None
    if not isinstance(call, ast.Call) or ast.unparse(call.func) != f"{name}.write" or len(call.args) != 1:
        return None
    data = call.args[0]
    return None if mentions(data, name) or isinstance(data, ast.Starred) or call.keywords else call
