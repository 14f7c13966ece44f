"""The events of one scope: what its calls do to files, and to the handles that are open."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.calls import done_by
from flake8_atomic.analysis.files.events import Event, Open, Use
from flake8_atomic.analysis.files.handles import Handles
from flake8_atomic.analysis.files.own_files import saved_by_itself

E = TypeVar("E", bound=Event)


class Trace:
    """The file events of one scope, in order."""

    def __init__(self, scope: Scope, handles: Handles) -> None:
        self.scope = scope
        self._handles = handles

    @cached_property
    def events(self) -> list[Event]:
        """Everything but the uses of handles."""
        return [event for called in flow_of(self.scope).calls for event in self._read(called)]

    @cached_property
    def opens(self) -> list[Open]:
        """The files opened here."""
        return list({id(event): event for event in self.events if isinstance(event, Open)}.values())

    @cached_property
    def uses(self) -> list[Use]:
        """What is done here with handles, opened here or elsewhere in the class."""
        calls = flow_of(self.scope).calls
        return [use for called in calls for use in self._handles.used_by(Term(called.node, self.scope, called.place))]

    @cached_property
    def publishing(self) -> list[Called]:
        """The calls of functions that say by their name that they put a file in its place."""
        found = []
        for called in flow_of(self.scope).calls:
            words = split_words(called_as(called.node))
            # `atomic_write(path, data)` and `atomic_open(path, "wb")` take a path and something else.
            if (
                len(called.node.args) > 1
                and lexicon.PUBLISHING.intersection(words)
                and not {"open", "write"} & set(words)
            ):
                found.append(called)
        return found

    @cached_property
    def compared(self) -> frozenset[str]:
        """The names and attributes that are compared with something else than a constant."""
        found: set[str] = set()
        for node in parts_of(self.scope.node):
            if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
                sides = [_bare(side) for side in (node.left, *node.comparators)]
                if not any(isinstance(side, ast.Constant) for side in sides):
                    found.update(ast.dump(side) for side in sides if isinstance(side, (ast.Name, ast.Attribute)))
            elif isinstance(node, ast.Attribute) and node.attr == "cmp":
                found.add("filecmp")
        return frozenset(found)

    def of(self, kind: type[E]) -> Iterator[E]:
        """The events of one kind."""
        return (event for event in self.events if isinstance(event, kind))

    def _read(self, called: Called) -> Iterable[Event]:
        node, place = called
        # A call of what a call returned has no name: it may be `getattr(os, "replace")(…)`.
        if (called_as(node) or "getattr") not in self._handles.telling:
            return ()
        term = Term(node, self.scope, place)
        name = dotted(term.at(node.func))
        opened = self._handles.open_at(term, name)
        if opened is not None:
            return (opened,)
        told = node.args or node.keywords
        if isinstance(node.func, ast.Attribute) and node.func.attr == "write" and not told:
            return saved_by_itself(term, node.func, self._handles.values)
        return done_by(term, node, name)


def _bare(side: ast.expr) -> ast.expr:
    """`text.encode()` is compared for the text, `call(…)` for itself."""
    func = side.func if isinstance(side, ast.Call) else None
    return func.value if isinstance(func, ast.Attribute) and func.attr in ("encode", "strip") else side
