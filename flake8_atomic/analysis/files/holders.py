"""May an expression be an open file at all? Most are not worth following to where they were opened."""

from __future__ import annotations

import ast
import re
from functools import cached_property

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values

INNER = frozenset({"file", "buffer", "raw"})
_LEADING = frozenset(name.rpartition(".")[2] for name in v.WRAPPERS) | {"enter_context", "fileno", "detach"}

_OPENERS = frozenset(name.rpartition(".")[2] for name in (*v.OPENERS, *v.OPENERS_ANYWHERE, *v.BIRTHS)) | {"fdopen"}
_OPENING = ("open(", "File(", "Wrapper(", "writer(", "closing(", "enter_context(", "Pickler(", " as self.", "mkstemp(")
_BOUND = re.compile(r"(\w+)\s*(?::[^=]*)?=(?!=)|\bas\s+(?:\w+\.)?(\w+)")


class Holders:
    """The names, attributes and calls of one source file that may be an open file, by how they are spelled."""

    def __init__(self, values: Values, aliases: frozenset[str]) -> None:
        self._values = values
        self._openers = _LEADING | values.wrappers | aliases | _OPENERS
        self._opening = (*_OPENING, *(f"{alias}(" for alias in aliases))
        self._names: dict[int, frozenset[str]] = {}

    def may_hold(self, node: ast.expr, scope: Scope) -> bool:
        """Can the expression be a handle at all? Most arguments are not worth following."""
        if isinstance(node, ast.Call):
            return self._opens_or_is(node, set())
        if isinstance(node, ast.Attribute):
            inner = node.attr in INNER and self.may_hold(node.value, scope)
            return inner or (isinstance(node.value, ast.Name) and node.attr in self._kept)
        return isinstance(node, ast.Name) and node.id in self._holding(scope)

    def _holding(self, scope: Scope) -> frozenset[str]:
        """The names that a scope, or one around it, binds to what may be a handle."""
        key = id(scope)
        if key not in self._names:
            around = self._holding(scope.parent) if scope.parent is not None else frozenset()
            bound = set(around)
            for name, bindings in flow_of(scope).bindings.items():
                if any(b.how in ("value", "entered", "item") and self._opens_or_is(b.value, bound) for b in bindings):
                    bound.add(name)
            self._names[key] = frozenset(bound)
        return self._names[key]

    def _opens_or_is(self, value: ast.expr | None, handles: set[str]) -> bool:
        if isinstance(value, ast.Name):
            return value.id in handles
        if isinstance(value, ast.Call):
            return called_as(value) in self._openers
        return isinstance(value, (ast.Await, ast.IfExp, ast.BoolOp, ast.Attribute))

    @cached_property
    def _kept(self) -> set[str]:
        """The attributes that may keep a handle."""
        text_of, top = self._values.text_of, self._values.top
        lines = {line for word in self._opening for line in text_of.lines(top, word)}
        bound = {(name, line) for line in lines for pair in _BOUND.findall(text_of.line(line)) for name in pair if name}
        # `f = open(path)` and later `self.f = f`
        kept = {
            pair[0]
            for local, line in bound
            for n in text_of.lines(top.at_line(line), f"= {local}\n")
            for pair in _BOUND.findall(text_of.line(n))
        }
        return kept.union(name for name, _ in bound)
