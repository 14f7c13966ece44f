"""One scope under inspection: what a rule may ask of the files in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.facts.saves import book_of, saves_to_a_path
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Atomic, Copy, Edit, Event, Open, Rename, Save, Together, Use, Whole
from flake8_atomic.analysis.files.pathlib_arguments import called_like_a_path
from flake8_atomic.analysis.files.rewritten import is_rewritten
from flake8_atomic.analysis.files.trace import Trace
from flake8_atomic.analysis.paths.receivers import is_path, opens_a_file
from flake8_atomic.analysis.replaces.constructed import published_on_exit
from flake8_atomic.analysis.replaces.fallbacks import copies_instead
from flake8_atomic.analysis.replaces.publishing import replaces_of
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.state.evidence import Evidence
from flake8_atomic.analysis.state.excuses import Excuses
from flake8_atomic.analysis.state.pieces import Pieces
from flake8_atomic.analysis.together.written_whole import written_by_others, written_by_replace
from flake8_atomic.database_inspection import DatabaseInspection
from flake8_atomic.settings import Settings

_OPENS = frozenset({"open", "extractfile"})


class Inspection:
    """The events of one scope that nothing excuses, with the evidence for each."""

    def __init__(self, file: File, trace: Trace, settings: Settings) -> None:
        self.file = file
        self.trace = trace
        self.settings = settings
        self._excuses = Excuses(file, settings.ignore_paths, settings.helpers)
        self._evidence: dict[int, Evidence] = {}

    @cached_property
    def truncating_opens(self) -> list[Open]:
        """The files that lose their content when this scope opens them."""
        opened = [event for event in self.trace.opens if event.truncates and self._opens_a_path(event)]
        return [event for event in opened if not self._excuses.open(event)]

    @cached_property
    def editing_opens(self) -> list[Open]:
        """The files that this scope opens to change what is there, and in no other mode that empties them."""
        opened = [event for event in self.trace.opens if event.edits and self._opens_a_path(event)]
        return [event for event in opened if not (event in self.truncating_opens or self._excuses.edit(event))]

    def _opens_a_path(self, opened: Open) -> bool:
        """Is it no other thing's method, such as `node.open("wb")` of a storage in memory?"""
        return opened.spelling != ".open" or opens_a_file(opened.path, self.file.paths) is not False

    def rewrites(self, opened: Open) -> bool:
        """Is the content replaced from a place on, rather than patched where it stands?"""
        return is_rewritten(opened, self.file.uses(opened), self.file.values)

    def whole_writes(self, function: str) -> Iterator[Whole]:
        """`write_text` or `write_bytes` of something that may be a path."""
        yield from (event for event in self._whole_writes if event.function == function)

    @cached_property
    def _whole_writes(self) -> list[Whole]:
        written = [event for event in self.trace.of(Whole) if called_like_a_path(event)]
        paths = [event for event in written if is_path(event.path, self.file.paths) is not False]
        return [event for event in paths if not self._excuses.whole(event)]

    def saves(self) -> Iterator[Save]:
        """Libraries that are given a path to save to."""
        books = set[ast.AST]()
        for event in self.trace.of(Save):
            if saves_to_a_path(event, self.file) and not self._excuses.path(event, event.path):
                book = book_of(event, self.file)
                if book not in books:
                    yield event
                if book is not None:
                    books.add(book)

    def copies(self) -> Iterator[Copy]:
        """Copies over a file, backups left out."""
        for event in self.trace.of(Copy):
            if not self._excuses.path(event, event.path) and not self._excuses.backup(event):
                yield event

    def copies_instead(self, copied: Copy) -> bool:
        """Is a temp copied over its target because it could not be renamed there?"""
        return copies_instead(self.file, copied)

    def edits(self) -> Iterator[Edit]:
        """Files rewritten line by line."""
        for event in self.trace.of(Edit):
            if event.path is None or not self._excuses.path(event, event.path):
                yield event

    def first_uses(self, what: str) -> Iterator[Use]:
        """The first such use of each handle that this scope opens in place, wherever in the class it happens."""
        first: dict[int, Use] = {}
        for opened in self.truncating_opens:
            uses = [use for use in self.file.uses(opened) if use.what == what]
            for use in sorted(uses, key=lambda use: use.call.lineno)[:1]:
                first.setdefault(id(use.call), use)
        yield from first.values()

    @cached_property
    def written_by_others(self) -> list[Atomic]:
        """What the helpers of other libraries, or of the project, write whole."""
        return list(written_by_others(self.file, self.trace.scope, self.settings.helpers))

    @cached_property
    def atomic_writes(self) -> list[Atomic]:
        """What is written whole, by helpers of whatever origin or by home-made replaces."""
        every = [*self.trace.of(Atomic), *self.written_by_others, *map(written_by_replace, self.replaces)]
        return [event for event in every if not self._excuses.path(event, event.path)]

    @cached_property
    def databases(self) -> DatabaseInspection:
        """What this scope does to SQLite databases."""
        return DatabaseInspection(self.file, self.trace, self._excuses)

    @cached_property
    def replaces(self) -> list[Replace]:
        """The home-made replaces whose rename stands in this scope."""
        found = replaces_of(self.file, self.trace.scope)
        return [replace for replace in found if not self._is_ignored(replace.rename)]

    @cached_property
    def published_on_exit(self) -> list[Rename]:
        """The renames by which a `with` block publishes the temp that its object was given, also where it fails."""
        renames = published_on_exit(self.file, self.trace.scope)
        return [rename for rename in renames if not self._is_ignored(rename)]

    def _is_ignored(self, rename: Rename) -> bool:
        return any(map(self._excuses.ignored, (rename.source, rename.target)))

    def does(self, opened: Open, *what: str) -> bool:
        """Is the handle used so, anywhere?"""
        return any(use.what in what for use in self.file.uses(opened))

    def evidence(self, event: Open | Whole | Save | Copy | Atomic) -> Evidence:
        """What speaks for state, and what for output."""
        known = self._evidence.get(id(event))
        if known is None:
            data = tuple(self.data(event))
            copied = isinstance(event, Open) and self._copies_a_file(event)
            if isinstance(event, Copy):
                # What is copied from a temp has nowhere else to come from.
                copied = not self.file.paths.temporary(event.source)
            pieces = Pieces(self.file, event, event.path, data, copied=copied)
            known = Evidence(pieces, self.settings.state_paths)
            self._evidence[id(event)] = known
        return known

    def _copies_a_file(self, opened: Open) -> bool:
        """Is it filled from another file or a member of an archive, rather than from what somebody sends?"""
        sources = [use.term(use.data[0]) for use in self.file.uses(opened) if use.what == "copy" and use.data]
        origins = (origin for source in sources for origin in self.file.values.origins(source))
        return any(
            isinstance(origin.term.node, ast.Call) and called_as(origin.term.node) in _OPENS for origin in origins
        )

    def is_dumped(self, opened: Open) -> bool:
        """Is it left to the rule for dumps?"""
        return self.does(opened, "dump") and not self.evidence(opened).says_output

    def is_state(self, event: Open | Whole | Save | Copy) -> bool:
        """Is the path proved to be state?"""
        return bool(self.evidence(event).state)

    def data(self, event: Event) -> Iterator[Term]:
        """What is written."""
        if isinstance(event, (Whole, Atomic)):
            yield from (event.term(node) for node in event.data)
        elif isinstance(event, Open):
            for use in self.file.uses(event):
                if use.what in ("write", "dump"):
                    yield from (use.term(node) for node in use.data if isinstance(node, ast.expr))

    def because(self, event: Event) -> str:
        """The evidence that made it state, for the message."""
        if isinstance(event, Together):
            return f" (together by {event.why})"
        if isinstance(event, Edit):
            return " (state by the lines that are read from it)"
        told = event.opened if isinstance(event, Use) else event
        known = self._evidence.get(id(told))
        return f" (state by {known.state})" if known is not None and known.state else ""
