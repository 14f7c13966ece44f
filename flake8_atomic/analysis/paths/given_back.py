"""What a function or a property of this file always returns, and what a call gives for its parameters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition, member, owner_of
from flake8_atomic.analysis.code.names import Bound, Term, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.paths.key_forms import Key, parameter

_READ_AS_ATTRIBUTE = frozenset({"property", "cached_property"})


def called_function(call: Term) -> Scope | None:
    """The function of this file that is called."""
    assert isinstance(call.node, ast.Call)
    function = definition(call.at(call.node.func))
    return function if function is not None and function.function is not None else None


def property_of(path: Term) -> Scope | None:
    """The property of the class that an attribute is."""
    node = path.node
    assert isinstance(node, ast.Attribute)
    assert isinstance(node.value, ast.Name)
    owner = owner_of(node.value.id, path)
    found = member(owner, node.attr) if owner is not None else None
    decorators = found.function.decorator_list if found is not None and found.function is not None else []
    return found if not _READ_AS_ATTRIBUTE.isdisjoint(map(last_name, decorators)) else None


def returned(function: Scope) -> Term | None:
    """The one thing that a function returns, by whatever way."""
    returns = flow_of(function).returns
    return Term(returns[0][0], function, returns[0][1]) if len(returns) == 1 else None


def results_of(function: Scope) -> list[Term]:
    """Everything that a function may return."""
    return [Term(value, function, place) for value, place in flow_of(function).returns]


def yielded(call: Term) -> list[Term]:
    """What a function of this file yields to the `with` that enters its call."""
    function = called_function(call) if isinstance(call.node, ast.Call) else None
    yields = flow_of(function).yields if function is not None else ()
    return [Term(value, function, place) for value, place in yields if function is not None and value is not None]


def given(call: Term, function: Scope) -> Iterator[tuple[Key, Term]]:
    """What a call gives for each parameter, or the default of one."""
    for binding in flow_of(function).parameters:
        bound = Bound(binding, function)
        nodes = given_for(call, bound)
        if nodes:
            yield parameter(binding.name, function), call.at(nodes[0])
        elif binding.value is not None:
            yield parameter(binding.name, function), bound.term(binding.value)
