"""Which of the files that a function saves, itself or through methods of its class, belong together."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import repeat

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.alone import stands_alone
from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.events import Atomic, Copy, Event, Open, Save, Together, Whole
from flake8_atomic.analysis.fields import looped
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as, definition, dotted
from flake8_atomic.analysis.saved_objects import is_saved_in_turn
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.together import FIELDS, belonging, callers_in_class, runs
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.vocabulary import SAME_PATH
from flake8_atomic.analysis.wording import function_words, split_words, wording_of
from flake8_atomic.apart import may_stand_apart
from flake8_atomic.inspection import Inspection

_WORDS = frozenset({"save", "store", "write", "persist", "dump", "flush", "sync"})
_LOGGED = lexicon.LOGS | {"stdout", "stderr"}
_SELF = ("self", "cls")


def saved_together(inspection: Inspection) -> Iterator[Together]:
    """The files that this scope, or one that calls it beside others, saves one after another."""
    file, scope = inspection.file, inspection.trace.scope
    own = _saved_by(inspection) if _may_have_company(inspection) else []
    for one in own:
        loop = looped(one, file)
        if loop is None or not is_saved_in_turn(file, scope, one) or stands_alone(file, one, scope):
            continue
        if not may_stand_apart(inspection, scope, [one], FIELDS):
            yield Together(one.call, scope, one.place, (one.event,), "a loop over the fields of one object", loop)
    # Whoever calls twenty writers would be looked at twenty times, each time with all of its calls.
    for saver in file.unseen([scope, *_callers(inspection, own)]) if own else []:
        every = _saved_by(_of(inspection, saver)) + list(_through_calls(inspection, saver))
        for run in runs(every) if len(every) > 1 else ():
            found = belonging(file, run, saver)
            if found is not None and not may_stand_apart(inspection, saver, *found):
                group, why = found
                yield Together(group[0].call, saver, group[0].place, tuple(one.event for one in group), why)
                break


def _callers(inspection: Inspection, own: list[Saved]) -> list[Scope]:
    """The methods of the same class that call it to save something, and whoever tells it what to write where."""
    file, scope = inspection.file, inspection.trace.scope
    if not own or not _saves(scope):
        return []
    told = any(_given(one.path, file.values) for one in own)
    callers = [call.scope for call in file.values.calls_of(scope)] if told else callers_in_class(file, scope)
    return [caller for caller in dict.fromkeys(callers) if caller is not scope]


def _may_have_company(inspection: Inspection) -> bool:
    """Are there two writes, a loop around one, or a function that others may be called beside? Most scopes have one."""
    written = [
        event
        for event in inspection.trace.events
        if isinstance(event, (Whole, Atomic, Save, Copy)) or (isinstance(event, Open) and event.truncates)
    ]
    if len(written) != 1:
        return bool(written)
    looped_over = any(isinstance(block.node, ast.For) for block in written[0].place.block.around())
    return looped_over or _saves(inspection.trace.scope)


def _saves(scope: Scope) -> bool:
    """Does the function say by its name that it saves something?"""
    return scope.function is not None and not _WORDS.isdisjoint(function_words(scope))


def _of(inspection: Inspection, scope: Scope) -> Inspection:
    return Inspection(inspection.file, inspection.file.trace(scope), inspection.settings)


def _through_calls(inspection: Inspection, scope: Scope) -> Iterator[Saved]:
    """`self._save_messages()` and `self._save_state()` in a row, or `write_json(path, data)` twice."""
    for node, place in flow_of(scope).calls:
        callee = (
            definition(Term(node.func, scope, place)) if _WORDS.intersection(split_words(called_as(node))) else None
        )
        if callee is None or callee is scope or callee.function is None:
            continue
        same = scope.owner is not None and callee.owner is scope.owner
        end = flow_of(callee).end.block
        for one in _saved_by(_of(inspection, callee)):
            told = _given(one.path, inspection.file.values)
            if (told or same) and one.place.block.always_with(end):
                called = _as_called(inspection.file, one, Term(node, scope, place), told)
                logged = wording_of(called.path, inspection.file.values).tail.union(function_words(callee))
                if _LOGGED.isdisjoint(logged):
                    yield called


def _as_called(file: File, one: Saved, call: Term, told: list[Term]) -> Saved:
    """What a function writes where it is told, as this call tells it."""
    assert isinstance(call.node, ast.Call)
    given = [found for name in told if (found := file.values.substituted(name, call)) is not None]
    content = (call.at(node) for node in call.node.args if node not in [term.node for term in given])
    key = (one.key, *(file.paths.key(term) for term in given))
    return Saved(one.event, call.place, call.node, given[-1] if given else one.path, key, (*one.data, *content))


def _given(path: Term, values: Values) -> list[Term]:
    """The parameters that a path is made of, also by `path = Path(path)`."""
    names = [path.at(node) for node in ast.walk(path.node) if isinstance(node, ast.Name) and node.id not in _SELF]
    return [name for name in map(_inner, names, repeat(values)) if _is_parameter(name, values)]


def _inner(name: Term, values: Values) -> Term:
    for origin in values.origins(name):
        node = origin.term.node
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Name):
            if dotted(origin.term.at(node.func)) in SAME_PATH:
                return origin.term.at(node.args[0])
    return name


def _is_parameter(name: Term, values: Values) -> bool:
    return any(origin.how == "parameter" for origin in values.origins(name))


def _saved_by(inspection: Inspection) -> list[Saved]:
    """The files that one scope writes itself, with their content."""
    known, scope, key = inspection.file.saved, inspection.trace.scope, inspection.file.paths.key
    if id(scope) not in known:
        known[id(scope)] = [
            Saved(event, event.place, event.call, event.path, key(event.path), tuple(_content(inspection, event)))
            for event in _saving(inspection)
        ]
    return known[id(scope)]


def _content(inspection: Inspection, event: Event) -> Iterator[Term]:
    """What goes into the file; into one that is opened atomically, through the calls in its block."""
    yield from inspection.data(event)
    if isinstance(event, Copy):
        yield event.source
    if isinstance(event, Save):
        yield from (event.term(node) for node in event.call.args if node is not event.path.node)
    item = inspection.file.parents.of(event.call) if isinstance(event, Atomic) and not event.data else None
    if isinstance(item, ast.withitem) and isinstance(item.optional_vars, ast.Name):
        block = inspection.file.parents.of(item)
        for node, place in flow_of(event.scope).calls:
            inside = any(outer.node is block for outer in place.block.around())
            if inside and any(
                isinstance(part, ast.Name) and part.id == item.optional_vars.id for part in ast.walk(node)
            ):
                yield from (Term(arg, event.scope, place) for arg in node.args)


def _saving(inspection: Inspection) -> Iterator[Open | Whole | Save | Copy | Atomic]:
    """The writes of whole files that are neither outputs nor temps."""
    for function in ("write_text", "write_bytes"):
        yield from (e for e in inspection.whole_writes(function) if not inspection.evidence(e).says_output)
    for opened in inspection.truncating_opens:
        if inspection.does(opened, "write", "dump", "record", "copy") and not inspection.evidence(opened).says_output:
            yield opened
    yield from (saved for saved in inspection.saves() if not inspection.evidence(saved).says_output)
    # What is copied into a place that nobody knows is no part of anything.
    yield from (copied for copied in inspection.copies() if inspection.is_state(copied))
    yield from inspection.atomic_writes()
