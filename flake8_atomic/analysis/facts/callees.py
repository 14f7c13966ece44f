"""Follows a path into the functions of this file that it is given to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition, family, member
from flake8_atomic.analysis.code.names import Bound
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event, Open, Save, Whole
from flake8_atomic.analysis.paths.keys import Key, parameter

LIMIT = 12  # functions looked into for one path


def called_by(event: Event) -> Scope | None:
    """The function of this file that a call runs; for a class, its `__init__`."""
    found = definition(event.term(event.call.func))
    if found is not None and isinstance(found.node, ast.ClassDef):
        return member(found, "__init__")
    return found


def reached(file: File, event: Event, key: Key) -> Iterator[tuple[Scope, Key]]:
    """The functions that a path is handed to, directly or by one of them, each with what the path is called there."""
    todo = [(event, key)]
    seen: set[int] = set()
    while todo and len(seen) < LIMIT:
        event, key = todo.pop()
        function = called_by(event)
        if function is None or id(function) in seen:
            continue
        seen.add(id(function))
        for name in _received(file, event, function, key):
            for scope in _where_known(function):
                yield scope, parameter(name, function)
                todo += [(Event(node, scope, place), parameter(name, function)) for node, place in flow_of(scope).calls]


def _received(file: File, event: Event, function: Scope, key: Key) -> Iterator[str]:
    """The parameters for which the call gives the path."""
    call = event.term(event.call)
    for binding in flow_of(function).parameters:
        given = given_for(call, Bound(binding, function))
        if given and file.paths.key(event.term(given[0])) == key:
            yield binding.name


def _where_known(function: Scope) -> list[Scope]:
    """Where a parameter is known: in the function, and what `__init__` keeps of it in its whole class."""
    owner = function.owner if function.name == "__init__" else None
    return [scope for kin in family(owner) for scope in kin.walk()] if owner is not None else list(function.walk())


def writes(file: File, scope: Scope, key: Key) -> Iterator[Event]:
    """Where this function puts content into the file."""
    for event in file.trace(scope).events:
        if isinstance(event, (Whole, Save, Copy)) or (isinstance(event, Open) and not _only_reads(event)):
            if file.paths.key(event.path) == key:
                yield event


def opened_by(file: File, events: list[Event], key: Key) -> Iterator[Open]:
    """How the functions that these calls hand the path to open it, to put content into it."""
    for scope, named in (there for event in events for there in reached(file, event, key)):
        yield from (event for event in writes(file, scope, named) if isinstance(event, Open))


def _only_reads(opened: Open) -> bool:
    return bool(opened.modes) and not any(letter in mode for mode in opened.modes for letter in "wxa+")
