"""Turns the calls of one scope into what they do to files."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Atomic, Copy, Edit, Event, Open, Read, Remove, Rename, Save, Use, Whole
from flake8_atomic.analysis.flow import Called
from flake8_atomic.analysis.handles import Handles
from flake8_atomic.analysis.names import Term, called_as, dotted
from flake8_atomic.analysis.openings import argument
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.shell import removed_by
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
            words = split_words(called_as(called.node))
            # `atomic_write(path, data)` and `atomic_open(path, "wb")` take a path and something else.
            if (
                len(called.node.args) > 1
                and lexicon.PUBLISHING.intersection(words)
                and not {"open", "write"} & set(words)
            ):
                found.append(called)
        return found

    @cached_property
    def compared(self) -> frozenset[str]:
        """The names and attributes that are compared with something else than a constant."""
        found: set[str] = set()
        for node in ast.walk(self.scope.node):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                sides = [_bare(side) for side in (node.left, *node.comparators)]
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
        # A call of what a call returned has no name: it may be `getattr(os, "replace")(…)`.
        if (called_as(node) or "getattr") not in self._handles.telling:
            return
        name = dotted(term.at(func))
        opened = self._handles.open_at(term, name)
        if opened is not None:
            yield opened
            return
        if (function := (name or called_as(node)).rpartition(".")[2]) in v.ATOMIC_WRITES:
            yield from _atomic(term, node, function)
        elif name is not None and name in _NAMED:
            yield from _NAMED[name](term, node, name)
        elif isinstance(func, ast.Attribute) and (read := _METHODS.get(func.attr)) is not None:
            yield from read(term, node, func, name)


def _bare(side: ast.expr) -> ast.expr:
    """`text.encode()` is compared for the text, `call(…)` for itself."""
    func = side.func if isinstance(side, ast.Call) else None
    return func.value if isinstance(func, ast.Attribute) and func.attr in ("encode", "strip") else side


def _whole(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    if name is not None and name.rpartition(".")[0] in v.PATH_TYPES:
        if len(node.args) > 1:
            yield Whole(node, term.scope, term.place, term.at(node.args[0]), func.attr, tuple(node.args[1:2]))
        return
    data = node.args[:1] or [keyword.value for keyword in node.keywords if keyword.arg == "data"]
    yield Whole(node, term.scope, term.place, term.at(func.value), func.attr, tuple(data))


def _hand_over(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    """`asyncio.to_thread(path.write_text, data)`, and what else calls a function that it is given."""
    at = v.HANDED[name.rpartition(".")[2]]
    func, data = node.args[at : at + 1], node.args[at + 1 : at + 2]
    if data and isinstance(func[0], ast.Attribute) and func[0].attr in v.WHOLE_WRITES:
        yield Whole(node, term.scope, term.place, term.at(func[0].value), func[0].attr, tuple(data), at + 1)


def _hand_over_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    return _hand_over(term, node, func.attr)


def _atomic(term: Term, node: ast.Call, function: str) -> Iterator[Event]:
    path = argument(node, v.Argument(0, "path"))
    if path is not None:
        data = argument(node, v.Argument(1, "obj" if function.endswith("json") else "data"))
        given = (data,) if data is not None and function != "atomic_open" else ()
        yield Atomic(node, term.scope, term.place, term.at(path), function, given)


def _save(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.SAVERS[name])
    if path is not None:
        yield Save(node, term.scope, term.place, term.at(path), name)


def _save_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    path = argument(node, v.Argument(0, v.SAVER_METHODS[func.attr]))
    if path is not None:
        yield Save(node, term.scope, term.place, term.at(path), f".{func.attr}")


def _tree(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    """`ElementTree(root).write(path)`: most objects with a `write` are no trees."""
    path = argument(node, v.Argument(0, "file_or_filename"))
    if path is not None and name is None:
        yield Save(node, term.scope, term.place, term.at(path), "tree", term.at(func.value))


def _copy(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    source, target = (argument(node, where) for where in v.COPIES[name])
    if source is not None and target is not None:
        yield Copy(node, term.scope, term.place, term.at(source), term.at(target), name)


def _rename(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    source, target = (argument(node, where) for where in v.RENAMES[name])
    if source is not None and target is not None:
        yield Rename(node, term.scope, term.place, term.at(source), term.at(target), name)


def _rename_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    """`path.replace(target)`; `text.replace(old, new)` is none."""
    if len(node.args) == 1 and not node.keywords:
        yield Rename(node, term.scope, term.place, term.at(func.value), term.at(node.args[0]), func.attr)


def _edit(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    inplace = argument(node, v.EDITS[name])
    if isinstance(inplace, ast.Constant) and inplace.value:
        path = argument(node, v.Argument(0, "files"))
        yield Edit(node, term.scope, term.place, term.at(path) if path is not None else None)


def _remove(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.REMOVERS[name])
    if path is not None:
        yield Remove(node, term.scope, term.place, term.at(path))


def _remove_by_command(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    command = argument(node, v.COMMANDS[name])
    for path in removed_by(command) if command is not None else ():
        yield Remove(node, term.scope, term.place, term.at(path))


def _remove_itself(term: Term, node: ast.Call, func: ast.Attribute, name: str | None) -> Iterator[Event]:
    if name is None:
        yield Remove(node, term.scope, term.place, term.at(func.value))


def _reads(term: Term, node: ast.Call, name: str) -> Iterator[Event]:
    path = argument(node, v.READERS.get(name) or v.ASKERS[name])
    if path is not None:
        yield Read(node, term.scope, term.place, term.at(path), name in v.ASKERS)


def _reads_itself(term: Term, node: ast.Call, func: ast.Attribute, _: str | None) -> Iterator[Event]:
    yield Read(node, term.scope, term.place, term.at(func.value), func.attr in v.ASKER_METHODS)


_NAMED = (
    dict.fromkeys(v.SAVERS, _save)
    | dict.fromkeys(v.COPIES, _copy)
    | dict.fromkeys(v.RENAMES, _rename)
    | dict.fromkeys(v.EDITS, _edit)
    | dict.fromkeys(v.READERS, _reads)
    | dict.fromkeys(v.ASKERS, _reads)
    | dict.fromkeys(v.REMOVERS, _remove)
    | dict.fromkeys(v.COMMANDS, _remove_by_command)
    | dict.fromkeys(v.HANDED_TO, _hand_over)
)
_METHODS = (
    dict.fromkeys(v.WHOLE_WRITES, _whole)
    | dict.fromkeys(v.SAVER_METHODS, _save_itself)
    | dict.fromkeys(v.RENAME_METHODS, _rename_itself)
    | {"write": _tree, "unlink": _remove_itself}
    | dict.fromkeys(v.HANDED, _hand_over_itself)
    | dict.fromkeys(v.READER_METHODS | v.ASKER_METHODS, _reads_itself)
)
TELLING = (
    frozenset(name.rpartition(".")[2] for table in (v.OPENERS, v.BIRTHS, _NAMED) for name in table)
    | frozenset(_METHODS)
    | v.ATOMIC_WRITES
    | {"fdopen", "getattr"}
)
"""The last names of all calls that may be an event."""
