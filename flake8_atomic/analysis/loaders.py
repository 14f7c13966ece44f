"""Files that one other function reads: by the same path, or by the same names in another folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.events import Open, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, visible
from flake8_atomic.analysis.readback import read_elsewhere
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.wording import function_words

_DEEP = 3
_SHORT = 3
# Where somebody reads both to make something else, one may be of another day.
_READING = lexicon.READING - {"is", "has", "file"} | {"init", "resume"}
_MARKS = frozenset("%{} \n")


def by_loader(file: File, run: Sequence[Saved]) -> Iterator[list[Saved]]:
    """Files that one other function reads."""
    readers: dict[int, list[Saved]] = {}
    for one in run:
        read = read_elsewhere(file, one.event, one.path)
        if read is not None and read.scope is not one.event.scope:
            readers.setdefault(id(read.scope), []).append(one)
    yield from readers.values()
    yield from _by_names(file, run)


def _by_names(file: File, run: Sequence[Saved]) -> Iterator[list[Saved]]:
    """`folder / "model.bin"` and `folder / "config.json"` are what a loader finds in the folder that it is told."""
    names = [set(_names(one.path, _DEEP)) for one in run]
    own = [mine - {name for other in names if other is not mine for name in other} for mine in names]
    if sum(map(bool, own)) < 2:
        return
    writers = [one.event.scope for one in run]
    lines = (line for mine in own for name in sorted(mine) for line in file.text_of.lines(file.top, name, whole=True))
    for scope in dict.fromkeys(map(file.top.at_line, lines)):
        if scope not in writers and not _READING.isdisjoint(function_words(scope)):
            read = _read_in(file, scope)
            yield [one for one, mine in zip(run, own, strict=True) if mine & read]


def _read_in(file: File, scope: Scope) -> set[str]:
    """The names of what a function reads."""
    paths = (
        event.path
        for event in file.trace(scope).events
        if (isinstance(event, Read) and not event.asks) or (isinstance(event, Open) and event.reads)
    )
    return {name for path in paths for name in _names(path, _DEEP)}


def _names(path: Term, depth: int) -> Iterator[str]:
    """The file names, and the constants and attributes that hold them, of which a path is made."""
    called = {id(node.func) for node in ast.walk(path.node) if isinstance(node, ast.Call)}
    for node in ast.walk(path.node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.rpartition("/")[2]
            if len(name) > _SHORT and _MARKS.isdisjoint(name):
                yield name
        elif isinstance(node, ast.Attribute) and id(node) not in called:
            yield node.attr
        elif isinstance(node, ast.Name) and id(node) not in called:
            yield from _named(path.at(node), depth)


def _named(term: Term, depth: int) -> Iterator[str]:
    assert isinstance(term.node, ast.Name)
    for bound in visible(term.node.id, term):
        if bound.scope.function is None:
            yield term.node.id
        elif depth and bound.binding.how == "value" and bound.binding.value is not None:
            yield from _names(bound.term(bound.binding.value), depth - 1)
