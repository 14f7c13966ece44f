"""Where a file is read: by a function itself, or by another that it tells to read it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple, TypeGuard

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.facts.asked import LISTERS
from flake8_atomic.analysis.facts.readback import readers
from flake8_atomic.analysis.facts.speakers import partners
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Event, Open, Read
from flake8_atomic.analysis.paths.path_names import names_of, own_of, variables

# `load_table(folder / "rows.csv")` reads, whichever library it is from.
_TOLD_TO_READ = frozenset({"load", "loadtxt", "open", "parse", "read", "restore"})
_LISTERS = LISTERS | {"glob", "iglob", "rglob", "walk"}
_LOADING = lexicon.READING - {"is", "has", "file"} | {"init", "resume"}
_NO_PATHS = (ast.Compare, ast.Constant, ast.Dict, ast.DictComp, ast.List, ast.ListComp, ast.UnaryOp)
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
        if known.isdisjoint(map(id, parts_of(node))):
            told = not _TOLD_TO_READ.isdisjoint(split_words(called_as(node)))
            if told or _is_reader(file, Term(node.func, scope, place)):
                yield from (Taken(node, scope, place, Term(arg, scope, place)) for arg in node.args)


def is_read(event: Event) -> TypeGuard[Read | Open]:
    """Does it take what is in a file, rather than ask whether there is one?"""
    return (isinstance(event, Read) and not event.asks) or (isinstance(event, Open) and event.reads)


def _taken(read: Event) -> Taken:
    assert is_read(read)
    return Taken(read.call, read.scope, read.place, read.path)


def _is_reader(file: File, function: Term) -> bool:
    """Is it a function of this file that reads something?"""
    called = definition(function)
    return called is not None and any(map(is_read, file.trace(called).events))


def every_taken(
    file: File, group: Sequence[Saved], saver: Scope, asked: Callable[[Scope], bool] = bool
) -> list[list[Taken]]:
    """Where each of these files is read: in the functions that are asked about, for each is read as a whole."""

    @cache
    def taken(scope: Scope) -> list[Taken]:
        return list(taken_in(file, scope)) if asked(scope) else []

    names = own_of([{name for path in (one.path, one.event.path) for name in names_of(path)} for one in group])
    called = own_of([variables(one.path) for one in group])
    return [list(_where_taken(file, one, saver, taken, *own)) for one, *own in zip(group, names, called, strict=True)]


def read_again(file: File, group: Sequence[Saved], saver: Scope) -> int:
    """How many of these files does this source file read: in another function, or before it writes them?"""
    return sum(map(bool, _readers(file, group, saver)))


def loaded_again(file: File, group: Sequence[Saved], saver: Scope) -> int:
    """How many of them do loaders of its class or module read, or find in their folder beside one that they read?"""

    def asked(scope: Scope) -> bool:
        return scope.parent is saver.parent and loads(scope)

    every = [list(filter(asked, scopes)) for scopes in _readers(file, group, saver, asked)]
    if any(_lists(scope) for scopes in every for scope in scopes):
        return len(group)
    return sum(map(bool, every))


def _readers(
    file: File, group: Sequence[Saved], saver: Scope, asked: Callable[[Scope], bool] = bool
) -> list[list[Scope]]:
    first = group[0].place.order
    return [
        [each.scope for each in taken if each.scope is not saver or each.place.order < first]
        for taken in every_taken(file, group, saver, asked)
    ]


def loads(scope: Scope) -> bool:
    """Does it say that it reads? Where somebody reads both to make something else, one may be of another day."""
    return not _LOADING.isdisjoint(function_words(scope))


def _lists(scope: Scope) -> bool:
    """Does it look for files in a folder, whatever they are called?"""
    return any(called_as(node) in _LISTERS for node, _ in flow_of(scope).calls)


def _where_taken(
    file: File, one: Saved, saver: Scope, taken: Callable[[Scope], list[Taken]], names: set[str], called: set[str]
) -> Iterable[Taken]:
    """Where a file is read: by its path, by its name in another folder, or by the partner of its saver."""
    key = file.paths.key(one.path)
    known = isinstance(key, tuple) and key[0] not in _UNKNOWN
    write = Event(one.call, one.path.scope, one.place)
    found = [_taken(read) for read in (readers(file, write, one.path) if known else ())]
    names = names | {scope.name for scope in _speaking_of(file, names) if _tells(scope, names)}
    for scope in _speaking_of(file, names):
        found += [each for each in taken(scope) if names & _called_by(each.path)]
    for partner in partners(saver) if called else ():
        found += [each for each in taken(partner) if called & variables(each.path)]
    return {id(each.call): each for each in found}.values()


def _speaking_of(file: File, names: set[str]) -> list[Scope]:
    """The functions whose text holds one of these names."""
    lines = (line for name in sorted(names) for line in file.text_of.lines(file.top, name, whole=True))
    return list(dict.fromkeys(map(file.top.at_line, lines)))


def _tells(scope: Scope, names: set[str]) -> bool:
    """Does a method or a property return a path of such a name?"""
    returns = flow_of(scope).returns if scope.function is not None else ()
    paths = (Term(value, scope, place) for value, place in returns if not isinstance(value, _NO_PATHS))
    return any(not names.isdisjoint(names_of(path, 1)) for path in paths)


def _called_by(path: Term) -> set[str]:
    """The names in a path, and those of the functions that give it and of what the function is told."""
    return {
        *names_of(path),
        *variables(path),
        *(called_as(node) for node in ast.walk(path.node) if isinstance(node, ast.Call)),
    }
