"""Is a file called by lot, and its name told only when it is whole?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.drawn import made_of
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.survey import flow_of

_LOTS = ("uuid", "secrets", "random")
# Who lists the folder finds a torn file too.
_LISTS = ("glob(", "iterdir(", "listdir(", "scandir(", "walk(")


def handed_out_when_whole(file: File, event: Event, path: Term) -> bool:
    """Does the function draw a fresh name, return the path, and nothing in the file list folders?"""
    if not any(lot in file.source.imports for lot in _LOTS):
        return False
    if not (_is_drawn(file, path) and _is_returned(file, event, path)):
        return False
    return not any(word in file.source.text for word in _LISTS)


def _is_drawn(file: File, path: Term) -> bool:
    """Is part of the path a number that this function draws?"""
    return any(_draws(part) for part in made_of(file, path) if part.scope is path.scope)


def _draws(part: Term) -> bool:
    return isinstance(part.node, ast.Call) and (dotted(part.at(part.node.func)) or "").partition(".")[0] in _LOTS


def _is_returned(file: File, event: Event, path: Term) -> bool:
    key = file.paths.key(path)
    return any(
        file.paths.key(Term(part, event.scope, place)) == key
        for value, place in flow_of(event.scope).returns
        if place.order > event.place.order
        for part in ast.walk(value)
        if isinstance(part, (ast.Name, ast.Attribute))
    )
