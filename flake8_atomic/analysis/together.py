"""Which files, saved one after another in one function, belong together, and what says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import Term, called_as, visible
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.readback import read_elsewhere
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.wording import split_words, wording_of

_COMPANIONS = frozenset({
    "index", "idx", "manifest", "checksum", "checksums", "digest", "sha256", "md5", "meta", "metadata", "signature",
    "sig", "toc", "catalog", "header",
})  # fmt: skip
_PLACES = [
    [word] for word in ("dir", "directory", "path", "folder", "file", "filename", "name", "root", "url", "encoding")
]


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
        yield from fields_in(term)


def fields_in(term: Term) -> Iterator[tuple[str, str]]:
    """The fields of objects that an expression holds, as (object, field); what only fills a template is no content."""
    todo: list[ast.AST] = [term.node]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.Call):
            if called_as(node) == "format":
                continue
            # `self.state.to_dict()` is the field, `self.render()` is none.
            inner = node.func.value if isinstance(node.func, ast.Attribute) else node.func
            todo += [inner, *node.args, *(word.value for word in node.keywords)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if split_words(node.attr)[-1:] not in _PLACES and _is_object(term.at(node.value)):
                yield node.value.id, node.attr
        else:
            todo += ast.iter_child_nodes(node)


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
    """Data, and its index, manifest or checksum: made from the same data, or named after the same thing."""
    about = [bool(wording_of(one.path, file.values).tail & _COMPANIONS) for one in saved]
    for one, is_about in zip(saved, about, strict=True):
        if is_about:
            others = [other for other, also in zip(saved, about, strict=True) if not also and _speaks_of(one, other)]
            yield sorted([one, *others], key=lambda each: each.place.order)


def _speaks_of(one: Saved, other: Saved) -> bool:
    data = [{name for term in saved.data for name in _variables(term)} for saved in (one, other)]
    names = [set(_variables(saved.path.at(_leaf(saved.path.node)))) for saved in (one, other)]
    return bool(data[0] & data[1] or names[0] & names[1])


def _leaf(path: ast.expr) -> ast.expr:
    """The last part of a path that is built here."""
    if isinstance(path, ast.BinOp):
        return path.right
    return path.args[-1] if isinstance(path, ast.Call) and path.args else ast.Constant("")


def _variables(term: Term) -> Iterator[str]:
    for node in ast.walk(term.node):
        if isinstance(node, ast.Name) and node.id != "self" and _is_object(term.at(node)):
            yield node.id


def looped(one: Saved) -> ast.For | None:
    """The loop that writes one file after another, each with a field of one object."""
    for outer in (block.node for block in one.event.place.block.around()):
        if isinstance(outer, ast.For):
            names = {node.id for node in ast.walk(outer.target) if isinstance(node, ast.Name)}
            each = one.path.at(outer.iter)
            fields = {field for _, field in fields_in(each)} if isinstance(outer.iter, (ast.Tuple, ast.List)) else set()
            picked = any(_picks(term, names) for term in one.data)
            if (len(fields) > 1 or picked) and names & set(_names(one.path.node)):
                return outer
    return None


def _picks(term: Term, names: set[str]) -> bool:
    """`getattr(self, name)` for each of the names."""
    calls = (node for node in ast.walk(term.node) if isinstance(node, ast.Call) and called_as(node) == "getattr")
    return any(len(call.args) > 1 and names & set(_names(call.args[1])) for call in calls)


def _names(node: ast.AST) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def callers_in_class(file: File, scope: Scope) -> list[Scope]:
    """The methods of the same class that call this one."""
    if scope.owner is None or scope.owner is not scope.parent:
        return []
    callers = dict.fromkeys(call.scope for call in file.values.calls_of(scope))
    return [caller for caller in callers if caller.owner is scope.owner and caller is not scope]
