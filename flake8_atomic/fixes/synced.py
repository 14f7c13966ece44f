"""The flush and the fsync that a home-made replace lacks, before its temp is closed."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.parents import Parents
from flake8_atomic.analysis.replaces.failing import goes_on
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.edits import Argument, Call, Do, Enter, Fix, Imported, Instead, NoFix
from flake8_atomic.fixes.calls import as_given, check_called, fresh_name, loop_notes, plain_open
from flake8_atomic.fixes.heeded import heeded, is_sync, is_written
from flake8_atomic.fixes.opened import closes
from flake8_atomic.fixes.openings import COMPRESSED
from flake8_atomic.fixes.still_open import keeps_its_name, stays_open
from flake8_atomic.inspection import Inspection

_WHOLE = "write it with one of the helpers, or call flush() and os.fsync() before it is closed"
_PLAIN = frozenset({"open", "io.open", ".open", "os.fdopen", "tempfile.NamedTemporaryFile", "tempfile.mkstemp"})


def sync_before_close(inspection: Inspection, replace: Replace) -> Fix:
    """Plan a flush and an fsync at the end of what writes the temp."""
    if any(goes_on(replace, filling.event.place) for filling in replace.fillings):
        raise NoFix("its errors are swallowed, one of a sync would be too; rename only where all of it has succeeded")
    if replace.handed:
        raise NoFix("another function is given its name and may write it; sync it after that, or use a helper")
    notes = tuple(loop_notes(inspection.file.parents, replace.rename.call))
    if passed := [use.call for use in replace.uses if use.what == "sync" and goes_on(replace, use.place)]:
        return heeded(inspection.file.parents, passed[0], _ending(inspection, replace), notes)
    written = _whole_write(inspection, replace)
    if written is not None:
        return Fix((written,), notes, frozenset({"pathlib.Path.write_text", "pathlib.Path.write_bytes"}))
    last, name, comes_before = _ending(inspection, replace)
    if is_written(last, f"os.close({name})"):
        sync = Do(Call(Imported("os", attribute="fsync"), (Argument(name),)))
        return Fix((Instead((last,), (sync, last)),), notes)
    flush = () if is_written(last, f"{name}.flush()") else (Do(Call(f"{name}.flush", ())),)
    sync = Do(Call(Imported("os", attribute="fsync"), (Argument(f"{name}.fileno()"),)))
    if comes_before:
        return Fix((Instead((last,), (*flush, sync, last)),), notes)
    kept = () if is_sync(last, name) else (last,)
    return Fix((Instead((last,), (*kept, *flush, sync)),), notes)


def _whole_write(inspection: Inspection, replace: Replace) -> Instead | None:
    """`temp.write_text(data)` as a block that ends with the sync."""
    parents = inspection.file.parents
    whole = [filling.event.call for filling in replace.fillings if filling.opened is None and filling.known]
    if len(whole) != 1 or len(replace.fillings) != 1 or not isinstance(whole[0].func, ast.Attribute):
        return None
    call, func = whole[0], whole[0].func
    statement = parents.statement(call)
    is_write = func.attr in ("write_text", "write_bytes") and replace.is_temp(replace.rename.term(func.value))
    if not is_write or not isinstance(statement, ast.Expr) or statement.value is not call or not call.args:
        return None
    mode = '"w"' if func.attr == "write_text" else '"wb"'
    name = fresh_name(("file", "handle"), parents.function(statement))
    data, *rest = as_given(call)
    if any(not word.keyword for word in rest) or data.keyword:
        return None
    body = (
        Do(Call(f"{name}.write", (data,))),
        Do(Call(f"{name}.flush", ())),
        Do(Call(Imported("os", attribute="fsync"), (Argument(f"{name}.fileno()"),))),
    )
    opened = Call(plain_open(replace.rename.term(call)), (Argument(func.value), Argument(mode), *rest))
    return Instead((statement,), (Enter(opened, name, body),))


def _ending(inspection: Inspection, replace: Replace) -> tuple[ast.stmt, str, bool]:
    """The last statement while the one handle of the temp is open, its name, and whether the sync comes before that."""
    rename = inspection.file.parents.statement(replace.rename.call)
    truncating = [opened for opened in replace.handles if opened.truncates]
    for opened in truncating:
        check_called(opened)  # what packs its data writes the rest of it when it is closed
    handles = {id(opened.call) for opened in truncating}
    fillings = [filling for filling in replace.fillings if filling.opened is None]
    if len(handles) != 1 or fillings:
        raise NoFix(_WHOLE)
    found = _in_block(inspection, replace, rename, handles) or _at_close(inspection, replace, rename, handles)
    if found is None:
        raise NoFix(_WHOLE)
    return found


def _in_block(
    inspection: Inspection, replace: Replace, rename: ast.stmt, handles: set[int]
) -> tuple[ast.stmt, str, bool] | None:
    """The end of the `with` block of the handle, or the rename where that stands in it."""
    for node in ast.walk(replace.rename.scope.node):
        if isinstance(node, ast.With) and len(node.items) == 1:
            entered = node.items[0]
            named = entered.optional_vars or entered.context_expr
            if _holds(inspection, replace, entered.context_expr, handles) and isinstance(named, ast.Name):
                last, comes_before = _last_in(node, named.id, rename)
                body = node.body[: node.body.index(last)] if comes_before and last is not None else node.body
                handle = Term(named, replace.rename.scope, replace.rename.place)
                if last is not None and keeps_its_name(handle, body) and stays_open(inspection.file, handle, body):
                    return last, named.id, comes_before
    return None


def _last_in(block: ast.With, name: str, rename: ast.stmt) -> tuple[ast.stmt | None, bool]:
    """The last statement of a block with the handle, and whether that needs the data on the disk already."""
    if rename in block.body:
        return rename, True
    if not _ends_here(block) or any(rename is one for one in ast.walk(block)):
        return None, False
    return block.body[-1], closes(block.body[-1], name)


def _at_close(
    inspection: Inspection, replace: Replace, rename: ast.stmt, handles: set[int]
) -> tuple[ast.stmt, str, bool] | None:
    """The statement beside the rename that closes the handle."""
    parents = inspection.file.parents
    for use in replace.uses:
        statement = parents.statement(use.call)
        closed = use.call.args[0] if use.call.args else getattr(use.call.func, "value", None)
        beside = statement in parents.suite(rename) and isinstance(statement, ast.Expr)
        # Where it is closed come what may, a sync that fails would leave it open.
        if use.what == "close" and isinstance(closed, ast.Name) and beside and not _is_final(parents, statement):
            body = [one for one in parents.suite(rename) if use.opened.call.lineno < one.lineno < statement.lineno]
            handle = replace.rename.term(closed)
            if _holds(inspection, replace, closed, handles) and stays_open(inspection.file, handle, body):
                return statement, closed.id, True
    return None


def _holds(inspection: Inspection, replace: Replace, node: ast.expr, handles: set[int]) -> bool:
    """Is it the plain handle of the temp? What packs writes its end when it is closed."""
    for origin in inspection.file.values.origins(replace.rename.term(node)):
        opening = origin.term.node
        if isinstance(opening, ast.Call) and dotted(origin.term.at(opening.func)) in COMPRESSED:
            return False
    handle = inspection.file.handles.opened(replace.rename.term(node))
    return handle is not None and id(handle.call) in handles and handle.spelling in _PLAIN


def _is_final(parents: Parents, statement: ast.stmt) -> bool:
    around = parents.of(statement)
    return isinstance(around, ast.Try) and statement in around.finalbody


def _ends_here(block: ast.With) -> bool:
    """Is the last statement of the block reached whenever it ends well?"""
    leaving = (ast.Return, ast.Break, ast.Continue, ast.Yield, ast.YieldFrom)
    return not any(isinstance(node, leaving) for statement in block.body for node in ast.walk(statement))
