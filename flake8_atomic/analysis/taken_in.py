"""Where a file is read: by a function itself, or by another that it tells to read it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import Term, called_as, definition
from flake8_atomic.analysis.path_names import names_of
from flake8_atomic.analysis.readback import partners, readers
from flake8_atomic.analysis.saved_objects import is_read
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

# `load_table(folder / "rows.csv")` reads, whichever library it is from.
_TOLD_TO_READ = frozenset({"load", "loadtxt", "open", "parse", "read", "restore"})
_UNKNOWN = ("unknown", "deep", "made", "expression")


class Taken(NamedTuple):
    """A call that takes in what is in a file, and how it calls the file."""

    call: ast.Call
    scope: Scope
    place: Place
    path: Term


def taken_in(file: File, scope: Scope) -> Iterator[Taken]:
    """The files that a function reads, or tells another to read."""
    events = file.trace(scope).events
    yield from map(_taken, filter(is_read, events))
    # `open(path, "w")` reads nothing, and `loads(path.read_text())` no second time.
    known = {id(event.call) for event in events}
    for node, place in flow_of(scope).calls:
        if known.isdisjoint(map(id, ast.walk(node))):
            told = not _TOLD_TO_READ.isdisjoint(split_words(called_as(node)))
            if told or _is_reader(file, Term(node.func, scope, place)):
                yield from (Taken(node, scope, place, Term(arg, scope, place)) for arg in node.args)


def _taken(read: Event) -> Taken:
    assert is_read(read)
    return Taken(read.call, read.scope, read.place, read.path)


def _is_reader(file: File, function: Term) -> bool:
    """Is it a function of this file that reads something?"""
    called = definition(function)
    return called is not None and any(map(is_read, file.trace(called).events))


def where_taken(file: File, one: Saved, names: set[str], saver: Scope) -> list[Taken]:
    """Where a file is read: by its path, by its name in another folder, or by the partner of its saver."""
    key = file.paths.key(one.path)
    known = isinstance(key, tuple) and key[0] not in _UNKNOWN
    write = Event(one.call, one.path.scope, one.place)
    found = [_taken(read) for read in (readers(file, write, one.path) if known else ())]
    names = names | {scope.name for scope in _speaking_of(file, names) if _tells(scope, names)}
    for scope in _speaking_of(file, names):
        found += [each for each in taken_in(file, scope) if names & {*names_of(each.path), *_called_in(each.path)}]
    for partner in partners(saver) if isinstance(one.path.node, ast.Name) else ():
        found += [each for each in taken_in(file, partner) if ast.dump(each.path.node) == ast.dump(one.path.node)]
    return list({id(each.call): each for each in found}.values())


def _speaking_of(file: File, names: set[str]) -> list[Scope]:
    """The functions whose text holds one of these names."""
    lines = (line for name in sorted(names) for line in file.text_of.lines(file.top, name, whole=True))
    return list(dict.fromkeys(map(file.top.at_line, lines)))


def _tells(scope: Scope, names: set[str]) -> bool:
    """Does a method or a property return a path of such a name?"""
    returns = flow_of(scope).returns if scope.function is not None else ()
    return any(names & set(names_of(Term(value, scope, place))) for value, place in returns)


def _called_in(path: Term) -> Iterator[str]:
    return (called_as(node) for node in ast.walk(path.node) if isinstance(node, ast.Call))
