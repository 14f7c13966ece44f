"""Where a file assigns an attribute, and where it calls a function: only scopes whose text speaks of it are read."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition, family, owner_of
from flake8_atomic.analysis.code.names import Bound, Term, called_as, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.text_of import TextOf

_RETURNS = re.compile(r"\s*return\b")
_OPENED = r"(?:await\s+)?[\w.]*(?:open|File)\("
_RETURNS_OPENED = re.compile(rf"\s*return\s+{_OPENED}")
_NAMES_OPENED = re.compile(rf"\s*(\w+)\s*(?::[^=\n]*)?=\s*{_OPENED}")


class Sites:
    """What can be found in one file by its text."""

    def __init__(self, top: Scope, text_of: TextOf) -> None:
        self.top = top
        self.text_of = text_of
        self._attributes: dict[tuple[int, str], list[Bound]] = {}
        self._calls: dict[int, list[Term]] = {}

    def scopes_with(self, *words: str, whole: bool = False) -> list[Scope]:
        """The scopes whose own text holds one of these, as a whole word where that is asked."""
        lines = (line for word in words for line in self.text_of.lines(self.top, word, whole=whole))
        return list(dict.fromkeys(map(self.top.at_line, lines)))

    @cached_property
    def wrappers(self) -> frozenset[str]:
        """The names of functions that may return what they opened."""
        return self._returning(_RETURNS, "open(", "File(", "mkstemp(")

    @cached_property
    def fopens(self) -> frozenset[str]:
        """The names of functions that do return what they opened."""
        return self._returning(_RETURNS_OPENED, "open(", "File(")

    def _returning(self, at_once: re.Pattern[str], *words: str) -> frozenset[str]:
        lines = [line for word in words for line in self.text_of.lines(self.top, word)]
        found = [n for n in lines if at_once.match(self.text_of.line(n))]
        return frozenset(self.top.at_line(n).name for n in found) | self._returning_later

    @cached_property
    def _returning_later(self) -> frozenset[str]:
        """`file = open(path, "w")`, and then `return file`."""
        found = set()
        for line in (*self.text_of.lines(self.top, "open("), *self.text_of.lines(self.top, "File(")):
            named = _NAMES_OPENED.match(self.text_of.line(line))
            scope = self.top.at_line(line) if named is not None else self.top
            if named is not None and scope is not self.top and self.text_of.lines(scope, f"return {named[1]}\n"):
                found.add(scope.name)
        return frozenset(found)

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

    def calls_of(self, function: Scope) -> list[Term]:
        """Where this file calls one of its functions."""
        key = id(function)
        if key not in self._calls:
            self._calls[key] = list(self._find_calls(function))
        return self._calls[key]

    def _find_calls(self, function: Scope) -> Iterator[Term]:
        name = function.owner.name if function.name == "__init__" and function.owner else function.name
        for scope in self.scopes_with(f"{name}(", whole=True):
            for called in flow_of(scope).calls:
                func = called.node.func
                if called_as(called.node) != name:
                    continue
                term = Term(called.node, scope, called.place)
                called_here = definition(term.at(func))
                if called_here is not None and called_here in (function, function.owner):
                    yield term

    def handed_calls_of(self, function: Scope) -> Iterator[Term]:
        """The calls that others make of it with what they are given: `pool.submit(fetch, url, folder)`."""
        for scope in self.scopes_with(f"{function.name},", whole=True):
            for node, place in flow_of(scope).calls:
                at = v.HANDED.get(called_as(node), len(node.args))
                handed = node.args[at] if at < len(node.args) else None
                if handed is not None and last_name(handed) == function.name:
                    if definition(Term(handed, scope, place)) is function:
                        inner = ast.Call(handed, node.args[at + 1 :], node.keywords)
                        yield Term(ast.copy_location(inner, node), scope, place)
