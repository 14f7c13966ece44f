"""The clean-up that a home-made replace lacks: what fails leaves no temp behind."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.facts.certainty import surely_path
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.taken_away import removed_first
from flake8_atomic.analysis.replaces.temp_names import is_exclusive
from flake8_atomic.edits import Argument, Attempt, Call, Do, Enter, Fix, Imported, Instead, NoFix, Statement
from flake8_atomic.fixes.after_failing import REMOVING, done_after
from flake8_atomic.inspection import Inspection

_EXCLUSIVE = (
    "remove the temporary file where writing it fails, but not where another made it; or use one of the helpers"
)
_ALONE = "the target is gone before the rename, so the temporary file may be all there is; use one of the helpers"
_USED = "line {} uses the temporary file where this has failed; remove it there, whatever has become of it"
_YOURSELF = "remove the temporary file where writing it fails, or use one of the helpers"


def clean_up(inspection: Inspection, replace: Replace) -> Fix:
    """Plan a `try` around the writes and the rename, whose handler removes the temp."""
    parents = inspection.file.parents
    temp = replace.rename.source.node
    statement = parents.statement(replace.rename.call)
    suite = parents.suite(statement)
    first = _first(inspection, replace, suite)
    last = next(place for place, one in enumerate(suite) if one is statement)
    if not isinstance(temp, ast.Name) or first > last or not _is_known_by(inspection, temp, suite[first], replace):
        raise NoFix(_YOURSELF)
    run = tuple(suite[first : last + 1])
    if is_exclusive(replace):
        raise NoFix(_EXCLUSIVE)
    if any(removed_first(replace)):
        raise NoFix(_ALONE)
    for done in done_after(inspection.file, replace.rename.term(replace.rename.call), replace.rename.source):
        if not (done.allows and done.name in REMOVING):
            raise NoFix(_USED.format(done.call.lineno))
    return Fix((Instead(run, (Attempt(run, (_removal(inspection, replace, temp),)),)),))


def _first(inspection: Inspection, replace: Replace, suite: list[ast.stmt]) -> int:
    """Where in the suite of the rename the writing begins."""
    parents = inspection.file.parents
    places = []
    for filling in replace.fillings:
        event = filling.opened or filling.event
        event = event if event is not replace.birth else filling.event
        around = [event.call, *parents.around(event.call)]
        found = [place for place, one in enumerate(suite) if one in around]
        if not found:
            raise NoFix(_YOURSELF)
        places += found
    return min(places)


def _is_known_by(inspection: Inspection, temp: ast.Name, first: ast.stmt, replace: Replace) -> bool:
    """Has the temp its name before the writing begins, and keeps it?"""
    origins = [origin.bound for origin in inspection.file.values.origins(replace.rename.source)]
    nodes = [node for node in ast.walk(replace.rename.scope.node) if isinstance(node, ast.Name) and node.id == temp.id]
    stored = [node.lineno for node in nodes if isinstance(node.ctx, ast.Store)]
    return bool(origins) and bool(stored) and max(stored) < first.lineno


def _removal(inspection: Inspection, replace: Replace, temp: ast.Name) -> Statement:
    if surely_path(replace.rename.source, inspection.file):
        return Do(Call(f"{temp.id}.unlink", (Argument("True", "missing_ok"),)))
    unlink = Do(Call(Imported("os", attribute="unlink"), (Argument(temp.id),)))
    suppress = Call(Imported("contextlib", attribute="suppress"), (Argument("FileNotFoundError"),))
    return Enter(suppress, "", (unlink,))
