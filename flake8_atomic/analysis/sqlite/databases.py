"""The SQLite databases of one file: where it connects, and which settings it changes or asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.events import Connect, Pragma
from flake8_atomic.analysis.sqlite.connections import CONNECTING, connect_at
from flake8_atomic.analysis.sqlite.pragma_calls import pragmas_of

_ROUNDS = 3  # a constant may be made of a constant
_DEEP = 3
_READING = ("open(", "read_bytes(")


class Reached(NamedTuple):
    """A setting that a call of a scope changes or asks for, itself or in a function of the file that it calls."""

    called: Called
    pragma: Pragma


class Databases:
    """What one file does with SQLite, read where its text speaks of it."""

    def __init__(self, values: Values, settings: Iterable[int] = (), connects: Iterable[int] = ()) -> None:
        self.values = values
        self._settings = tuple(settings)
        self._connects = tuple(connects)

    @cached_property
    def connects(self) -> list[Connect]:
        """The calls that connect to a database."""
        scopes = dict.fromkeys(map(self._scope_at, map(self.values.text_of.line_at, self._connects)))
        calls = ((called, scope) for scope in scopes for called in flow_of(scope).calls)
        terms = (Term(node, scope, place) for (node, place), scope in calls if called_as(node).endswith(CONNECTING))
        return [connect for term in terms if (connect := connect_at(term)) is not None]

    @cached_property
    def pragmas(self) -> list[Pragma]:
        """The settings that are changed or asked for."""
        return [pragma for scope in self._speaking() for pragma in pragmas_of(scope, self.values)]

    def scopes(self) -> Iterator[Scope]:
        """The scopes that change settings, and where the file connects, those that may read a file."""
        yield from dict.fromkeys(pragma.scope for pragma in self.pragmas)
        for word in _READING if self.connects else ():
            yield from map(self._scope_at, self.values.text_of.lines(self.values.top, word))

    def _scope_at(self, line: int) -> Scope:
        return self.values.top.at_line(line)

    def _speaking(self) -> dict[Scope, None]:
        """The scopes whose text names a setting, and those that use a name that stands for such a text."""
        text_of, top = self.values.text_of, self.values.top
        lines = set(map(text_of.line_at, self._settings))
        found: dict[Scope, None] = {}
        for _ in range(_ROUNDS):
            found.update(dict.fromkeys(map(self._scope_at, sorted(lines))))
            names = {name for line in lines for name in _bound_at(self._scope_at(line), line)}
            lines = {line for name in names for line in text_of.lines(top, name, whole=True)}
        return found

    def reached(self, scope: Scope, depth: int = _DEEP) -> Iterator[Reached]:
        """The settings that a scope changes or asks for, in the order of its calls."""
        own = [pragma for pragma in self.pragmas if pragma.scope is scope]
        for called in flow_of(scope).calls:
            yield from (Reached(called, pragma) for pragma in own if pragma.call is called.node)
            if depth and called_as(called.node) in self._asking:
                function = definition(Term(called.node.func, scope, called.place))
                for reached in self.reached(function, depth - 1) if function is not None else ():
                    yield Reached(called, reached.pragma)

    @cached_property
    def _asking(self) -> frozenset[str]:
        """The names of the functions that have to do with settings."""
        text_of, names = self.values.text_of, {pragma.scope.name for pragma in self.pragmas}
        for _ in range(_DEEP):
            scopes = [self._scope_at(line) for name in names for line in text_of.lines(self.values.top, f"{name}(")]
            names |= {scope.name for scope in scopes}
        return frozenset(names - {""})


def _bound_at(scope: Scope, line: int) -> Iterator[str]:
    """The names that others can see and to which a scope binds the text on this line."""
    flow = flow_of(scope)
    bindings = [binding for _, binding in flow.attributes]
    if scope.function is None:
        bindings += [binding for bindings in flow.bindings.values() for binding in bindings]
    for binding in bindings:
        value = binding.value
        if value is not None and value.lineno <= line <= (value.end_lineno or value.lineno):
            yield binding.name
