"""Turns the calls of one scope into what they do to files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Copy, Edit, Event, Open, Read, Remove, Rename, Save, Use, Whole
from flake8_atomic.analysis.flow import Called
from flake8_atomic.analysis.handles import Handles
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.openings import argument
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

E = TypeVar("E", bound=Event)


class Trace:
    """The file events of one scope, in order."""

    def __init__(self, scope: Scope, handles: Handles) -> None:
        self.scope = scope
        self._handles = handles

    @cached_property
    def events(self) -> list[Event]:
        """Everything but the uses of handles."""
        return [event for called in flow_of(self.scope).calls for event in self._read(called)]

    @cached_property
    def opens(self) -> list[Open]:
        """The files opened here."""
        return list({id(event): event for event in self.events if isinstance(event, Open)}.values())

    @cached_property
    def uses(self) -> list[Use]:
        """What is done here with handles, opened here or elsewhere in the class."""
        calls = flow_of(self.scope).calls
        return [use for called in calls for use in self._handles.used_by(Term(called.node, self.scope, called.place))]

    @cached_property
    def publishing(self) -> list[Called]:
        """The calls of functions that say by their name that they put a file in its place."""
        found = []
        for called in flow_of(self.scope).calls:
            func = called.node.func
            name = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
            if len(called.node.args) > 1 and not lexicon.PUBLISHING.isdisjoint(split_words(name)):
                found.append(called)
        return found

    @cached_property
    def compared(self) -> frozenset[str]:
        """The names and attributes that are compared with something else than a constant."""
        found: set[str] = set()
        for node in ast.walk(self.scope.node):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                sides = [node.left, *node.comparators]
                if not any(isinstance(side, ast.Constant) for side in sides):
                    found.update(ast.dump(side) for side in sides if isinstance(side, (ast.Name, ast.Attribute)))
            elif isinstance(node, ast.Attribute) and node.attr == "cmp":
                found.add("filecmp")
        return frozenset(found)

    def of(self, kind: type[E]) -> Iterator[E]:
        """The events of one kind."""
        return (event for event in self.events if isinstance(event, kind))

    def _read(self, called: Called) -> Iterator[Event]:
        node, place = called
        term = Term(node, self.scope, place)
        func = node.func
        called_as = func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "getattr")
        if called_as not in self._handles.telling:
            return
        name = dotted(term.at(func))
        opened = self._handles.open_at(term, name)
        if opened is not None:
            yield opened
            return
        if name is not None and name in _NAMED:
            yield from _NAMED[name](term, node, name)
        elif isinstance(func, ast.Attribute) and (read := _METHODS.get(func.attr)) is not None:
            yield from read(term, node, name)


def _whole(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    function = node.func.attr if isinstance(node.func, ast.Attribute) else (name or "").rpartition(".")[2]
    if name is not None and name.rpartition(".")[0] in v.PATH_TYPES:
        if len(node.args) > 1:
            yield Whole(node, term.scope, term.place, term.at(node.args[0]), function, tuple(node.args[1:2]))
    elif isinstance(node.func, ast.Attribute):
        data = node.args[:1] or [keyword.value for keyword in node.keywords if keyword.arg == "data"]
        yield Whole(node, term.scope, term.place, term.at(node.func.value), function, tuple(data))


def _save(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    where = v.SAVERS.get(name or "")
    path = argument(node, where) if where else None
    if where is None and isinstance(node.func, ast.Attribute) and node.func.attr in v.SAVER_METHODS:
        path = argument(node, v.Argument(0, v.SAVER_METHODS[node.func.attr]))
    if path is not None:
        function = name if where and name else f".{node.func.attr}" if isinstance(node.func, ast.Attribute) else ""
        yield Save(node, term.scope, term.place, term.at(path), function)


def _tree(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    """`ElementTree(root).write(path)`: most objects with a `write` are no trees."""
    receiver = node.func.value if isinstance(node.func, ast.Attribute) else None
    path = argument(node, v.Argument(0, "file_or_filename"))
    if receiver is not None and path is not None and name is None:
        yield Save(node, term.scope, term.place, term.at(path), "tree", term.at(receiver))


def _copy(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    source, target = (argument(node, where) for where in v.COPIES[name or ""])
    if source is not None and target is not None:
        yield Copy(node, term.scope, term.place, term.at(source), term.at(target), name or "")


def _rename(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    if name is not None and name in v.RENAMES:
        source, target = (argument(node, where) for where in v.RENAMES[name])
    elif isinstance(node.func, ast.Attribute) and len(node.args) == 1 and not node.keywords:
        source, target = node.func.value, node.args[0]
    else:
        return
    if source is not None and target is not None:
        yield Rename(node, term.scope, term.place, term.at(source), term.at(target), name or "rename")


def _edit(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    inplace = argument(node, v.EDITS[name or ""])
    if isinstance(inplace, ast.Constant) and inplace.value:
        path = argument(node, v.Argument(0, "files"))
        yield Edit(node, term.scope, term.place, term.at(path) if path is not None else None)


def _remove(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    path = argument(node, v.REMOVERS[name]) if name in v.REMOVERS else None
    if path is None and isinstance(node.func, ast.Attribute) and name not in v.REMOVERS:
        path = node.func.value
    if path is not None:
        yield Remove(node, term.scope, term.place, term.at(path))


def _reads(term: Term, node: ast.Call, name: str | None) -> Iterator[Event]:
    attribute = node.func.attr if isinstance(node.func, ast.Attribute) else ""
    where = v.READERS.get(name or "") or v.ASKERS.get(name or "")
    path = argument(node, where) if where else node.func.value if isinstance(node.func, ast.Attribute) else None
    if path is not None:
        asks = name in v.ASKERS or (where is None and attribute in v.ASKER_METHODS)
        yield Read(node, term.scope, term.place, term.at(path), asks)


_NAMED = (
    dict.fromkeys(v.SAVERS, _save)
    | dict.fromkeys(v.COPIES, _copy)
    | dict.fromkeys(v.RENAMES, _rename)
    | dict.fromkeys(v.EDITS, _edit)
    | dict.fromkeys(v.READERS, _reads)
    | dict.fromkeys(v.ASKERS, _reads)
    | dict.fromkeys(v.REMOVERS, _remove)
)
_METHODS = (
    dict.fromkeys(v.WHOLE_WRITES, _whole)
    | dict.fromkeys(v.SAVER_METHODS, _save)
    | dict.fromkeys(v.RENAME_METHODS, _rename)
    | {"write": _tree, "unlink": _remove}
    | dict.fromkeys(v.READER_METHODS | v.ASKER_METHODS, _reads)
)
TELLING = (
    frozenset(name.rpartition(".")[2] for table in (v.OPENERS, _NAMED) for name in table)
    | frozenset(_METHODS)
    | {"fdopen", "getattr"}
)
"""The last names of all calls that may be an event."""
