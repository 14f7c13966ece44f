"""One file as the rules see it: its traces, and what the rest of the file says about a path."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from pathlib import PurePath

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.neighbours import needs_unix
from flake8_atomic.analysis.code.parents import Parents
from flake8_atomic.analysis.code.scopes import Scope, find_scopes
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.text_of import TextOf
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.calls import TELLING
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Event, Open, Read, Rename, Use
from flake8_atomic.analysis.files.handles import Handles
from flake8_atomic.analysis.files.hints import aliases, hinted_scopes
from flake8_atomic.analysis.files.trace import Trace
from flake8_atomic.analysis.paths.keys import Key, alike
from flake8_atomic.analysis.paths.paths import Paths
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.live_files import LiveFiles

_OS_RENAMING = ("os.re", "shutil.move(")
_RENAMING = tuple({f"{name.rpartition('.')[2]}(" for name in v.RENAMES})


class File:
    """The analysis of one source file; everything in it is worked out when it is first asked for."""

    def __init__(
        self,
        source: Source,
        settings: list[int] | None = None,
        connects: list[int] | None = None,
        filename: str = "",
    ) -> None:
        self.source = source
        self.filename = filename
        self.module = PurePath(filename).stem
        self.folder = PurePath(filename).parent.name
        self.top = find_scopes(source.tree)
        self.text_of = TextOf(source)
        self.values = Values(self.top, self.text_of)
        self.aliases = aliases(self.values)
        self.handles = Handles(self.values, TELLING, self.aliases)
        self.paths = Paths(self.values)
        self.databases = Databases(self.values, settings or (), connects or ())
        self.live = LiveFiles(self.databases, self.paths)
        self.hinted: dict[Scope, None] = {}
        self.saved: dict[int, list[Saved]] = {}
        self.saving: dict[Scope, set[int]] | None = None
        self._seen: set[int] = set()
        self._traces: dict[int, Trace] = {}
        self._reads: dict[int, dict[Key, list[Event]]] = {}
        self._renames: dict[int, list[Rename]] = {}

    @cached_property
    def parents(self) -> Parents:
        """What stands around each node."""
        return Parents(self.source.tree)

    @cached_property
    def mentions(self) -> dict[str, list[int]]:
        """The lines on which the code, and no comment or text, speaks of a name, by the name."""
        found: dict[str, list[int]] = {}
        for node in ast.walk(self.source.tree):
            if isinstance(node, (ast.Name, ast.Attribute)):
                name = node.id if isinstance(node, ast.Name) else node.attr
                found.setdefault(name, []).append(node.end_lineno or node.lineno)
        return found

    @cached_property
    def publishers(self) -> frozenset[str]:
        """The names of the functions that rename by `os` or `shutil`; most files have none."""
        functions = (scope for scope in self.hinted if scope.function is not None)
        return frozenset(scope.name for scope in functions if self.text_of.speaks(scope, _OS_RENAMING))

    @cached_property
    def renaming(self) -> frozenset[str]:
        """Those, and the names of the functions that rename by a method of the path."""
        functions = (scope for scope in self._may_rename if scope.function is not None)
        return self.publishers | {scope.name for scope in functions if any(self.trace(scope).of(Rename))}

    @cached_property
    def is_of_unix(self) -> bool:
        """Does its package need Unix? That is asked of the disk, so it is asked last."""
        return needs_unix(self.filename)

    def let_go(self) -> None:
        """Cut what points back: what was made for the file is freed at once, and leaves the collector nothing."""
        for scope in self.top.walk():
            scope.parent = scope.flow = None

    def trace(self, scope: Scope) -> Trace:
        """The events of one scope, read once."""
        trace = self._traces.get(id(scope))
        if trace is None:
            trace = self._traces[id(scope)] = Trace(scope, self.handles)
        return trace

    def traces(self, offsets: list[int]) -> Iterator[Trace]:
        """The traces of every scope whose text shows that it may write a file."""
        hinted = hinted_scopes(self.text_of, self.top, offsets, self.aliases)
        self.hinted = dict.fromkeys((*hinted, *self.databases.scopes()))
        # Who has another function publish what a third one wrote speaks of no file himself.
        calling = (scope for name in self.renaming for scope in self.values.scopes_with(f"{name}(", whole=True))
        self.hinted.update(dict.fromkeys(calling))
        yield from map(self.trace, self.hinted)

    def uses(self, opened: Open) -> list[Use]:
        """What is done with a handle: in its own function, in the class that keeps it, by those it is returned to."""
        scope = opened.scope
        scopes = scope.beside() if scope.owner is not None and self.is_kept(opened) else list(scope.walk())
        returns = (Term(value, scope, place) for value, place in flow_of(scope).returns)
        if any(self.handles.opened(value) is opened for value in returns):
            scopes = list(dict.fromkeys([*scopes, *(call.scope for call in self.values.calls_of(scope))]))
        return [use for scope in scopes for use in self.trace(scope).uses if use.opened is opened]

    def is_kept(self, opened: Open) -> bool:
        """Does an attribute keep the handle?"""
        bindings = (binding for _, binding in flow_of(opened.scope).attributes)
        return any(self.handles.opened(Term(b.value, opened.scope, b.place)) is opened for b in bindings if b.value)

    def unseen(self, scopes: list[Scope]) -> list[Scope]:
        """Those of the scopes that were not asked for before."""
        found = [scope for scope in scopes if id(scope) not in self._seen]
        self._seen.update(map(id, found))
        return found

    def reads(self, scope: Scope, key: Key) -> list[Event]:
        """Where a scope reads this path, or asks after it."""
        return self._reads_by_key(scope).get(key, [])

    def reads_alike(self, scope: Scope, key: Key) -> list[Event]:
        """Where a scope reads, or asks after, what it calls as another one calls this path."""
        known, called = self._reads_by_key(scope), alike(key)
        return [read for other, reads in known.items() if alike(other) == called for read in reads]

    def _reads_by_key(self, scope: Scope) -> dict[Key, list[Event]]:
        if id(scope) not in self._reads:
            found: dict[Key, list[Event]] = {}
            for event in self.trace(scope).events:
                if isinstance(event, Read) or (isinstance(event, Open) and event.reads):
                    found.setdefault(self.paths.key(event.path), []).append(event)
            self._reads[id(scope)] = found
        return self._reads[id(scope)]

    @cached_property
    def _may_rename(self) -> frozenset[Scope]:
        """The functions that may rename something; most of the others that write are asked for nothing more."""
        words = (*_RENAMING, *(f"{alias}(" for alias in self.aliases))
        return frozenset(scope for scope in self.hinted if self.text_of.speaks(scope, words))

    def renames(self, near: Event) -> list[Rename]:
        """The renames of the event's function, of those nested in it, and of its class."""
        key = id(near.scope)
        if key not in self._renames:
            told = [scope for scope in near.scope.beside() if scope in self._may_rename] if self._may_rename else ()
            self._renames[key] = [rename for scope in told for rename in self.trace(scope).of(Rename)]
        return self._renames[key]
