"""Which function or class of the file does an expression name?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Bound, Term, visible
from flake8_atomic.analysis.code.scopes import Scope, is_function
from flake8_atomic.analysis.code.survey import flow_of


def definition(term: Term) -> Scope | None:
    """The function or class of this file that the expression names."""
    node = term.node
    if isinstance(node, ast.Name):
        bounds = visible(node.id, term)
        return _defined(bounds[0]) if bounds else None
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = owner_of(node.value.id, term) or definition(term.at(node.value))
        if owner is not None and isinstance(owner.node, ast.ClassDef):
            return member(owner, node.attr)
    return None


def _defined(bound: Bound) -> Scope | None:
    return next((child for child in bound.scope.children if child.node is bound.binding.node), None)


def owner_of(name: str, term: Term) -> Scope | None:
    """The class that `self` or `cls` stands for here."""
    for bound in visible(name, term)[:1]:
        function = bound.scope.function
        first = function and (function.args.posonlyargs + function.args.args)[:1]
        if bound.binding.how == "parameter" and first and first[0].arg == name and bound.scope.parent is not None:
            if isinstance(bound.scope.parent.node, ast.ClassDef) and not is_static(bound.scope):
                return bound.scope.parent
    return None


def is_static(scope: Scope) -> bool:
    """Is this method called without its object?"""
    decorators = scope.function.decorator_list if scope.function else []
    return any(isinstance(node, ast.Name) and node.id == "staticmethod" for node in decorators)


def family(owner: Scope) -> list[Scope]:
    """The class and its bases, as far as this file defines them."""
    found = [owner]
    for scope in found:
        node, around = scope.node, scope.parent
        if not isinstance(node, ast.ClassDef) or around is None:
            continue
        for base in node.bases:
            parent = definition(Term(base, around, flow_of(around).end))
            if parent is not None and isinstance(parent.node, ast.ClassDef) and parent not in found:
                found.append(parent)
    return found


def member(owner: Scope, name: str) -> Scope | None:
    """The method of that name, its own or inherited within the file."""
    for scope in family(owner):
        for child in scope.children:
            if child.name == name and is_function(child.node):
                return child
    return None
