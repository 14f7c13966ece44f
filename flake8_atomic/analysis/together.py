"""Which files, saved one after another in one function, belong together, and what says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import Term, visible
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.readback import read_elsewhere
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.wording import wording_of

_COMPANIONS = frozenset({
    "index", "idx", "manifest", "checksum", "checksums", "digest", "sha256", "md5", "meta", "metadata", "signature",
    "sig", "toc", "catalog", "header",
})  # fmt: skip


class Saved(NamedTuple):
    """One file that is written, where, and what goes into it."""

    event: Event
    place: Place
    call: ast.Call
    path: Term
    key: Key
    data: tuple[Term, ...]


def chains(saved: Sequence[Saved]) -> list[Saved]:
    """Those that are always written one after another, each file once."""
    found: list[Saved] = []
    for one in sorted(saved, key=lambda one: one.place.order):
        if all(other.place.precedes(one.place) for other in found) and one.key not in [other.key for other in found]:
            found.append(one)
    return found


def belonging(file: File, saved: Sequence[Saved]) -> tuple[list[Saved], str] | None:
    """Those that belong together, and why; None where nothing says so."""
    for why, groups in (
        ("the fields of one object", _by_object(saved)),
        ("the function that reads them all", _by_loader(file, saved)),
        ("a file about the other", _by_companion(file, saved)),
    ):
        for group in groups:
            if len(group) > 1:
                return group, why
    return None


def _by_object(saved: Sequence[Saved]) -> Iterator[list[Saved]]:
    """`json.dump(self.messages, f)` and `json.dump(self.state, g)` save parts of one object."""
    fields = [set(_fields(one)) for one in saved]
    for owner in dict.fromkeys(owner for found in fields for owner, _ in sorted(found)):
        group: list[Saved] = []
        seen: set[str] = set()
        for one, found in zip(saved, fields, strict=True):
            names = {name for holder, name in found if holder == owner}
            if names - seen:
                group.append(one)
                seen |= names
        yield group


def _fields(saved: Saved) -> Iterator[tuple[str, str]]:
    for term in saved.data:
        called = {id(node.func) for node in ast.walk(term.node) if isinstance(node, ast.Call)}
        for node in ast.walk(term.node):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node) not in called:
                if _is_object(term.at(node.value)):
                    yield node.value.id, node.attr


def _is_object(term: Term) -> bool:
    """Is it what a function is given, or made itself, and no module or class?"""
    assert isinstance(term.node, ast.Name)
    bounds = visible(term.node.id, term)
    return bool(bounds) and bounds[0].binding.how in ("parameter", "value")


def _by_loader(file: File, saved: Sequence[Saved]) -> Iterator[list[Saved]]:
    """Files that one other function reads."""
    readers: dict[int, list[Saved]] = {}
    for one in saved:
        read = read_elsewhere(file, one.event, one.path)
        if read is not None and read.scope is not one.event.scope:
            readers.setdefault(id(read.scope), []).append(one)
    yield from readers.values()


def _by_companion(file: File, saved: Sequence[Saved]) -> Iterator[list[Saved]]:
    """Data, and in the same folder or under the same stem its index, manifest or checksum."""
    about = [bool(wording_of(one.path, file.values).tail & _COMPANIONS) for one in saved]
    for one, is_about in zip(saved, about, strict=True):
        if is_about:
            yield [
                other
                for other, also in zip(saved, about, strict=True)
                if other is one or (not also and _beside(one.key, other.key))
            ]


def _beside(one: Key, other: Key) -> bool:
    """Are they in one folder, or is one named after the other?"""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return False
    return len(one) > 2 and len(other) > 2 and one[:2] == other[:2] and one[0] in ("join", "text")


def callers_in_class(file: File, scope: Scope) -> list[Scope]:
    """The methods of the same class that call this one."""
    if scope.owner is None or scope.owner is not scope.parent:
        return []
    callers = dict.fromkeys(call.scope for call in file.values.calls_of(scope))
    return [caller for caller in callers if caller.owner is scope.owner and caller is not scope]
