"""Databases that are only connected to where their file is not there: they are made from what there was before."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.asked import ASKERS, found_missing
from flake8_atomic.analysis.facts.callers import callers_of
from flake8_atomic.analysis.facts.conditions import asked_after, shown_missing
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Pragma
from flake8_atomic.analysis.sqlite.connections import behind
from flake8_atomic.analysis.sqlite.pragmas import WEAK

_DATABASE = frozenset({"db", "database", "sqlite"})


def is_new(pragma: Pragma, file: File) -> bool:
    """Was every database that it may be set for asked after before, and not found?"""
    connects = [found.connect for found in behind(pragma.connection, file.values)]
    if not connects:
        return is_set_until_filled(pragma, file)
    return all(found_missing(file, connect, connect.path) for connect in connects)


def is_set_until_filled(pragma: Pragma, file: File) -> bool:
    """Is it put back by the same function, which all call only where they found no database?"""
    later = (other for called, other in file.databases.reached(pragma.scope) if called.place.order > pragma.place.order)
    if not any(other.name == pragma.name and other.value not in WEAK[pragma.name] | {None} for other in later):
        return False
    callers = callers_of(file, pragma.scope) if pragma.scope.function is not None else []
    return bool(callers) and all(_found_no_database(call, file) for call in callers)


def _found_no_database(call: Term, file: File) -> bool:
    asked = {
        id(node): False
        for node, place in flow_of(call.scope).calls
        if called_as(node) in ASKERS and place.order < call.place.order
        if any(not _DATABASE.isdisjoint(split_words(spelled(path))) for path in asked_after(node))
    }
    assert isinstance(call.node, ast.Call)
    return shown_missing(file, Event(call.node, call.scope, call.place), asked)
