"""The names that a path is made of, by which two functions know one file in two folders."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.names import Term, visible

_DEEP = 3
_SHORT = 3
_MARKS = frozenset("%{} \n")


def variables(path: Term) -> set[str]:
    """The variables that a path is made of."""
    parts = parts_of(path.node)
    called = _functions(path, parts)
    names = (node.id for node in parts if isinstance(node, ast.Name) and id(node) not in called)
    return set(names) - {"self", "cls"}


def own_of(names: Sequence[set[str]]) -> list[set[str]]:
    """Of the names of several things, those that each has for itself."""
    return [mine - {name for other in names if other is not mine for name in other} for mine in names]


def names_of(path: Term, depth: int = _DEEP) -> Iterator[str]:
    """The file names, and the constants and attributes that hold them, of which a path is made."""
    parts = parts_of(path.node)
    called = _functions(path, parts)
    for node in parts:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            name = node.value.rpartition("/")[2]
            if len(name) > _SHORT and _MARKS.isdisjoint(name):
                yield name
        elif isinstance(node, ast.Attribute) and id(node) not in called and len(node.attr) > _SHORT:
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


def _functions(path: Term, parts_of_path: list[ast.AST]) -> set[int]:
    """What names no part of the path: the functions and methods that it calls, and the modules that they are from."""
    found: set[int] = set()
    for call in parts_of_path:
        if isinstance(call, ast.Call):
            part, parts = call.func, [call.func]
            while isinstance(part, ast.Attribute):
                part = part.value
                parts.append(part)
            bounds = visible(part.id, path) if isinstance(part, ast.Name) else []
            imported = bool(bounds) and bounds[0].binding.how == "import"
            found.update(map(id, parts if imported else parts[:1]))
    return found
