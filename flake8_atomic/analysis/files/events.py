"""What can happen to a file: opened, written, dumped into, copied over, renamed, removed, connected to."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import NamedTuple, TypeGuard

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import Scope


@dataclass(frozen=True, eq=False)
class Event:
    """Something that a call does to a file."""

    call: ast.Call
    scope: Scope
    place: Place

    def term(self, node: ast.expr) -> Term:
        """An expression as it is evaluated when this happens."""
        return Term(node, self.scope, self.place)


class At(NamedTuple):
    """An event that is shown where something else stands, as the name of the file that it makes."""

    event: Event
    node: ast.expr


@dataclass(frozen=True, eq=False)
class Open(Event):
    """A file is opened; `modes` are all the modes it may have, empty when none is known."""

    path: Term
    modes: frozenset[str]
    spelling: str
    uses: list[Use] = field(default_factory=list)

    @property
    def truncates(self) -> bool:
        """Is everything in the file gone as soon as it is opened?"""
        return any("w" in mode for mode in self.modes)

    @property
    def edits(self) -> bool:
        """Is it opened to change what is there?"""
        return any("r" in mode and "+" in mode for mode in self.modes)

    @property
    def reads(self) -> bool:
        """Is it opened to be read?"""
        return any("r" in mode for mode in self.modes)


@dataclass(frozen=True, eq=False)
class Use(Event):
    """A handle is used.

    `what` is one of: write, dump (json, pickle, … whose output is worth something only whole), record (csv, XML),
    copy, seek, truncate, sync, flush, close, lock, read, handed (to a call that may do anything with it).
    """

    what: str
    opened: Open
    data: tuple[ast.expr, ...] = ()


@dataclass(frozen=True, eq=False)
class Whole(Event):
    """`path.write_text(data)` or `write_bytes`: truncated, written and closed in one call."""

    path: Term
    function: str
    data: tuple[ast.expr, ...]
    handed: int = 0
    """How many arguments stand before its own, where another function is given the method to call."""


@dataclass(frozen=True, eq=False)
class Save(Event):
    """A library is given a path to save to; `receiver` is an object that must be a tree for it to be a save."""

    path: Term
    function: str
    receiver: Term | None = None
    handed: bool = False  # to what calls it: `asyncio.to_thread(np.save, path, array)`


@dataclass(frozen=True, eq=False)
class Atomic(Event):
    """A helper writes a file whole, or opens one whose content appears whole."""

    path: Term
    function: str
    data: tuple[ast.expr, ...]


@dataclass(frozen=True, eq=False)
class Together(Event):
    """Files that belong together are saved one after another; the first of the calls stands for all."""

    saved: tuple[Event, ...]
    why: str
    loop: ast.For | None = None


@dataclass(frozen=True, eq=False)
class Copy(Event):
    """A file is overwritten with the content of another."""

    source: Term
    path: Term
    function: str
    handed: bool = False  # to what calls it


@dataclass(frozen=True, eq=False)
class Edit(Event):
    """A file is rewritten line by line under its own name."""

    path: Term | None


@dataclass(frozen=True, eq=False)
class Rename(Event):
    """A file takes another name."""

    source: Term
    target: Term
    function: str
    handed: bool = False  # to what calls it: `asyncio.to_thread(os.replace, temp, path)`
    put_by: bool = False  # in a list of several


@dataclass(frozen=True, eq=False)
class Remove(Event):
    """A file is removed."""

    path: Term


@dataclass(frozen=True, eq=False)
class Read(Event):
    """A path is read, or, where `asks`, only asked whether it is there."""

    path: Term
    asks: bool = False


def only_asks(event: Event) -> TypeGuard[Read]:
    """Is a path only asked whether it is there?"""
    return isinstance(event, Read) and event.asks


@dataclass(frozen=True, eq=False)
class Connect(Event):
    """A SQLite database is connected to; `path` may be a URI or a URL."""

    path: Term


@dataclass(frozen=True, eq=False)
class Pragma(Event):
    """A setting of a connection is changed, or where `value` is None only asked for; an unknown value is NUL.

    `connection` is what executes it; `configured` are settings that a framework applies whenever it connects.
    """

    name: str
    value: str | None
    connection: Term
    configured: bool = False
