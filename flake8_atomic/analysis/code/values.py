"""Where a value comes from: names, attributes and same-file functions followed to what was written."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from flake8_atomic.analysis.code.definitions import definition, is_static, owner_of
from flake8_atomic.analysis.code.names import Bound, Term, dotted, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.sites import Sites
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.text_of import TextOf

if TYPE_CHECKING:
    from flake8_atomic.analysis.code.words import Wording

LIMIT = 24  # origins looked at for one expression: past that it is unknown
_FOLLOWED = frozenset({ast.Attribute, ast.Await, ast.BoolOp, ast.IfExp, ast.Name, ast.NamedExpr, ast.Starred})


class Origin(NamedTuple):
    """What a name ends at.

    `how` is that of a binding (item, each, entered, import, parameter, definition, changed), or `expression` where
    the value itself is written down, `attribute` for one of unknown assignment, `unknown` for a name from nowhere.
    """

    how: str
    term: Term
    bound: Bound | None = None


class Values(Sites):
    """Follows values through one file."""

    def __init__(self, top: Scope, text_of: TextOf) -> None:
        super().__init__(top, text_of)
        self._origins: dict[Term, list[Origin]] = {}
        self.wordings: dict[Term, Wording] = {}
        self.no_paths: dict[Scope, frozenset[str]] = {}  # what a scope asks for what no path does

    def origins(self, term: Term) -> list[Origin]:
        """Every expression that this one may stand for, alternatives included."""
        if type(term.node) not in _FOLLOWED:
            return [Origin("expression", term)]
        # Two in three questions were asked before: by another rule, or of another write of the same path.
        found = self._origins.get(term)
        if found is None:
            found = self._origins[term] = self._find_origins(term)
        return found

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

    def may_be_given(self, term: Term) -> bool:
        """Is it, in one of its alternatives, a parameter of the function?"""
        return any(origin.how == "parameter" for origin in self.origins(term))

    def arguments(self, parameter: Origin) -> list[Term]:
        """What the callers in this file give for a parameter; the default is not among them."""
        bound = parameter.bound
        if bound is None or bound.scope.function is None:
            return []
        return [call.at(node) for call in self.calls_of(bound.scope) for node in given_for(call, bound)]

    def handed_arguments(self, bound: Bound) -> list[Term]:
        """What is given for a parameter where another function is handed this one to call."""
        return [call.at(node) for call in self.handed_calls_of(bound.scope) for node in given_for(call, bound)]

    def substituted(self, term: Term, call: Term) -> Term | None:
        """What a call gives for the parameter of its function that this term stands for."""
        for origin in self.origins(term):
            if origin.how == "parameter" and origin.bound is not None and (given := given_for(call, origin.bound)):
                return call.at(given[0])
        return None


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
