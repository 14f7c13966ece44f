"""Where a value comes from: names, attributes and same-file functions followed to what was written."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from flake8_atomic.analysis.names import (
    Bound,
    Term,
    called_as,
    definition,
    dotted,
    family,
    is_static,
    owner_of,
    visible,
)
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.text_of import TextOf

if TYPE_CHECKING:
    from flake8_atomic.analysis.wording import Wording

_RETURNS = re.compile(r"\s*return\b")
LIMIT = 24  # origins looked at for one expression: past that it is unknown


class Origin(NamedTuple):
    """What a name ends at.

    `how` is that of a binding (item, each, entered, import, parameter, definition, changed), or `expression` where
    the value itself is written down, `attribute` for one of unknown assignment, `unknown` for a name from nowhere.
    """

    how: str
    term: Term
    bound: Bound | None = None


class Values:
    """Follows values through one file."""

    def __init__(self, top: Scope, text_of: TextOf) -> None:
        self.top = top
        self.text_of = text_of
        self._attributes: dict[tuple[int, str], list[Bound]] = {}
        self._calls: dict[int, list[Term]] = {}
        self._origins: dict[Term, list[Origin]] = {}
        self.wordings: dict[Term, Wording] = {}

    @cached_property
    def wrappers(self) -> frozenset[str]:
        """The names of functions that may return what they opened."""
        lines = [line for word in ("open(", "File(", "mkstemp(") for line in self.text_of.lines(self.top, word)]
        return frozenset(self.top.at_line(n).name for n in lines if _RETURNS.match(self.text_of.line(n)))

    def origins(self, term: Term) -> list[Origin]:
        """Every expression that this one may stand for, alternatives included."""
        # Two in three questions were asked before: by another rule, or of another write of the same path.
        if term not in self._origins:
            self._origins[term] = self._find_origins(term)
        return self._origins[term]

    def _find_origins(self, term: Term) -> list[Origin]:
        found: list[Origin] = []
        seen: set[tuple[int, int]] = set()
        todo = [term]
        while todo:
            term = todo.pop()
            mark = (id(term.node), id(term.scope))
            if mark in seen:
                continue
            seen.add(mark)
            if len(seen) > LIMIT:
                return [*found, Origin("unknown", term)]
            ends, more = self._step(term)
            found += ends
            todo += reversed(more)
        return found

    def _step(self, term: Term) -> tuple[list[Origin], list[Term]]:
        node = term.node
        if isinstance(node, ast.Name):
            return self._follow(term, visible(node.id, term))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            owner = owner_of(node.value.id, term)
            if owner is not None:
                return self._follow(term, self.attribute(owner, node.attr), "attribute")
        if isinstance(node, ast.IfExp):
            return [], [term.at(node.body), term.at(node.orelse)]
        if isinstance(node, ast.BoolOp):
            return [], [term.at(value) for value in node.values]
        if isinstance(node, (ast.Await, ast.NamedExpr, ast.Starred)):
            return [], [term.at(node.value)]
        return [Origin("expression", term)], []

    def _follow(self, term: Term, bounds: list[Bound], otherwise: str = "unknown") -> tuple[list[Origin], list[Term]]:
        ends, more = [], []
        for bound in bounds:
            binding = bound.binding
            if binding.how == "value" and binding.value is not None:
                more.append(bound.term(binding.value))
            else:
                ends.append(Origin(binding.how, bound.term(binding.value) if binding.value else term, bound))
        return ends if bounds else [Origin(otherwise, term)], more

    def attribute(self, owner: Scope, name: str) -> list[Bound]:
        """Everything that the class assigns to `self.name` or `name`, in all its methods."""
        key = (id(owner), name)
        if key not in self._attributes:
            self._attributes[key] = [bound for scope in family(owner) for bound in self._assigned(scope, name)]
        return self._attributes[key]

    def _assigned(self, owner: Scope, name: str) -> list[Bound]:
        found = [Bound(binding, owner) for binding in flow_of(owner).bindings.get(name, ()) if binding.how == "value"]
        # Only methods whose text assigns the attribute are read: a class of 3,000 lines costs one search.
        assigned = re.compile(rf"\.{re.escape(name)}\s*(?:[:=,)]|$)")
        scopes = [
            owner.at_line(n) for n in self.text_of.lines(owner, f".{name}") if assigned.search(self.text_of.line(n))
        ]
        for scope in dict.fromkeys(scopes):
            for holder, binding in flow_of(scope).attributes:
                bound = Bound(binding, scope)
                at = Term(ast.Name(holder, ast.Load()), scope, binding.place)
                if binding.name == name and bound not in found and owner_of(holder, at) is owner:
                    found.append(bound)
        return found

    def results(self, call: Term) -> list[Term]:
        """What a function of this file returns where it is called; empty when it is not of this file."""
        node = call.node
        scope = definition(call.at(node.func)) if isinstance(node, ast.Call) else None
        if scope is None or scope.function is None:
            return []
        return [Term(value, scope, place) for value, place in flow_of(scope).returns]

    def made_by(self, term: Term, makers: frozenset[str]) -> bool:
        """Is it, in one of its alternatives, what one of these calls returns?"""
        for origin in self.origins(term):
            node = origin.term.node
            if isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) in makers:
                return True
        return False

    def arguments(self, parameter: Origin) -> list[Term]:
        """What the callers in this file give for a parameter; the default is not among them."""
        bound = parameter.bound
        if bound is None or bound.scope.function is None:
            return []
        return [call.at(node) for call in self.calls_of(bound.scope) for node in given_for(call, bound)]

    def substituted(self, term: Term, call: Term) -> Term | None:
        """What a call gives for the parameter of its function that this term stands for."""
        for origin in self.origins(term):
            if origin.how == "parameter" and origin.bound is not None and (given := given_for(call, origin.bound)):
                return call.at(given[0])
        return None

    def calls_of(self, function: Scope) -> list[Term]:
        """Where this file calls one of its functions."""
        key = id(function)
        if key not in self._calls:
            self._calls[key] = list(self._find_calls(function))
        return self._calls[key]

    def _find_calls(self, function: Scope) -> Iterator[Term]:
        name = function.owner.name if function.name == "__init__" and function.owner else function.name
        for scope in dict.fromkeys(map(self.top.at_line, self.text_of.lines(self.top, f"{name}("))):
            for called in flow_of(scope).calls:
                func = called.node.func
                if called_as(called.node) != name:
                    continue
                term = Term(called.node, scope, called.place)
                called_here = definition(term.at(func))
                if called_here is not None and called_here in (function, function.owner):
                    yield term


def given_for(call: Term, bound: Bound) -> list[ast.expr]:
    """What a call gives for a parameter of the function that it calls: one expression, or none."""
    function, node = bound.scope.function, call.node
    assert function is not None
    assert isinstance(node, ast.Call)
    names = [arg.arg for arg in function.args.posonlyargs + function.args.args]
    if bound.scope.owner is bound.scope.parent and not is_static(bound.scope):
        names = names[1:]
    for keyword in node.keywords:
        if keyword.arg == bound.binding.name:
            return [keyword.value]
    if bound.binding.name in names[: len(node.args)]:
        before = node.args[: names.index(bound.binding.name) + 1]
        return [] if any(isinstance(arg, ast.Starred) for arg in before) else before[-1:]
    return []
