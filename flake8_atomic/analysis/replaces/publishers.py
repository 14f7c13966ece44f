"""Renames, also by a function of this file that renames what it is given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Bound, Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Rename
from flake8_atomic.analysis.paths.keys import holds, parameter
from flake8_atomic.analysis.replaces.put_by import as_put_by


def renames_of(file: File, scope: Scope) -> Iterator[Rename]:
    """The renames of a scope, those included that a function of the file carries out for it."""
    yield from map(as_put_by, file.trace(scope).of(Rename))
    for node, place in flow_of(scope).calls if file.renaming else ():
        if called_as(node) in file.renaming:
            event = Event(node, scope, place)
            function = definition(event.term(node.func))
            if function is not None and function.function is not None and function is not scope:
                yield from _carried_out(file, event, function)


def _carried_out(file: File, event: Event, function: Scope) -> Iterator[Rename]:
    """The rename of what the function is given; a function that tries another way after it is one rename."""
    for rename in file.trace(function).of(Rename):
        source = _given(file, event, function, rename.source)
        target = _given(file, event, function, rename.target) or _known_here(file, event, rename.target)
        if source is not None and target is not None and source.node is not target.node:
            # What it is called on which system is for the function to say.
            how = rename.function if rename.function in v.MOVES else "os.replace"
            yield Rename(event.call, event.scope, event.place, source, target, how)
            return


def _given(file: File, event: Event, function: Scope, path: Term) -> Term | None:
    """What the call gives for the parameter that a path of the function is made of."""
    key = file.paths.key(path)
    for binding in flow_of(function).parameters:
        if holds(key, parameter(binding.name, function)):
            given = given_for(event.term(event.call), Bound(binding, function))
            return event.term(given[0]) if given else None
    return None


def _known_here(file: File, event: Event, path: Term) -> Term | None:
    """`self.path`, to which `self._commit(temp)` renames: the same where it is called."""
    here, key = event.term(path.node), file.paths.key(path)
    return here if isinstance(path.node, (ast.Attribute, ast.Name)) and file.paths.key(here) == key else None
