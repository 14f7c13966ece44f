"""Which files a scope saves, itself or by the functions that it calls, and what goes into each."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import repeat

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.expressions import entering
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Atomic, Copy, Event, Open, Save, Whole
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.vocabulary import SAME_PATH
from flake8_atomic.inspection import Inspection

_SAVING = frozenset({"save", "store", "write", "persist", "dump", "flush", "sync", "put", "atomic"})
_LOGGED = lexicon.LOGS | {"stdout", "stderr"}
_SELF = ("self", "cls")


def saved_through_calls(inspection: Inspection, scope: Scope) -> Iterator[Saved]:
    """`self._save_messages()` and `self._save_state()` in a row, or `write_json(path, data)` twice."""
    for node, place in flow_of(scope).calls:
        callee = (
            definition(Term(node.func, scope, place)) if says_that_it_saves(called_as(node), inspection.file) else None
        )
        if callee is None or callee is scope or callee.function is None:
            continue
        same = scope.owner is not None and callee.owner is scope.owner
        end = flow_of(callee).end.block
        for one in saved_in(inspection, callee):
            told = parameters_in(one.path, inspection.file.values)
            if (told or same) and one.place.block.always_with(end):
                called = _as_called(inspection.file, one, Term(node, scope, place), told)
                logged = wording_of(called.path, inspection.file.values).tail.union(function_words(callee))
                if _LOGGED.isdisjoint(logged):
                    yield called


def says_that_it_saves(name: str, file: File) -> bool:
    """Does a function of this name save something, or put it in its place?"""
    return not _SAVING.isdisjoint(split_words(name)) or name in file.publishers


def _as_called(file: File, one: Saved, call: Term, told: list[Term]) -> Saved:
    """What a function writes where it is told, as this call tells it."""
    assert isinstance(call.node, ast.Call)
    given = [found for name in told if (found := file.values.substituted(name, call)) is not None]
    content = (call.at(node) for node in call.node.args if node not in [term.node for term in given])
    key = (one.key, *(file.paths.key(term) for term in given))
    data = (*one.data, *content, *_in_block(call))
    return Saved(one.event, call.place, call.node, given[-1] if given else one.path, key, data)


def parameters_in(path: Term, values: Values) -> list[Term]:
    """The parameters that a path is made of, also by `path = Path(path)`."""
    names = [path.at(node) for node in ast.walk(path.node) if isinstance(node, ast.Name) and node.id not in _SELF]
    return [name for name in map(_inner, names, repeat(values)) if values.may_be_given(name)]


def _inner(name: Term, values: Values) -> Term:
    for origin in values.origins(name):
        node = origin.term.node
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name):
            if dotted(origin.term.at(node.func)) in SAME_PATH:
                return origin.term.at(node.args[0])
    return name


def saved_in(inspection: Inspection, scope: Scope) -> list[Saved]:
    """The files that another scope of the same file writes itself."""
    return saved_by(Inspection(inspection.file, inspection.file.trace(scope), inspection.settings))


def saved_by(inspection: Inspection) -> list[Saved]:
    """The files that one scope writes itself, with their content."""
    known, scope, key = inspection.file.saved, inspection.trace.scope, inspection.file.paths.key
    if id(scope) not in known:
        known[id(scope)] = [
            Saved(event, event.place, event.call, event.path, key(event.path), tuple(_content(inspection, event)))
            for event in written_by(inspection)
            if _is_saved(inspection, event)
        ]
    return known[id(scope)]


def _content(inspection: Inspection, event: Event) -> Iterator[Term]:
    """What goes into the file; into one that is opened atomically, through the calls in its block."""
    yield from inspection.data(event)
    if isinstance(event, Copy):
        yield event.source
    if isinstance(event, Save):
        yield from (event.term(node) for node in event.call.args if node is not event.path.node)
    if isinstance(event, Atomic) and not event.data:
        yield from _in_block(event.term(event.call))


def _in_block(call: Term) -> Iterator[Term]:
    """What is given to the calls that speak of a handle, in the block that is entered with it."""
    entered = entering(call.scope.node, call.node)
    if entered is None or not isinstance(entered[1].optional_vars, ast.Name):
        return
    block, name = entered[0], entered[1].optional_vars.id
    for node, place in flow_of(call.scope).calls:
        inside = any(outer.node is block for outer in place.block.around())
        if inside and any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node)):
            yield from (Term(arg, call.scope, place) for arg in node.args)


def written_by(inspection: Inspection) -> Iterator[Open | Whole | Save | Copy | Atomic]:
    """The writes of whole files that nothing excuses, which may be outputs."""
    for function in ("write_text", "write_bytes"):
        yield from inspection.whole_writes(function)
    yield from inspection.truncating_opens
    yield from inspection.saves()
    yield from inspection.copies()
    yield from inspection.atomic_writes


def _is_saved(inspection: Inspection, event: Open | Whole | Save | Copy | Atomic) -> bool:
    """Is it no output? What is copied into a place that nobody knows is no part of anything."""
    if isinstance(event, Copy):
        return inspection.is_state(event)
    filled = not isinstance(event, Open) or inspection.does(event, "write", "dump", "record", "copy")
    return filled and not inspection.evidence(event).says_output
