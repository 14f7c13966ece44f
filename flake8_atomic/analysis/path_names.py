"""The names that a path is made of, by which two functions know one file in two folders."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.names import Term, visible

_DEEP = 3
_SHORT = 3
_MARKS = frozenset("%{} \n")


def variables(path: Term) -> set[str]:
    """The variables that a path is made of."""
    return {node.id for node in ast.walk(path.node) if isinstance(node, ast.Name) and node.id not in ("self", "cls")}


def names_of(path: Term, depth: int = _DEEP) -> Iterator[str]:
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
            yield from names_of(bound.term(bound.binding.value), depth - 1)
