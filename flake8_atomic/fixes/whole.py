"""`path.write_text(data)` becomes `atomic_write_text(path, data)`."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.certainty import surely_path
from flake8_atomic.analysis.events import Event, Whole
from flake8_atomic.edits import Argument, Call, CallInstead, Fix, NoFix
from flake8_atomic.fixes.awaited import in_thread
from flake8_atomic.fixes.calls import as_given, helper, loop_notes
from flake8_atomic.fixes.opened import UNSURE
from flake8_atomic.fixes.texts import as_json
from flake8_atomic.inspection import Inspection


def write_atomically(inspection: Inspection, event: Event) -> Fix:
    """Plan the fix for one `write_text` or `write_bytes`."""
    assert isinstance(event, Whole)
    call, file = event.call, inspection.file
    if event.handed:
        raise NoFix(f"hand over atomic_{event.function} and the path in place of the path's own method")
    path = event.path.node
    given = as_given(call) if path in call.args else [Argument(path), *as_given(call)]
    function = helper(f"atomic_{event.function}")
    parent = file.parents.of(call)
    if isinstance(parent, ast.Await):
        return in_thread(inspection, Call(function, tuple(given)), call)
    notes = loop_notes(file.parents, call)
    if not surely_path(event.path, file):
        notes.append(UNSURE)
    otherwise = as_json(event, given) if isinstance(parent, ast.Expr) else None
    edit = CallInstead(call, Call(function, tuple(given), call, otherwise))
    return Fix((edit,), tuple(notes), frozenset({f"pathlib.Path.{event.function}", "pathlib.Path.open", "io.open"}))
