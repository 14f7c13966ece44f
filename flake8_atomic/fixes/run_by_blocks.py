"""The functions of the file that a block runs, and by which name each knows the path that the block writes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from flake8_atomic.analysis.code.definitions import definition, family, is_static, owner_of
from flake8_atomic.analysis.code.names import Term, last_name, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File

_MANY = 24  # functions looked into
_PROPERTIES = frozenset({"property", "cached_property"})


class Run(NamedTuple):
    """Statements that are run while the file is open, and the path as it is known there, if it is."""

    suite: Sequence[ast.AST]
    scope: Scope
    path: Term | None


def every(body: Sequence[ast.AST]) -> Iterator[ast.AST]:
    """Every node of these, nested functions included."""
    return (node for one in body for node in ast.walk(one))


def run_by(file: File, path: Term, body: Sequence[ast.AST]) -> list[Run]:
    """The block itself, and the functions that it calls or whose properties it asks for, and what they call."""
    found = [Run(body, path.scope, path)]
    texts = [origin.term for origin in file.values.origins(path) if isinstance(origin.term.node, ast.Constant)]
    for run in islice(found, _MANY):
        known = run.path or Term(path.node, run.scope, flow_of(run.scope).end)
        for scope, there in _called(file, known, run.suite):
            if scope.function is not None and all(scope is not other.scope for other in found):
                means = [
                    end for end in (there, path, run.path, *texts) if end is not None and means_the_same(end, scope)
                ]
                end = Term(means[0].node, scope, flow_of(scope).end) if means else None
                found.append(Run(scope.function.body, scope, end))
    return found


def _called(file: File, known: Term, suite: Sequence[ast.AST]) -> Iterator[tuple[Scope, Term | None]]:
    """The functions that are called, those of an object whose path it is with what they call the path."""
    for node in every(suite):
        if isinstance(node, ast.Call):
            scope = definition(known.at(node.func))
            if scope is not None:
                yield scope, None
        elif isinstance(node, ast.Attribute):
            scope = definition(known.at(node))
            if scope is not None and _is_property(scope):
                yield scope, None
            yield from _of_its_object(file, known, node)


def _is_property(scope: Scope) -> bool:
    decorators = scope.function.decorator_list if scope.function is not None else []
    return any(last_name(node) in _PROPERTIES for node in decorators)


def _of_its_object(file: File, known: Term, node: ast.Attribute) -> Iterator[tuple[Scope, Term]]:
    """`store.load()`, or the property, while `store.path` is written: `self.path` to a class of this file."""
    path = known.node
    if not isinstance(path, ast.Attribute) or ast.dump(path.value) != ast.dump(node.value):
        return
    if isinstance(path.value, ast.Name) and owner_of(path.value.id, known) is not None:
        return
    for scope in file.top.walk():
        first = scope.function.args.args[:1] if scope.function is not None else []
        if first and scope.name == node.attr and scope.owner is scope.parent and not is_static(scope):
            own = ast.Attribute(ast.Name(first[0].arg, ast.Load()), path.attr, ast.Load())
            yield scope, Term(own, scope, flow_of(scope).end)


def means_the_same(path: Term, scope: Scope) -> bool:
    """Is every name of the path the same object in another function, or that of the module?"""
    there = Term(path.node, scope, flow_of(scope).end)
    for name in {node.id for node in ast.walk(path.node) if isinstance(node, ast.Name)}:
        owner, other = owner_of(name, path), owner_of(name, there)
        if owner is not None and other is not None:
            if owner not in family(other) and other not in family(owner):
                return False
        elif {id(bound.scope) for bound in visible(name, path)} != {id(bound.scope) for bound in visible(name, there)}:
            return False
    return True
