"""Folders that temps lie in and that are removed as a whole when the work has failed, here or by the callers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Bound, Term, called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.callers import callers_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.paths.paths import DEEP, Key, base_of
from flake8_atomic.analysis.replaces.replaces import Replace

_RMTREE = "rmtree("
_PASSING = frozenset({"tempfile.TemporaryDirectory"})
# A folder that is called so is only there while the work goes on.
_UNDERWAY = lexicon.STAGING | lexicon.TEMPORARY | frozenset({"incomplete", "partial", "pending", "progress"})


def folder_goes(replace: Replace) -> bool:
    """Is a folder that the temp lies in removed when the writing fails?"""
    file = replace.file
    if _RMTREE not in file.source.searched and "TemporaryDirectory(" not in file.source.searched:
        return False
    folders = list(_folders(replace))
    return any(_goes(file, replace.first, folder) for folder in folders) or _is_swept_later(file, folders)


def _folders(replace: Replace) -> Iterator[Term]:
    """The folders that the temp is written below, innermost first."""
    birth = replace.birth
    todo = [replace.rename.source]
    if birth is not None:
        where = argument(birth.call, v.Argument(2 if birth.spelling == "tempfile.mkstemp" else 6, "dir"))
        todo = [birth.term(where)] if where is not None else []
        yield from todo
    for _ in range(DEEP):
        bases = [base_of(o.term) for term in todo for o in replace.file.values.origins(term) if o.how == "expression"]
        todo = [base for base in bases if base is not None]
        yield from todo


def _goes(file: File, event: Event, folder: Term, depth: int = 1) -> bool:
    """Is it the folder of a with statement, or removed where this has failed, perhaps by the callers?"""
    if file.values.made_by(folder, _PASSING):
        return True
    key = file.paths.key(folder)
    for node, place in _removals(event.scope):
        if _undoes(place.block, event.place.block) and _removed(file, Term(node, event.scope, place)) == key:
            return True
    return depth > 0 and _goes_with_callers(file, folder, depth - 1)


def _undoes(removal: Block, done: Block) -> bool:
    """Is it in a handler or a finally of a try that has the other in its body?"""
    undoing = (block for block in removal.around() if block.arm == "finalbody" or block.handler is not None)
    return any(block.node in done.tried() for block in undoing)


def _goes_with_callers(file: File, folder: Term, depth: int) -> bool:
    origins = file.values.origins(folder)
    bound = origins[0].bound if len(origins) == 1 and origins[0].how == "parameter" else None
    if bound is None:
        return False
    given = list(_given(file, bound))
    return bool(given) and all(_goes(file, Event(call, at.scope, at.place), at, depth) for call, at in given)


def _given(file: File, bound: Bound) -> Iterator[tuple[ast.Call, Term]]:
    """What the callers in this file give for a parameter."""
    for call in callers_of(file, bound.scope):
        assert isinstance(call.node, ast.Call)
        for node in given_for(call, bound):
            yield call.node, call.at(node)


def _is_swept_later(file: File, folders: list[Term]) -> bool:
    """Is it called after a work that goes on, and removed by another function of this file that begins anew?"""
    keys = {file.paths.key(folder) for folder in folders if _is_underway(folder)}
    for scope in file.values.scopes_with(_RMTREE) if keys else ():
        for node, place in _removals(scope):
            if not keys.isdisjoint(_removed_for_callers(file, Term(node, scope, place))):
                return True
    return False


def _is_underway(folder: Term) -> bool:
    return not _UNDERWAY.isdisjoint(split_words(spelled(folder.node).rpartition(".")[2]))


def _removals(scope: Scope) -> list[Called]:
    return [called for called in flow_of(scope).calls if called_as(called.node) == "rmtree" and called.node.args]


def _removed(file: File, call: Term) -> Key:
    assert isinstance(call.node, ast.Call)
    return file.paths.key(call.at(call.node.args[0]))


def _removed_for_callers(file: File, call: Term) -> Iterator[Key]:
    """The folder that is removed, and what the callers name it that it is told by."""
    assert isinstance(call.node, ast.Call)
    yield _removed(file, call)
    for origin in file.values.origins(call.at(call.node.args[0])):
        if origin.how == "parameter" and origin.bound is not None:
            yield from (file.paths.key(given) for _, given in _given(file, origin.bound))
