"""Files of which one was found missing before they are made: there is no old pair that they could be mixed with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.asked import ASKERS, asking, missed
from flake8_atomic.analysis.facts.callers import as_given, callers_of
from flake8_atomic.analysis.facts.conditions import asked_after, shown_missing
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Atomic, Event, Open, Read, Whole
from flake8_atomic.analysis.paths.paths import Key

_FIT = frozenset({
    "check", "current", "fresh", "good", "intact", "matches", "ok", "usable", "valid", "validate", "verify",
})  # fmt: skip
_WRITERS = frozenset({"create", "dump", "put", "save", "store", "write"})
_UNFIT = frozenset({"broken", "expired", "expires", "expiring", "invalid", "outdated", "stale"})


def one_found_missing(file: File, event: Event, paths: list[Term]) -> bool:
    """Is this only reached where one of these files was found missing, here or by all who call the function?"""
    if _is_shown(file, event, paths):
        return True
    calls = callers_of(file, event.scope)
    return bool(calls) and all(_has_found_one(file, call, paths) for call in calls)


def _has_found_one(file: File, call: Term, paths: list[Term]) -> bool:
    assert isinstance(call.node, ast.Call)
    there = Event(call.node, call.scope, call.place)
    return _is_shown(file, there, as_given(file, call, paths))


def _is_shown(file: File, event: Event, paths: list[Term]) -> bool:
    keys = [file.paths.key(path) for path in paths]
    there = [found for path, key in zip(paths, keys, strict=True) for found in asking(file, event, path, key)]
    there += [*_asking_for_the_end(file, event, keys), *_asked_elsewhere(file, event, keys)]
    asked = {**dict(_judging(file, event, keys[-1:])), **dict.fromkeys(there, False)}
    return shown_missing(file, event, asked) or any(missed(file, event, key) for key in keys)


def _judging(file: File, event: Event, last: list[Key]) -> Iterator[tuple[int, bool]]:
    """The calls that judge the file that is written last, and the answer by which it is unfit until it is written."""
    for node, place in flow_of(event.scope).calls:
        words = set(split_words(called_as(node)))
        if place.order < event.place.order and words & (_FIT | _UNFIT):
            if any(file.paths.key(Term(arg, event.scope, place)) in last for arg in node.args):
                yield id(node), bool(words & _UNFIT)


def _asked_elsewhere(file: File, event: Event, keys: list[Key]) -> Iterator[int]:
    """The calls that ask for one of the files in a function that is called before."""
    before = (Term(node.func, event.scope, place) for node, place in flow_of(event.scope).calls)
    for called in (definition(function) for function in before if function.place.order < event.place.order):
        if called is not None and called is not event.scope:
            reads = (read for key in keys for read in file.reads_alike(called, key))
            yield from (id(read.call) for read in reads if isinstance(read, Read) and read.asks)


def _asking_for_the_end(file: File, event: Event, keys: list[Key]) -> Iterator[int]:
    """The calls that ask for another file, which is only written when these are."""
    for node, place in flow_of(event.scope).calls:
        if called_as(node) in ASKERS and place.order < event.place.order:
            for path in asked_after(node):
                key = file.paths.key(Term(path, event.scope, place))
                if key not in keys and _is_only_written_after(file, event, key):
                    yield id(node)


def _is_only_written_after(file: File, event: Event, key: Key) -> bool:
    writes = [
        one.place.order
        for one in file.trace(event.scope).events
        if isinstance(one, (Atomic, Whole)) or (isinstance(one, Open) and one.truncates)
        if file.paths.key(one.path) == key
    ]
    writes += [
        place.order
        for node, place in flow_of(event.scope).calls
        if not _WRITERS.isdisjoint(split_words(called_as(node)))
        and any(file.paths.key(Term(arg, event.scope, place)) == key for arg in node.args)
    ]
    return bool(writes) and min(writes) > event.place.order
