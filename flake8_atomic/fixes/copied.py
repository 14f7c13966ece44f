"""A copy over a file becomes a copy into an atomic one."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.facts.folders import takes_files
from flake8_atomic.analysis.files.events import Copy, Event
from flake8_atomic.edits import Argument, Call, Do, Enter, Fix, Instead, NoFix, Statement
from flake8_atomic.fixes.calls import (
    check_called,
    fresh_name,
    given,
    helper,
    is_pure,
    loop_notes,
    neighbour,
    plain_open,
)
from flake8_atomic.inspection import Inspection

_AFTER = {"shutil.copy": "copymode", "shutil.copy2": "copystat"}
_SAME = "the handler of shutil's own errors is never reached, a file is copied over itself"
_FOLDER = "a target that is a folder is refused, no longer copied into"


def copy_atomically(inspection: Inspection, event: Event) -> Fix:
    """Plan the fix for a copy over a path."""
    assert isinstance(event, Copy)
    check_called(event)
    parents = inspection.file.parents
    statement = parents.statement(event.call)
    if not isinstance(statement, ast.Expr) or statement.value is not event.call:
        raise NoFix("copy it in a statement of its own, then it can be rewritten")
    if _is_given_one_file(inspection, event):
        raise NoFix("a caller gives both names to one file, which shutil refuses; ask there whether they are the same")
    values = given(event.call, ("src", "dst"))
    if len(values) != 2:
        raise NoFix("it copies links as links; there is no atomic form of that")
    function = parents.function(statement)
    names = [fresh_name((word, f"{word}_file"), function) for word in ("source", "target")]
    after = _AFTER.get(event.function)
    if after is not None and not (is_pure(values["src"]) and is_pure(values["dst"])):
        raise NoFix("give both paths a name, then it can be rewritten")
    if after is not None and takes_files(inspection.file, event.term(values["dst"])):
        raise NoFix("the target is a folder; name the file in it, then it can be rewritten")
    new = _copied(event, values["src"], values["dst"], *names)
    told: tuple[Statement, ...] = (new,)
    if after is not None:
        both = Argument(values["src"]), Argument(values["dst"])
        told = (new, Do(Call(neighbour(event.call, "shutil", after), both)))
    notes = loop_notes(parents, statement) + ([_FOLDER] if after is not None else [])
    if any(_expects_sameness(outer) for outer in parents.around(statement)):
        notes.append(_SAME)
    return Fix((Instead((statement,), told),), tuple(notes), frozenset({event.function}))


def _is_given_one_file(inspection: Inspection, event: Copy) -> bool:
    """Does a caller in this file copy a file onto itself?"""
    values, paths = inspection.file.values, inspection.file.paths
    calls = values.calls_of(event.scope) if event.scope.function is not None else ()
    given = ((values.substituted(event.source, call), values.substituted(event.path, call)) for call in calls)
    return any(src is not None and dst is not None and paths.key(src) == paths.key(dst) for src, dst in given)


def _expects_sameness(node: ast.AST) -> bool:
    """Does a handler around it wait for what only shutil raises?"""
    types = [handler.type for handler in node.handlers if handler.type] if isinstance(node, ast.Try) else []
    return any(
        word in ast.dump(kind) for kind in types for word in ("'SameFileError'", "'SpecialFileError'", "'Error'")
    )


def _copied(event: Copy, src: ast.expr, dst: ast.expr, source: str, target: str) -> Enter:
    copy = Do(Call(neighbour(event.call, "shutil", "copyfileobj"), (Argument(source), Argument(target))))
    into = Enter(Call(helper("atomic_open"), (Argument(dst), Argument('"wb"'))), target, (copy,))
    return Enter(Call(plain_open(event.path), (Argument(src), Argument('"rb"'))), source, (into,))
