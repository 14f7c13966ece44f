"""A book of stamps, saved last: what it holds no new stamp of is made again, so the old ones are never mixed in."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import leaving
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved

_STAMPS = frozenset({
    "mtime", "getmtime", "modified", "hash", "digest", "hexdigest", "checksum", "fingerprint", "etag", "sha", "md",
})  # fmt: skip


def keeps_stamps(last: Saved, saver: Scope, file: File) -> bool:
    """Is something left as it is where its stamp is the one that the last of these files holds?"""
    kept = kept_in(last, file)
    return any(_is_left(test, kept, file) for scope in _choosing(saver, file) for test in _tests(scope, file))


def kept_in(saved: Saved, file: File) -> set[str]:
    """The names and attributes that a file is made of, as they are spelled."""
    made = [made for term in saved.data for made in (term, *(origin.term for origin in file.values.origins(term)))]
    return {name for term in made for name in _names(term.node)}


def _names(node: ast.AST) -> Iterator[str]:
    if isinstance(node, (ast.Name, ast.Attribute)):
        yield spelled(node)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _names(child)


def _choosing(saver: Scope, file: File) -> Iterator[Scope]:
    """The saver, the functions that it calls, and those that call it."""
    yield saver
    yield from (call.scope for call in file.values.calls_of(saver))
    for node, place in flow_of(saver).calls:
        called = definition(Term(node.func, saver, place))
        if called is not None:
            yield called


def _tests(scope: Scope, file: File) -> Iterator[Term]:
    """The questions after which the function goes on to the next one, or is done."""
    for test, place in flow_of(scope).expressions:
        node = file.parents.of(test)
        if isinstance(node, ast.If) and node.test is test and leaving(node.body) in (ast.Continue, ast.Return):
            yield Term(test, scope, place)


def _is_left(test: Term, kept: set[str], file: File) -> bool:
    parts = test.node.values if isinstance(test.node, ast.BoolOp) and isinstance(test.node.op, ast.And) else [test.node]
    for part in parts:
        if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Eq):
            sides = [part.left, part.comparators[0]]
            if any(_is_entry(a, kept) and _is_stamp(test.at(b), file) for a, b in (sides, sides[::-1])):
                return True
    return False


def _is_entry(side: ast.expr, kept: set[str]) -> bool:
    """`self.menu[name]["modified"]` or `hashes.get(name)`, of what is kept."""
    if not isinstance(side, (ast.Subscript, ast.Call)):
        return False
    return any(f"{spelled(side)}.".startswith(f"{name}.") for name in kept)


def _is_stamp(side: Term, file: File) -> bool:
    """Does it tell one content of a file from another?"""
    nodes = [side.node, *(origin.term.node for origin in file.values.origins(side))]
    return any(not _STAMPS.isdisjoint(split_words(_called(node))) for node in nodes)


def _called(node: ast.expr) -> str:
    return called_as(node) if isinstance(node, ast.Call) else spelled(node).rpartition(".")[2]
