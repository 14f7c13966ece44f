"""Folders that have just been made as new ones, in which nothing can lie yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.paths import DEEP, Key, base_of

_MAKERS = frozenset({"os.mkdir", "os.makedirs"})


def lies_in_new_folder(file: File, event: Event, path: Term) -> bool:
    """Was a folder that it lies in made before, by a call that fails where the folder is there already?"""
    above, kept = file.paths.keys_above(path) - {file.paths.key(path)}, set(_kept_folders(file, path))
    for node, place in flow_of(event.scope).calls:
        if place.precedes(event.place):
            call = Term(node, event.scope, place)
            if not above.isdisjoint(_made(file, call)) or not kept.isdisjoint(_made_within(file, call) if kept else ()):
                return True
    return False


def _kept_folders(file: File, path: Term) -> Iterator[Key]:
    """The folders that it lies in, as another method has told the object."""
    terms = [path]
    for term in islice(terms, DEEP):
        for origin in file.values.origins(term):
            if origin.how == "expression" and origin.term.scope is not path.scope:
                yield file.paths.key(origin.term)
            elif origin.how == "expression" and (base := base_of(origin.term)) is not None:
                terms.append(base)


def _made_within(file: File, call: Term, depth: int = 2) -> Iterator[Key]:
    """The folders that a function of the file makes as new ones."""
    assert isinstance(call.node, ast.Call)
    callee = definition(call.at(call.node.func)) if depth else None
    if callee is None:
        return
    for node, place in flow_of(callee).calls:
        inner = Term(node, callee, place)
        yield from _made(file, inner)
        yield from _made_within(file, inner, depth - 1)


def _made(file: File, call: Term) -> Iterator[Key]:
    """The folder that a call makes as a new one."""
    node = call.node
    assert isinstance(node, ast.Call)
    if len(node.args) > 2 or any(map(_may_be_there, node.keywords)):
        return
    if dotted(call.at(node.func)) in _MAKERS and node.args:
        yield file.paths.key(call.at(node.args[0]))
    elif called_as(node) == "mkdir" and isinstance(node.func, ast.Attribute):
        yield file.paths.key(call.at(node.func.value))


def _may_be_there(keyword: ast.keyword) -> bool:
    """`exist_ok=False` says what is so without it."""
    never = isinstance(keyword.value, ast.Constant) and keyword.value.value is False
    return keyword.arg is None or (keyword.arg == "exist_ok" and not never)
