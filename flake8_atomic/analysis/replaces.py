"""Home-made replaces: a file is written under another name and renamed over the target.

What is renamed must be proved a temp: born in `tempfile`, or its name made from the target's own, and written before.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Copy, Event, Open, Remove, Rename, Save, Use, Whole
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import Place
from flake8_atomic.analysis.names import BUILTINS, Term, called_as, dotted
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.temps import born
from flake8_atomic.analysis.values import Origin
from flake8_atomic.analysis.wording import split_words


@dataclass(frozen=True)
class Filling:
    """Something that puts content into the temp."""

    event: Event
    opened: Open | None  # the handle it went through
    known: bool  # do we know all that it does, a sync included?


_HARMLESS = ("os.", "shutil.", "pathlib.", "tempfile.", "shlex.", "logging.", "re.", "warnings.")


class Replace:
    """One rename of a proved temp over its target, with what happened to the temp before."""

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
        kept = any(isinstance(node, ast.Attribute) for node in ast.walk(self.rename.source.node))
        owner = scope.owner if kept else None
        return list(dict.fromkeys([*scope.walk(), *(owner.walk() if owner is not None else ())]))

    def is_before(self, event: Event) -> bool:
        """Does it happen on the way to the rename, as far as the order of methods can tell?"""
        if event.scope is not self.rename.scope:
            return True
        place, at = event.place, self.rename.place
        return place.order < at.order and not place.block.unseen_from(at.block)

    def events(self, *kinds: type[Event]) -> Iterator[Event]:
        """What happens in all these scopes, and in the rename's own before the rename."""
        for scope in self.scopes:
            yield from (
                event for event in self.file.trace(scope).events if isinstance(event, kinds) and self.is_before(event)
            )

    def is_temp(self, path: Term) -> bool:
        """Is this the path that is renamed?"""
        return self.file.paths.key(path) == self.source

    @cached_property
    def handles(self) -> list[Open]:
        """The handles through which the temp is reached."""
        found = [e for e in self.events(Open) if isinstance(e, Open) and (e is self.birth or self.is_temp(e.path))]
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
            if use.opened in self.handles and self.is_before(use)
        ]

    @cached_property
    def fillings(self) -> list[Filling]:
        """Everything that puts content into the temp."""
        written = (use for use in self.uses if use.what in _FILLING and not (says_sync(use) or says_lock(use)))
        found = [Filling(use, use.opened, True) for use in written]
        found += [Filling(handle, handle, True) for handle in self.handles if self._may_be_written_unseen(handle)]
        for event in self.events(Whole, Save, Copy):
            if isinstance(event, (Whole, Save, Copy)) and self.is_temp(event.path):
                found.append(Filling(event, None, True))
        for scope in self.scopes:
            for value, place in flow_of(scope).yields:
                opened = self.file.handles.opened(Term(value, scope, place)) if value is not None else None
                if opened in self.handles and isinstance(value, ast.expr):
                    found.append(Filling(Event(opened.call, scope, place), opened, True))
        return found or [Filling(event, None, False) for event in self.handed]

    def _may_be_written_unseen(self, handle: Open) -> bool:
        """Does an attribute keep the handle, and is anything called before the rename that may write to it?"""
        scope = self.rename.scope
        between = (
            Event(node, scope, place)
            for node, place in flow_of(scope).calls
            if handle.place.order < place.order < self.rename.place.order
        )
        written = (dotted(e.term(e.call.func)) in v.RAW_WRITES or not is_harmless(e) for e in between)
        return self.file.is_kept(handle) and (handle.scope is not scope or any(written))

    @cached_property
    def handed(self) -> list[Event]:
        """The calls that are given the temp's path, and may write it."""
        return [event for event in self.given_the_temp if self.is_before(event) and not is_harmless(event)]

    @cached_property
    def given_the_temp(self) -> list[Event]:
        """The calls that are given the temp's path, whatever they do with it."""
        found = []
        for scope in self.scopes:
            for node, place in flow_of(scope).calls:
                event = Event(node, scope, place)
                given = [*node.args, *(keyword.value for keyword in node.keywords)]
                if node is not self.rename.call and any(
                    isinstance(arg, NAMES) and self.is_temp(event.term(arg)) for arg in given
                ):
                    found.append(event)
        return found

    @cached_property
    def first(self) -> Event:
        """Where the temp comes to be."""
        events = [self.birth] if self.birth is not None else [*self.handles, *(f.event for f in self.fillings)]
        own = [event for event in events if event.scope is self.rename.scope]
        return min(own or events, key=lambda event: event.place.order)

    @cached_property
    def removals(self) -> list[tuple[Scope, Place]]:
        """Where the temp is removed, by whatever call says so."""
        found: list[tuple[Scope, Place]] = []
        for scope in self.scopes:
            events = self.file.trace(scope).of(Remove)
            found += [(scope, event.place) for event in events if self.is_temp(event.path)]
            for node, place in flow_of(scope).calls:
                name = called_as(node)
                if not lexicon.REMOVING.isdisjoint(split_words(name)) or name in CALLBACKS:
                    given: list[ast.AST] = [*node.args, *(keyword.value for keyword in node.keywords)]
                    if name in CALLBACKS:  # `tmp.unlink`, `partial(Path.unlink, tmp)`
                        given = [inner for arg in given for inner in ast.walk(arg)]
                    if isinstance(node.func, ast.Attribute):
                        given.append(node.func.value)
                    if any(self._is_of_temp(Term(arg, scope, place)) for arg in given if isinstance(arg, NAMES)):
                        found.append((scope, place))
        return found

    def concerns(self, node: ast.expr, event: Event) -> bool:
        """Is the expression the temp, a folder that holds it, or a handle of it?"""
        return isinstance(node, NAMES) and self._is_of_temp(event.term(node))

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


CALLBACKS = frozenset({"callback", "register", "push"})
BUFFERED = frozenset({"write", "dump", "record", "copy", "handed"})
_FILLING = BUFFERED | {"put"}
_LOCKING = frozenset({"lock", "locked", "flock", "lockf"})
NAMES = (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.JoinedStr, ast.Subscript)


def says_sync(event: Event) -> bool:
    """Is it a call that says by its name that it syncs?"""
    return not lexicon.SYNCING.isdisjoint(split_words(called_as(event.call)))


def says_lock(event: Event) -> bool:
    """Is it a call that says by its name that it asks for a lock?"""
    words = split_words(called_as(event.call))
    return not _LOCKING.isdisjoint(words) and lexicon.SAVING.isdisjoint(words)


def is_harmless(event: Event) -> bool:
    """Does the call leave the content of a file alone whose path it is given?"""
    said = called_as(event.call)
    words = set(split_words(said))
    tells = not lexicon.TELLING.isdisjoint(words) and lexicon.SAVING.isdisjoint(words) and "write" not in words
    if tells or said in v.RENAME_METHODS or not lexicon.REMOVING.isdisjoint(words) or says_lock(event):
        return True
    name = dotted(event.term(event.call.func)) or ""
    return name.startswith(_HARMLESS) or name in v.SAME_PATH or name in v.OPENERS or name in BUILTINS
