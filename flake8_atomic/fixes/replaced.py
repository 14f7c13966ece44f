"""Smaller repairs of a home-made replace: the step that is missing is added where it belongs."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.events import Event, Rename
from flake8_atomic.analysis.replaces import Replace
from flake8_atomic.edits import Argument, Call, CallInstead, Do, Fix, Imported, Instead, NoFix
from flake8_atomic.fixes.calls import as_given, loop_notes
from flake8_atomic.fixes.openings import COMPRESSED
from flake8_atomic.inspection import Inspection

_WHOLE = "write it with one of the helpers, or call flush() and os.fsync() before it is closed"


def replace_outright(inspection: Inspection, event: Event) -> Fix:
    """Plan `os.replace` in the place of `os.rename`."""
    assert isinstance(event, Rename)
    call, func = event.call, event.call.func
    if event.function == "os.rename":
        replaced = Call(Imported("os", attribute="replace"), tuple(as_given(call)), call)
        return Fix((CallInstead(call, replaced),), (), frozenset({"os.rename"}))
    if isinstance(func, ast.Attribute) and func.value is event.source.node:
        receiver = inspection.file.source.written(func.value)
        if "\n" not in receiver and event.function == "rename":
            method = Call(f"{receiver}.replace", tuple(as_given(call)), call)
            return Fix((CallInstead(call, method),), (), frozenset({"pathlib.Path.rename"}))
    raise NoFix("use os.replace(), which replaces the target on every system")


def sync_before_close(inspection: Inspection, event: Event) -> Fix:
    """Plan a flush and an fsync at the end of the block that writes the temp."""
    replace = next(found for found in inspection.replaces if found.rename is event)
    block, name = _written(inspection, replace)
    last = block.body[-1]
    flush = Do(Call(f"{name}.flush", ()))
    sync = Do(Call(Imported("os", attribute="fsync"), (Argument(f"{name}.fileno()"),)))
    kept = () if _is_sync(last, name) else (last,)
    return Fix((Instead((last,), (*kept, flush, sync)),), tuple(loop_notes(inspection.file.parents, block)))


def _written(inspection: Inspection, replace: Replace) -> tuple[ast.With, str]:
    """The block that closes the one handle of the temp, and its name; what packs writes its end when it is closed."""
    handles = {id(opened.call) for opened in replace.handles if opened.truncates}
    fillings = [filling for filling in replace.fillings if filling.opened is None]
    if len(handles) != 1 or fillings:
        raise NoFix(_WHOLE)
    for node in ast.walk(replace.rename.scope.node):
        if isinstance(node, ast.With) and len(node.items) == 1:
            entered = node.items[0]
            handle = inspection.file.handles.opened(replace.rename.term(entered.context_expr))
            known = handle is not None and id(handle.call) in handles and handle.spelling not in COMPRESSED
            if known and isinstance(entered.optional_vars, ast.Name) and _ends_here(node):
                return node, entered.optional_vars.id
    raise NoFix(_WHOLE)


def _ends_here(block: ast.With) -> bool:
    """Is the last statement of the block reached whenever it ends well?"""
    leaving = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
    return not any(isinstance(node, leaving) for statement in block.body for node in ast.walk(statement))


def _is_sync(statement: ast.stmt, name: str) -> bool:
    return ast.unparse(statement) in (f"os.fsync({name}.fileno())", f"os.fsync({name})")
