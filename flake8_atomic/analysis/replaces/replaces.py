"""Home-made replaces: a file is written under another name and renamed over the target.

What is renamed must be proved a temp: born in `tempfile`, or its name made from the target's own, and written before.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import operands_of
from flake8_atomic.analysis.code.definitions import definition, member
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.strings import constants
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.callees import reached, writes
from flake8_atomic.analysis.files.events import Copy, Event, Open, Remove, Save, Whole
from flake8_atomic.analysis.files.harmless import is_harmless, says_lock, says_sync
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.files.shell import written_by
from flake8_atomic.analysis.replaces.renamed import Renamed

CALLBACKS = frozenset({"callback", "register", "push"})
BUFFERED = frozenset({"write", "dump", "record", "copy", "handed"})
_WRITES = re.compile(r"[wx][bt+]{0,2}(?::\w*)?")
# In the name of a function that only looks at what is there.
_READING = frozenset({"load", "loads", "read", "parse", "probe", "is", "has", "open", "count"})
_SAYS_WRITING = frozenset({"write", "save", "dump", "store", "make", "create"})
_FILLING = BUFFERED | {"put"}


@dataclass(frozen=True)
class Filling:
    """Something that puts content into the temp."""

    event: Event
    opened: Open | None  # the handle it went through
    known: bool  # do we know all that it does, a sync included?


def _reads(event: Event) -> bool:
    """Does it say that it opens, loads or asks, and nothing of writing?"""
    words = split_words(called_as(event.call))
    return bool(words) and words[0] in _READING and _SAYS_WRITING.isdisjoint(words)


def only_keeps(event: Event) -> bool:
    """Is it a class of this file that calls nothing when it is made?"""
    made = definition(event.term(event.call.func))
    node = made.node if made is not None else None
    if made is None or not isinstance(node, ast.ClassDef) or node.bases or node.decorator_list:
        return False
    init = member(made, "__init__")
    return init is not None and not flow_of(init).calls


class Replace(Renamed):
    """One rename of a proved temp over its target, with what happened to the temp before."""

    @cached_property
    def fillings(self) -> list[Filling]:
        """Everything that puts content into the temp."""
        written = (use for use in self.uses if use.what in _FILLING and not (says_sync(use) or says_lock(use)))
        found = [Filling(use, use.opened, True) for use in written]
        found += [Filling(handle, handle, True) for handle in self.handles if self._may_be_written_unseen(handle)]
        whole: Iterator[Whole | Save | Copy] = self.events(Whole, Save, Copy)
        found += [Filling(event, None, True) for event in whole if self.is_temp(event.path)]
        found += [Filling(event, None, True) for event in self.given_the_temp if self._is_packed_by(event)]
        for scope in self.scopes:
            for value, place in flow_of(scope).yields:
                opened = self.file.handles.opened(Term(value, scope, place)) if value is not None else None
                if opened in self.handles and isinstance(value, ast.expr):
                    found.append(Filling(Event(opened.call, scope, place), opened, True))
        return found or [Filling(event, None, False) for event in self.handed]

    def _is_packed_by(self, event: Event) -> bool:
        """Does a library write an archive or a download to the temp's path?"""
        name = dotted(event.term(event.call.func)) or ""
        packer = v.PACKERS.get(name)
        if packer is None and name not in v.OPENERS and definition(event.term(event.call.func)) is None:
            # `rasterio.open(temp, "w")`, `h5py.File(temp, "w")`; a map of the memory is synced by itself
            packer = v.ANY_OPENER if called_as(event.call) != "memmap" and not is_harmless(event) else None
        if packer is None:
            return False
        path = argument(event.call, packer.path)
        written = path is not None and self.is_before(event) and self.is_temp(event.term(path))
        mode = argument(event.call, packer.mode)
        modes = constants(event.term(mode), self.file.values) if mode is not None else {packer.default}
        return written and any(_WRITES.fullmatch(mode) for mode in modes)

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
        given = [event for event in self.given_the_temp if self.is_before(event) and self._may_write(event)]
        outputs = [event for event in self.calls if self.is_before(event) and self._is_output(event)]
        return given or outputs or list(self._yielded())

    def _may_write(self, event: Event) -> bool:
        """Is it neither harmless, nor an archive that is opened to be read, nor an object that only keeps the name?"""
        if is_harmless(event) or _reads(event) or dotted(event.term(event.call.func)) in v.PACKERS:
            return False
        return not only_keeps(event) or self.is_seen_to_write(event)

    def is_seen_to_write(self, event: Event) -> bool:
        """Does a function of this file write what it is given, and not leave that to another program?"""
        return any(any(writes(self.file, scope, key)) for scope, key in reached(self.file, event, self.source))

    def _yielded(self) -> Iterator[Event]:
        """Where the path is lent to the block of a `with`, which writes it."""
        for value, place in flow_of(self.rename.scope).yields:
            event = Event(self.rename.call, self.rename.scope, place)
            if isinstance(value, ast.expr) and self.is_temp(event.term(value)) and self.is_before(event):
                yield event

    def _is_output(self, event: Event) -> bool:
        """Is it the file that a command is told to write?"""
        where = v.COMMANDS.get(dotted(event.term(event.call.func)) or "")
        command = argument(event.call, where) if where is not None else None
        commands = self.file.values.origins(event.term(command)) if command is not None else ()
        return any(self.is_temp(each.term.at(path)) for each in commands for path in written_by(each.term.node))

    @cached_property
    def first(self) -> Event:
        """Where the temp comes to be."""
        # What goes through a handle comes after the handle, which another method may have opened.
        written = (filling.event for filling in self.fillings if filling.opened is None)
        events = [self.birth] if self.birth is not None else [*self.handles, *written]
        own = [event for event in events if event.scope is self.rename.scope]
        return min(own or events, key=lambda event: event.place.order)

    @cached_property
    def removals(self) -> list[Event]:
        """Where the temp is removed, by whatever call says so."""
        removed = (event for scope in self.scopes for event in self.file.trace(scope).of(Remove))
        told = (event for event in self.calls if self._is_told_to_remove(event))
        return [*(event for event in removed if self.is_temp(event.path)), *told]

    def _is_told_to_remove(self, event: Event) -> bool:
        name = called_as(event.call)
        if lexicon.REMOVING.isdisjoint(split_words(name)) and name not in CALLBACKS:
            return False
        given: list[ast.AST] = [*operands_of(event.call)]
        if name in CALLBACKS:  # `tmp.unlink`, `partial(Path.unlink, tmp)`
            given = [inner for arg in given for inner in ast.walk(arg)]
        # `remove(target if placed else temp)`
        given += [arm for arg in given if isinstance(arg, ast.IfExp) for arm in (arg.body, arg.orelse)]
        return any(self.concerns(arg, event) for arg in given)
