"""The single pieces of evidence for one write, each in words that a message can carry."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.readback import read_elsewhere
from flake8_atomic.analysis.files.events import Copy, Event, Open
from flake8_atomic.analysis.state.clues import is_kept, roots
from flake8_atomic.analysis.state.fetched import streamed_by
from flake8_atomic.analysis.state.outward import KEEPERS, Outward
from flake8_atomic.analysis.state.renamed_away import renames_to


class Pieces(Outward):
    """What the file says of a write: all that makes it output, and all that makes it state."""

    def strong(self) -> Iterator[str]:
        """What makes it state, whatever speaks for output."""
        words = self.words
        if (
            words.suffix not in lexicon.PAGE_SUFFIXES
            and not self.of_build
            and not words.tail & lexicon.LOGS
            and not words.folder & lexicon.WORK_FOLDERS
        ):
            # A stamp that is compared with what would be written is written again where it is torn.
            marks = lexicon.MARKS if words.tail & lexicon.MARKS and self.compared else frozenset()
            yield from (f"the word {word}" for word in sorted(words.tail & lexicon.STATE - marks))

    def read(self) -> Event | None:
        """Where the file reads it again."""
        return None if self.compared or self.rendered else read_elsewhere(self.file, self.event, self.path)

    def fetched(self) -> Iterator[str]:
        """Who sends what is written."""
        event = self.event
        log = lexicon.LOGS & {self.words.suffix, *self.words.tail}
        if isinstance(event, Open) and not log and not self.words.folder & lexicon.BUILD_FOLDERS and not self.emptied:
            name = streamed_by(self.file, event, self.data)
            if name:
                yield f"the download by {name}"

    def weak(self) -> Iterator[str]:
        """What makes it state where nothing speaks for output."""
        words = self.words
        if self._is_documentary() and not self.copied:
            yield f"the suffix .{words.suffix}"
        yield from self.purpose()
        if not self.copied and is_kept(self.path) and not self._streams():
            yield "the attribute or constant that names it"
        yield from self.content()
        # What is copied where it could not be renamed is a move.
        if not self.copied and not isinstance(self.event, Copy):
            renames = renames_to(self.file, self.event, self.path)
            yield from (f"the rename to it on line {rename.call.lineno}" for rename in renames)

    def _is_documentary(self) -> bool:
        """Is the suffix one of files that hold something for the next run?"""
        words = self.words
        if words.suffix == "pth" and self.file.text_of.speaks(self.file.top, ("site_packages", "site-packages")):
            return False  # it names folders of packages, and is no model
        of_packages = words.suffix == "lock" and bool(words.tail & lexicon.PACKAGERS)
        return of_packages or words.suffix in lexicon.STATE_SUFFIXES

    def purpose(self) -> Iterator[str]:
        """What says where it lies and who writes it, rather than of what kind it is."""
        words = self.words
        yield from roots(words, self.path, self.file.values)
        yield from (f"the folder {word}" for word in sorted(words.folder & lexicon.STATE_FOLDERS))
        yield from (f"the function name with {word}" for word in self._saving())
        if not self.copied:
            owner = self.event.scope.owner
            named = split_words(owner.name) if owner is not None else []
            if lexicon.LOGS.isdisjoint(named):  # the log of a session is written as it goes
                yield from (f"the class name with {word}" for word in named if word in lexicon.KEEPERS)

    def _saving(self) -> list[str]:
        """The words by which a function says that it keeps what it writes; who only copies says so first."""
        if not self.copied:
            # A trace that is dumped is looked at.
            shown = frozenset({"dump"}) if not lexicon.PRODUCTS.isdisjoint(self.function) else frozenset()
            return [word for word in self.function if word in KEEPERS - shown]
        copies = isinstance(self.event, Copy) and lexicon.COPYING.isdisjoint(self.function)
        return [word for word in self.function[:1] if copies and word in lexicon.LASTING]

    def _streams(self) -> bool:
        """Is the handle kept open from call to call, as a recording or a log is?"""
        return isinstance(self.event, Open) and self.file.is_kept(self.event)
