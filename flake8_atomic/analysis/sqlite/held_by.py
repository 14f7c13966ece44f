"""Which functions have a connection, and by which names, as long as nobody outside the file gets it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Bound, Term, called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values, given_for
from flake8_atomic.analysis.files.events import Connect
from flake8_atomic.analysis.sqlite.connections import MAKING

_MANY = 12  # functions that it is handed on to: past that nobody knows who has it
_ROUNDS = 3  # a cursor of a connection by another name
_SPEAKING = MAKING | {"execute"}
# What these are given they neither keep nor write to.
_BORROWING = frozenset({"backup", "closing", "read_sql", "read_sql_query", "read_sql_table"})


class Held(NamedTuple):
    """A function that has the connection, and the names there of it and of what it made; none is any name."""

    scope: Scope
    names: frozenset[str] = frozenset()

    @property
    def calls(self) -> Iterator[Called]:
        """What may be done by it: `self.other.execute(sql)` is not, for no attribute has it."""
        for called in flow_of(self.scope).calls:
            func = called.node.func
            root = _root(func.value) if isinstance(func, ast.Attribute) else ""
            lent = called_as(called.node) in _BORROWING and any(_root(arg) in self.names for arg in called.node.args)
            if not self.names or not root or root in self.names or lent:
                yield called


def holders(connect: Connect, values: Values) -> list[Held]:
    """Who has it: a function with those that it hands it to, or a class; none where others have it as well."""
    flow = flow_of(connect.scope)
    attributes = [(owner, bound.name) for owner, bound in flow.attributes if _awaited(bound.value) is connect.call]
    if attributes:
        owner = connect.scope.owner
        own = owner is not None and _is_its_own(*attributes[0], owner, values)
        return [Held(scope) for scope in owner.walk()] if own and owner is not None else []
    bindings = [bound for every in flow.bindings.values() for bound in every if _awaited(bound.value) is connect.call]
    if connect.scope.function is None or not bindings or bindings[0].name in flow.globals:
        return []
    return _followed(connect.scope, bindings[0].name)


def _awaited(node: ast.expr | None) -> ast.expr | None:
    return node.value if isinstance(node, ast.Await) else node


def _followed(scope: Scope, name: str) -> list[Held]:
    """The function and those that it hands it to, and so on."""
    todo, found = [(scope, name)], list[Held]()
    for scope, name in todo:
        for inner in scope.walk():
            names = _names_of(inner, name)
            taken = list(_taken(inner, name, names)) if not _is_given_away(inner, name, names) else [None]
            if None in taken or len(todo) > _MANY:
                return []
            todo += [each for each in dict.fromkeys(taken) if each is not None and each not in todo]
            found.append(Held(inner, names))
    return found


def _names_of(scope: Scope, name: str) -> frozenset[str]:
    """The name, and those of its cursors and of what else stands for it."""
    names = {name}
    bindings = [binding for every in flow_of(scope).bindings.values() for binding in every]
    for _ in range(_ROUNDS):
        names |= {binding.name for binding in bindings if _stands_for(binding.value, names)}
    return frozenset(names)


def _stands_for(node: ast.expr | None, names: Set[str]) -> bool:
    node = _awaited(node)
    if isinstance(node, ast.IfExp):
        return _stands_for(node.body, names) or _stands_for(node.orelse, names)
    if isinstance(node, ast.Call):
        if called_as(node) == "closing" and node.args:
            return _stands_for(node.args[0], names)
        return called_as(node) in _SPEAKING and _root(node) in names
    return isinstance(node, ast.Name) and node.id in names


def _is_given_away(scope: Scope, name: str, names: frozenset[str]) -> bool:
    """Is it returned, or does an attribute keep it or its cursor?"""
    flow = flow_of(scope)
    handed = [value for value, _ in (*flow.returns, *flow.yields)]
    kept = [binding.value for _, binding in flow.attributes]
    return any(isinstance(node, ast.Name) and node.id == name for node in handed) or any(
        _stands_for(node, names) for node in kept
    )


def _taken(scope: Scope, name: str, names: frozenset[str]) -> Iterator[tuple[Scope, str] | None]:
    """The functions of the file that are given it or its cursor, and how they call it; None where nobody knows."""
    flow = flow_of(scope)
    for node, place in flow.calls:
        given = [arg for arg in (*node.args, *(keyword.value for keyword in node.keywords)) if _root(arg) in names]
        plain = [arg for arg in given if isinstance(arg, ast.Name)]
        if not plain or called_as(node) in _BORROWING:
            continue
        call = Term(node, scope, place)
        function = definition(call.at(node.func))
        parameters = flow_of(function).parameters if function is not None and function.function is not None else ()
        for arg in plain:
            told = [each.name for each in parameters if function and arg in given_for(call, Bound(each, function))]
            if told and function is not None:
                yield function, told[0]
            elif arg.id == name:  # rows and cursors are mostly handed to who reads them
                yield None


def _root(node: ast.expr) -> str:
    return spelled(node).partition(".")[0]


def _is_its_own(name: str, attribute: str, owner: Scope, values: Values) -> bool:
    """Does only the class use its attribute, no class that inherits it and nobody by an object?"""
    lines = values.text_of.lines(values.top, f".{attribute}.")
    return all(owner.first <= line <= owner.last for line in lines) and not _is_handed(
        f"{name}.{attribute}", owner.walk()
    )


def _is_handed(name: str, scopes: Iterable[Scope]) -> bool:
    """Does anybody get it, as a result or an argument, who may write by it?"""
    for flow in map(flow_of, scopes):
        handed: list[ast.AST | None] = [value for value, _ in (*flow.returns, *flow.yields)]
        handed += [arg for node, _ in flow.calls if called_as(node) not in _BORROWING for arg in node.args]
        if any(isinstance(node, (ast.Name, ast.Attribute)) and spelled(node) == name for node in handed):
            return True
    return False
