"""Which of the files that a function saves, itself or through methods of its class, belong together."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.events import Atomic, Event, Open, Save, Together, Whole
from flake8_atomic.analysis.names import Term, definition
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.together import Saved, belonging, callers_in_class, chains, looped
from flake8_atomic.analysis.wording import function_words, split_words
from flake8_atomic.inspection import Inspection

_WORDS = frozenset({"save", "store", "write", "persist", "dump", "flush", "sync"})


def saved_together(inspection: Inspection) -> Iterator[Together]:
    """The files that this scope, or a method that calls it beside others, saves one after another."""
    file, scope = inspection.file, inspection.trace.scope
    own = _saved_by(inspection) if _may_have_company(inspection) else []
    for one in own:
        if (loop := looped(one)) is not None:
            yield Together(one.call, scope, one.place, (one.event,), "a loop over the fields of one object", loop)
    callers = callers_in_class(file, scope) if own and _saves(scope) else []
    for saver in [scope, *callers] if own else []:
        here = own if saver is scope else _saved_by(_of(inspection, saver))
        if len(here) < 2 and saver.owner is None:
            continue
        found = belonging(file, chains(here + _through_methods(inspection, saver)))
        if found is not None:
            group, why = found
            yield Together(group[0].call, saver, group[0].place, tuple(one.event for one in group), why)


def _may_have_company(inspection: Inspection) -> bool:
    """Are there two writes, a loop around one, or a method that others may be called beside? Most scopes have one."""
    written = [
        event
        for event in inspection.trace.events
        if isinstance(event, (Whole, Atomic, Save)) or (isinstance(event, Open) and event.truncates)
    ]
    if len(written) != 1:
        return bool(written)
    looped_over = any(isinstance(block.node, ast.For) for block in written[0].place.block.around())
    return looped_over or _saves(inspection.trace.scope)


def _saves(scope: Scope) -> bool:
    """Is it a method that says by its name that it saves something?"""
    return scope.owner is not None and not _WORDS.isdisjoint(function_words(scope))


def _of(inspection: Inspection, scope: Scope) -> Inspection:
    return Inspection(inspection.file, inspection.file.trace(scope), inspection.settings)


def _through_methods(inspection: Inspection, scope: Scope) -> list[Saved]:
    """`self._save_messages()` and `self._save_state()` in a row."""
    found: list[Saved] = []
    for node, place in flow_of(scope).calls if scope.owner is not None else ():
        if not (isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name)):
            continue
        callee = definition(Term(node.func, scope, place))
        words = _WORDS.intersection(split_words(node.func.attr))
        if words and callee is not None and callee is not scope and callee.owner is scope.owner:
            found += [one._replace(place=place, call=node) for one in _saved_by(_of(inspection, callee))]
    return found


def _saved_by(inspection: Inspection) -> list[Saved]:
    """The files that one scope writes itself, with their content."""
    key = inspection.file.paths.key
    return [
        Saved(event, event.place, event.call, event.path, key(event.path), tuple(_content(inspection, event)))
        for event in _saving(inspection)
    ]


def _content(inspection: Inspection, event: Event) -> Iterator[Term]:
    """What goes into the file; into one that is opened atomically, through the calls in its block."""
    yield from inspection.data(event)
    item = inspection.file.parents.of(event.call) if isinstance(event, Atomic) and not event.data else None
    if isinstance(item, ast.withitem) and isinstance(item.optional_vars, ast.Name):
        block = inspection.file.parents.of(item)
        for node, place in flow_of(event.scope).calls:
            inside = any(outer.node is block for outer in place.block.around())
            if inside and any(
                isinstance(part, ast.Name) and part.id == item.optional_vars.id for part in ast.walk(node)
            ):
                yield from (Term(arg, event.scope, place) for arg in node.args)


def _saving(inspection: Inspection) -> Iterator[Open | Whole | Save | Atomic]:
    """The writes of whole files that are neither outputs nor temps."""
    for function in ("write_text", "write_bytes"):
        yield from (e for e in inspection.whole_writes(function) if not inspection.evidence(e).says_output)
    for opened in inspection.truncating_opens:
        if inspection.does(opened, "write", "dump", "record") and not inspection.evidence(opened).says_output:
            yield opened
    yield from (saved for saved in inspection.saves() if not inspection.evidence(saved).says_output)
    yield from inspection.atomic_writes()
