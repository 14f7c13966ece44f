"""Files of which one was found missing before they are made: there is no old pair that they could be mixed with."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.asked import asking
from flake8_atomic.analysis.callers import callers_of
from flake8_atomic.analysis.conditions import shown_missing
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.values import given_for


def one_found_missing(file: File, event: Event, paths: list[Term]) -> bool:
    """Is this only reached where one of these files was found missing, here or by all who call the function?"""
    keys = [(path, file.paths.key(path)) for path in paths]
    if shown_missing(file, event, {asked for path, key in keys for asked in asking(file, event, path, key)}):
        return True
    calls = callers_of(file, event.scope)
    return bool(calls) and all(_has_found_one(file, call, paths) for call in calls)


def _has_found_one(file: File, call: Term, paths: list[Term]) -> bool:
    assert isinstance(call.node, ast.Call)
    there = Event(call.node, call.scope, call.place)
    asked: set[int] = set()
    for path in paths:
        told = [origin.bound for origin in file.values.origins(path) if origin.how == "parameter" and origin.bound]
        given = [call.at(node) for bound in told for node in given_for(call, bound)] if told else [path]
        asked.update(found for each in given for found in asking(file, there, each, file.paths.key(each)))
    return shown_missing(file, there, asked)
