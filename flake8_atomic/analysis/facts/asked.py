"""Is a file only written where it was asked for, here or by the callers, and found missing?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import handlers_of
from flake8_atomic.analysis.code.names import Bound, Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.callers import callers_of
from flake8_atomic.analysis.facts.conditions import asked_after, shown_missing
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Read
from flake8_atomic.analysis.paths.paths import Key

ASKERS = frozenset({"exists", "lexists", "isfile", "isdir", "is_file", "is_dir"})
LISTERS = frozenset({"listdir", "scandir", "iterdir"})
_FILE_ERRORS = frozenset({"OSError", "IOError", "EnvironmentError", "FileNotFoundError"})
_ASKING = frozenset({"exists", "exist", "lexists", "cached", "downloaded", "installed", "present"})
_DENYING = frozenset({"not", "no", "non", "un"})


def found_missing(file: File, event: Event, path: Term, depth: int = 1) -> bool:
    """Is this only reached where the file is not there, as it was asked here or by all who call the function?"""
    key = file.paths.key(path)
    if shown_missing(file, event, dict.fromkeys(asking(file, event, path, key), False)) or missed(file, event, key):
        return True
    return depth > 0 and _only_called_so(file, path, depth - 1)


def finds_none(file: File, event: Event, keys: set[Key]) -> bool:
    """Is it only reached where one of these files was found missing, or a folder missing or empty?"""
    asked = {
        id(node): False
        for node, place in flow_of(event.scope).calls
        if called_as(node) in ASKERS | LISTERS and place.order < event.place.order
        if any(file.paths.key(Term(path, event.scope, place)) in keys for path in asked_after(node))
    }
    return shown_missing(file, event, asked)


def missed(file: File, event: Event, key: Key) -> bool:
    """Is this only reached where a try has read the file, and not found it?"""
    return any(_is_missing(file, event, failed, key) for failed in event.place.block.failed())


def made_where_missing(file: File, opened: Open) -> bool:
    """Is it opened for writing where a try could not open it to be changed, so that there is nothing to be lost?"""
    failed = {node for node in opened.place.block.failed() if _only_opens(node)}
    key = file.paths.key(opened.path)
    tried = file.trace(opened.scope).opens if failed else []
    return any(
        other.edits and file.paths.key(other.path) == key and not failed.isdisjoint(other.place.block.tried())
        for other in tried
    )


def _only_opens(node: ast.AST) -> bool:
    """Is it a try of one statement, for the errors of a file?"""
    kinds = [handler.type for handler in handlers_of(node)]
    alone = isinstance(node, ast.Try) and len(node.body) == 1 and isinstance(node.body[0], (ast.Assign, ast.Return))
    return alone and all(kind is not None and ast.unparse(kind) in _FILE_ERRORS for kind in kinds)


def asking(file: File, event: Event, path: Term, key: Key) -> Iterator[int]:
    """The calls that ask for the file."""
    for read in file.trace(event.scope).of(Read):
        if read.asks and (file.paths.key(read.path) == key or _is_looped(file, read, path)):
            yield id(read.call)
    for node, place in flow_of(event.scope).calls:
        words = set(split_words(called_as(node)))
        if words & _ASKING and not words & _DENYING:
            if any(file.paths.key(Term(arg, event.scope, place)) == key for arg in node.args):
                yield id(node)


def _is_looped(file: File, asked: Read, path: Term) -> bool:
    """`while exists(path): path = …` asks for what it has bound itself, which is not followed around a loop."""
    looped = isinstance(file.parents.statement(asked.call), ast.While)
    return looped and ast.dump(asked.path.node) == ast.dump(path.node)


def _is_missing(file: File, event: Event, node: ast.AST, key: Key) -> bool:
    """Is it a try that reads the file and has not found it?"""
    handled = [handler.type for handler in handlers_of(node)]
    if [kind and ast.unparse(kind) for kind in handled] != ["FileNotFoundError"]:
        return False
    return any(node in read.place.block.tried() for read in file.reads(event.scope, key))


def _only_called_so(file: File, path: Term, depth: int) -> bool:
    """Is the function told the path, by callers of this file who have all found it missing?"""
    origins = file.values.origins(path)
    bound = origins[0].bound if len(origins) == 1 and origins[0].how == "parameter" else None
    calls = callers_of(file, bound.scope) if bound is not None else []
    return bool(calls) and all(_has_found_missing(file, call, bound, depth) for call in calls if bound is not None)


def _has_found_missing(file: File, call: Term, bound: Bound, depth: int) -> bool:
    assert isinstance(call.node, ast.Call)
    given = given_for(call, bound)
    return bool(given) and found_missing(file, Event(call.node, call.scope, call.place), call.at(given[0]), depth)
