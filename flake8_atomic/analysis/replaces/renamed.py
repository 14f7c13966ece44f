"""What a rename puts in a target's place: which scopes handle it, and by which names and handles they know it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TypeVar

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition, owner_of
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.facts.folders import MAY_NAME_A_PATH
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Rename, Use
from flake8_atomic.analysis.replaces.put_by import put_by
from flake8_atomic.analysis.replaces.temps import born

E = TypeVar("E", bound=Event)


class Renamed:
    """The temp of one rename, wherever the code around it has it in hand."""

    def __init__(self, file: File, rename: Rename, birth: Open | None) -> None:
        self.file = file
        self.rename = rename
        self.birth = birth
        self.source = file.paths.key(rename.source)
        self.target = file.paths.key(rename.target)

    @cached_property
    def scopes(self) -> list[Scope]:
        """Where the temp is handled: the function, those nested in it, and the class."""
        scope = self.rename.scope
        # A name of the function alone is known to no other method.
        kept = self._names_a_kept()
        if self.birth is not None and scope in (inner := list(self.birth.scope.walk())):
            return inner  # `commit` and `abort`, which a function makes around its temp
        own = scope.beside() if kept else list(scope.walk())
        return own if self.maker is None or self.maker in own else [*own, *self.maker.walk()]

    @cached_property
    def maker(self) -> Scope | None:
        """The function that makes the temp, writes it, and tells who calls it the name."""
        birth = self.birth
        if birth is None or birth.scope is self.rename.scope or self._names_a_kept():
            return None
        return birth.scope if birth.scope.function is not None else None

    def _names_a_kept(self) -> bool:
        return any(map(self._is_kept, ast.walk(self.rename.source.node)))

    def _is_kept(self, node: ast.AST) -> bool:
        """Is it an attribute of the object? `temp.name` is one of a handle that the function alone may know."""
        owner = node.value if isinstance(node, ast.Attribute) else None
        return isinstance(owner, ast.Name) and owner_of(owner.id, self.rename.source) is not None

    def is_before(self, event: Event) -> bool:
        """Does it happen on the way to the rename, as far as the order of methods can tell?"""
        if event.scope is not self.rename.scope:
            return True
        place, at = event.place, self.rename.place
        return place.order < at.order and not place.block.unseen_from(at.block)

    @cached_property
    def calls(self) -> list[Event]:
        """Every call in all these scopes."""
        return [Event(node, scope, place) for scope in self.scopes for node, place in flow_of(scope).calls]

    def events(self, *kinds: type[E]) -> Iterator[E]:
        """What happens in all these scopes, and in the rename's own before the rename."""
        for scope in self.scopes:
            yield from (
                event for event in self.file.trace(scope).events if isinstance(event, kinds) and self.is_before(event)
            )

    def is_temp(self, path: Term) -> bool:
        """Is this the path that is renamed?"""
        known = put_by(path) if self.rename.put_by else None
        return self.file.paths.key(known or path) == self.source

    def _may_be_temp(self, path: Term) -> bool:
        """`made = path if again else temp` is the temp where it was not made again."""
        if self.is_temp(path):
            return True
        arms = self.file.values.origins(path) if isinstance(path.node, ast.Name) else ()
        source = self.source
        # `temp = None`, where the file is written in place.
        sources = source[1:] if isinstance(source, tuple) and source[0] == "one of" else (source,)
        keys = (self.file.paths.key(arm.term) for arm in arms if not isinstance(arm.term.node, ast.Constant))
        return len(arms) > 1 and any(key in sources for key in keys)

    @cached_property
    def handles(self) -> list[Open]:
        """The handles through which the temp is reached."""
        found = [opened for opened in self.events(Open) if opened is self.birth or self._may_be_temp(opened.path)]
        if self.birth is not None and self.birth not in found:
            found.append(self.birth)
        return found

    @cached_property
    def uses(self) -> list[Use]:
        """What is done with those handles before the rename."""
        return [
            use
            for scope in self.scopes
            for use in self.file.trace(scope).uses
            if use.opened in self.handles and self.is_before(use) and not self._only_names(use)
        ]

    def _only_names(self, use: Use) -> bool:
        """`temp = long_path(temp)` puts nothing into it, where a function of this file makes one name of another."""
        made = (origin.term.node for origin in self.file.values.origins(self.rename.source))
        function = definition(use.term(use.call.func)) if any(node is use.call for node in made) else None
        return function is not None and not self.file.trace(function).events

    @cached_property
    def given_the_temp(self) -> list[Event]:
        """The calls that are given the temp's path, whatever they do with it."""
        calls = (event for event in self.calls if event.call is not self.rename.call)
        return [event for event in calls if any(self._is_named_by(arg, event) for arg in given_to(event.call))]

    def _is_named_by(self, node: ast.expr, event: Event) -> bool:
        return isinstance(node, MAY_NAME_A_PATH) and self.is_temp(event.term(node))

    def concerns(self, node: ast.AST, event: Event) -> bool:
        """Is the expression the temp, a folder that holds it, or a handle of it?"""
        return isinstance(node, MAY_NAME_A_PATH) and self._is_of_temp(event.term(node))

    def _is_of_temp(self, term: Term) -> bool:
        # `temporary = None` once it is published: in the finally it is the temp, or nothing.
        origins = list(self.file.values.origins(term))
        origins += [other for element in self._elements(origins) for other in self.file.values.origins(element)]
        keys = {self.file.paths.key(term), *(self.file.paths.key(origin.term) for origin in origins)}
        keys |= {("bound", id(o.bound.binding.node), o.bound.binding.name) for o in origins if o.bound}
        if self.birth is not None and born(self.file, term) is self.birth:
            return True
        if self.source in keys or keys & self.file.paths.keys_above(self.rename.source):
            return True
        return bool(self.handles) and self.file.handles.opened(term) in self.handles

    def _elements(self, origins: list[Origin]) -> Iterator[Term]:
        """What a loop over a written list goes through: `for path in (temp, other): path.unlink()`."""
        for origin in origins:
            for listed in self.file.values.origins(origin.term) if origin.how == "each" else ():
                if isinstance(listed.term.node, (ast.List, ast.Tuple, ast.Set)):
                    yield from map(listed.term.at, listed.term.node.elts)
