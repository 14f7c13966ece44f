"""What a function of this file syncs for those who call it: only what they would count had they done it themselves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Bound, Term, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.facts.handed import WRITING, done_with, is_unbuffered, steps_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open
from flake8_atomic.analysis.replaces.failing import goes_unheard

DEEP = 2
_EMPTYING = frozenset({"flush", "close"})


class Synced(NamedTuple):
    """What is synced; `handle` is None where nothing speaks against it."""

    handle: Term | None
    buffered: bool  # is it reached as a file, behind which Python may hold something, not as a number?


def syncs_inside(file: File, call: Event, depth: int) -> bool:
    """Does it call a function of this file that syncs something, itself or by another one?"""
    function = _function(call)
    return function is not None and any(
        _is_sync(inner) or (depth > 0 and syncs_inside(file, inner, depth - 1)) for inner in _calls(function)
    )


def synced_by(file: File, call: Event, until: Place | None, depth: int) -> Iterator[Synced]:
    """What the called function syncs before a place in it, and hears of when that fails."""
    function = _function(call)
    for inner in _calls(function) if function is not None else ():
        if (until is not None and inner.place.order > until.order) or goes_unheard(file, inner):
            continue
        if _is_sync(inner):
            found = [Synced(inner.term(arg), isinstance(arg, ast.Call)) for arg in inner.call.args[:1]]
        else:
            found = list(synced_by(file, inner, None, depth - 1)) if depth else []
        for synced in found:
            yield from _as_called(file, call, inner, synced)


def _function(call: Event) -> Scope | None:
    function = definition(call.term(call.call.func))
    return function if function is not None and function.function is not None else None


def _calls(function: Scope) -> Iterator[Event]:
    return (Event(node, function, place) for node, place in flow_of(function).calls)


def _is_sync(event: Event) -> bool:
    return dotted(event.term(event.call.func)) in v.SYNCS


def _as_called(file: File, call: Event, sync: Event, synced: Synced) -> Iterator[Synced]:
    """What was synced as the caller has it in hand; nothing where the function itself holds a part of it back."""
    handle, buffered = synced
    given = _parameter(file, handle) if handle is not None else None
    opened = file.handles.opened(handle) if handle is not None else None
    if given is not None:
        steps = [
            what for what, place in steps_of(file, sync.scope, given.binding.name) if place.order < sync.place.order
        ]
    elif opened is not None:
        steps = _steps(file, opened, sync)
    else:
        steps = ["flush"]
    last = next((what for what in reversed(steps) if what in WRITING | _EMPTYING), "")
    if last in WRITING:
        return
    ours = given_for(call.term(call.call), given) if given is not None and not last else []
    if ours:
        yield Synced(call.term(ours[0]), buffered or isinstance(ours[0], ast.Call))
    elif opened is None or opened.scope is sync.scope or last:
        yield Synced(None, buffered)
    else:
        yield synced  # the object keeps it


def _parameter(file: File, handle: Term) -> Bound | None:
    """The parameter that is synced: `file.fileno()`, or the number itself."""
    node = handle.node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fileno":
        node = node.func.value
    origins = file.values.origins(handle.at(node))
    return origins[0].bound if len(origins) == 1 and origins[0].how == "parameter" else None


def _steps(file: File, opened: Open, sync: Event) -> list[str]:
    """What the function has done with the handle before it syncs that."""
    uses = [use for use in file.trace(sync.scope).uses if use.opened is opened and use.place.order < sync.place.order]
    return ["flush"] if is_unbuffered(opened) else [done_with(file, use) for use in uses]
