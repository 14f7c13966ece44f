"""Key pairs that are only for one use: whoever has them made has them removed again, and next time made anew."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.callees import called_by, reached
from flake8_atomic.analysis.facts.callers import as_given, callers_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Remove
from flake8_atomic.analysis.paths.paths import Key
from flake8_atomic.analysis.state.removal import always_done, removed_later


def are_thrown_away(file: File, event: Event, paths: list[Term]) -> bool:
    """Are all of them always removed after this, here or by all who call the function?"""
    if _are_removed(file, event, paths):
        return True
    calls = callers_of(file, event.scope)
    every = [(call, as_given(file, call, paths)) for call in calls]
    return bool(calls) and all(
        len(given) == len(paths) and _are_removed(file, _there(call), given) for call, given in every
    )


def _there(call: Term) -> Event:
    assert isinstance(call.node, ast.Call)
    return Event(call.node, call.scope, call.place)


def _are_removed(file: File, event: Event, paths: list[Term]) -> bool:
    return all(removed_later(file, event, path) or _is_had_removed(file, event, file.paths.key(path)) for path in paths)


def _is_had_removed(file: File, event: Event, key: Key) -> bool:
    """Does a function of the file remove it that is always called later?"""
    for node, place in flow_of(event.scope).calls:
        if place.order > event.place.order and always_done(file, event, place, key):
            later = Event(node, event.scope, place)
            called = called_by(later)
            known = [(called, key), *reached(file, later, key)] if called is not None else []
            if any(_removes(file, scope, named) for scope, named in known):
                return True
    return False


def _removes(file: File, scope: Scope, key: Key) -> bool:
    """Does it always remove this file, where there is one?"""
    return any(
        file.paths.key(removed.path) == key
        and always_done(file, Event(removed.call, scope, flow_of(scope).end), removed.place, key)
        for removed in file.trace(scope).of(Remove)
    )
