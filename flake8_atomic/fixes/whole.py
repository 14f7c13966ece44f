"""`path.write_text(data)` becomes `atomic_write_text(path, data)`."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import dotted
from flake8_atomic.analysis.facts.certainty import must_be_awaited, surely_path
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Whole
from flake8_atomic.analysis.paths.types_told import class_is_path
from flake8_atomic.analysis.vocabulary import PATH_TYPES
from flake8_atomic.edits import Argument, Call, CallInstead, Fix, Imported, NoFix
from flake8_atomic.fixes.awaited import in_thread
from flake8_atomic.fixes.calls import as_given, has_method, helper, loop_notes
from flake8_atomic.fixes.opened import UNSURE
from flake8_atomic.fixes.texts import as_json
from flake8_atomic.inspection import Inspection

_OWN = "a class of paths in this file has a {}() of its own, which is passed by"
_AWAITED = "what it returns is awaited elsewhere, a helper returns nothing to await; await it where it is called"


def write_atomically(inspection: Inspection, event: Event) -> Fix:
    """Plan the fix for one `write_text` or `write_bytes`."""
    assert isinstance(event, Whole)
    call, file = event.call, inspection.file
    path = event.path.node
    function = helper(f"atomic_{event.function}")
    if event.handed:
        return _handed_over(inspection, event, function)
    given = as_given(call) if path in call.args else [Argument(path), *as_given(call)]
    parent = file.parents.of(call)
    if isinstance(parent, ast.Await):
        return in_thread(inspection, Call(function, tuple(given), call), call)
    if must_be_awaited(event.path, file) or _is_scheduled(event, parent):
        raise NoFix(_AWAITED)
    notes = [*loop_notes(file.parents, call), *_unsure(inspection, event)]
    otherwise = as_json(event, given) if isinstance(parent, ast.Expr) else None
    edit = CallInstead(call, Call(function, tuple(given), call, otherwise))
    return Fix((edit,), tuple(notes), _patched(event))


def _is_scheduled(event: Whole, outer: ast.AST) -> bool:
    """Is what the call returns given to the event loop?"""
    return isinstance(outer, ast.Call) and (dotted(event.term(outer.func)) or "").startswith("asyncio.")


def _handed_over(inspection: Inspection, event: Whole, function: Imported) -> Fix:
    """`asyncio.to_thread(path.write_text, data)` is given the helper, and the path as what it is called with."""
    before, (_, *after) = as_given(event.call)[: event.handed - 1], as_given(event.call)[event.handed - 1 :]
    given = (*before, Argument(function), Argument(event.path.node), *after)
    notes = [*loop_notes(inspection.file.parents, event.call), *_unsure(inspection, event)]
    return Fix((CallInstead(event.call, Call(event.call.func, given)),), tuple(notes), _patched(event))


def _unsure(inspection: Inspection, event: Whole) -> list[str]:
    notes = [] if surely_path(event.path, inspection.file) else [UNSURE]
    return [*notes, _OWN.format(event.function)] if _may_be_its_own(inspection.file, event) else notes


def _may_be_its_own(file: File, event: Whole) -> bool:
    """Has a class of paths in this file a method of that name, and may the path be of that class?"""
    node = event.path.node
    if isinstance(node, ast.Call) and dotted(event.path.at(node.func)) in PATH_TYPES:
        return False
    return any(has_method(scope, event.function) and class_is_path(scope) for scope in file.top.walk())


def _patched(event: Whole) -> frozenset[str]:
    """What a test may have put in its place."""
    return frozenset({f"pathlib.Path.{event.function}", "pathlib.Path.open", "io.open"})
