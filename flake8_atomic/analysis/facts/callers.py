"""Who calls a function of this file, also as a method of an object that this file makes?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.file import File


def callers_of(file: File, function: Scope) -> list[Term]:
    """Where this file calls one of its functions."""
    return file.values.calls_of(function) or list(_of_objects(file, function))


def as_given(file: File, call: Term, paths: list[Term]) -> list[Term]:
    """What the function that is called is told for these paths, or knows itself."""
    given: list[Term] = []
    for path in paths:
        told = [origin.bound for origin in file.values.origins(path) if origin.how == "parameter" and origin.bound]
        given += [call.at(node) for bound in told for node in given_for(call, bound)] if told else [path]
    return given


def _of_objects(file: File, method: Scope) -> Iterator[Term]:
    """`made = Made()` and `made.dump(path)`."""
    for scope in file.values.scopes_with(f".{method.name}(") if method.owner is not None else ():
        for node, place in flow_of(scope).calls:
            if called_as(node) == method.name and isinstance(node.func, ast.Attribute):
                made = file.values.origins(Term(node.func.value, scope, place))
                if any(_makes(origin.term, method.owner) for origin in made):
                    yield Term(node, scope, place)


def _makes(term: Term, owner: Scope | None) -> bool:
    return isinstance(term.node, ast.Call) and definition(term.at(term.node.func)) is owner
