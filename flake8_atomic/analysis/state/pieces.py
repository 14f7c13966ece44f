"""The single pieces of evidence for one write, each in words that a message can carry."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import Wording, function_words, split_words
from flake8_atomic.analysis.facts.readback import read_elsewhere
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event, Open
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.clues import is_kept, makers_of, roots
from flake8_atomic.analysis.state.compared import is_compared
from flake8_atomic.analysis.state.fetched import streamed_by
from flake8_atomic.analysis.state.products import is_asked_for, is_of_build, is_rendered
from flake8_atomic.analysis.state.removal import emptied_before
from flake8_atomic.analysis.state.renamed_away import renames_to

_KEEPERS = lexicon.SAVING | lexicon.KEEPING
# `save_with_lock` locks what it saves.
_MAKERS = (lexicon.MAKING | lexicon.OUTPUT) - {"lock", "locks"}
_SAYING = _KEEPERS | _MAKERS


class Pieces:
    """What the file says of a write: of its path, of the function that writes, of the content."""

    def __init__(self, file: File, event: Event, path: Term, data: tuple[Term, ...], *, copied: bool) -> None:
        self.file = file
        self.event = event
        self.path = path
        self.data = data
        self.copied = copied

    @cached_property
    def words(self) -> Wording:
        """What the path is called."""
        words = wording_of(self.path, self.file.values)
        event = self.event
        if isinstance(event, Copy) and event.function != "shutil.copyfile" and not (words.tail or words.suffix):
            # A copy into a folder keeps the name of the source.
            source = wording_of(event.source, self.file.values)
            return words._replace(tail=source.tail, suffix=source.suffix)
        return words

    @cached_property
    def function(self) -> list[str]:
        """The words of the function that writes, or of one around it that saves, where its own say nothing."""
        own = words = function_words(self.event.scope)
        scope = self.event.scope.parent
        while _SAYING.isdisjoint(words) and scope is not None and scope.function is not None:
            words, scope = function_words(scope), scope.parent
        return own if lexicon.LASTING.isdisjoint(words) else words

    def strong(self) -> Iterator[str]:
        """What makes it state, whatever speaks for output."""
        words = self.words
        if (
            words.suffix not in lexicon.PAGE_SUFFIXES
            and not self.of_build
            and not words.tail & lexicon.LOGS
            and not words.folder & lexicon.WORK_FOLDERS
        ):
            yield from (f"the word {word}" for word in sorted(words.tail & lexicon.STATE))

    def read(self) -> Event | None:
        """Where the file reads it again."""
        return None if self.compared or self.rendered else read_elsewhere(self.file, self.event, self.path)

    def fetched(self) -> Iterator[str]:
        """Who sends what is written."""
        event = self.event
        log = self.words.suffix == "log" or self.words.tail & lexicon.LOGS
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
        yield from self._content()
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
        yield from (f"the folder {word}" for word in sorted(words.folder & lexicon.STATE))
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
            return [word for word in self.function if word in _KEEPERS - shown]
        copies = isinstance(self.event, Copy) and lexicon.COPYING.isdisjoint(self.function)
        return [word for word in self.function[:1] if copies and word in lexicon.LASTING]

    def _content(self) -> Iterator[str]:
        made = makers_of(self.data, self.file.values)
        yield from (f"the content of {name}" for name in made if lexicon.CONTENT.search(name))

    def _streams(self) -> bool:
        """Is the handle kept open from call to call, as a recording or a log is?"""
        return isinstance(self.event, Open) and self.file.is_kept(self.event)

    def against(self) -> Iterator[str]:
        """What speaks for output."""
        yield from self._path_against()
        makers = (_MAKERS | self._locks) - self._forms
        yield from (f"the function name with {word}" for word in self._verbs if word in makers)
        yield from (f"the content of {name}" for name in self._made_by(lexicon.GENERATING))

    def _made_by(self, words: frozenset[str]) -> Iterator[str]:
        """The functions that are called so and return what is written."""
        for name in makers_of(self.data, self.file.values):
            if not words.isdisjoint(split_words(name.rpartition(".")[2])):
                yield name

    @property
    def fills_template(self) -> bool:
        """Is what is written rendered from a template? A key is generated, and is no product."""
        return next(self._made_by(lexicon.RENDERING), None) is not None

    @property
    def _verbs(self) -> list[str]:
        """The words of the function without those that name what it saves: `save_run` runs nothing."""
        saves = next((n for n, word in enumerate(self.function) if word in lexicon.LASTING), len(self.function))
        verbs = lexicon.MAKING - lexicon.OUTPUT
        return [word for n, word in enumerate(self.function) if n < saves or word not in verbs]

    def _path_against(self) -> Iterator[str]:
        if self.compared:
            yield "the comparison with what is there"
        words = self.words
        yield from (f"the word {word}" for word in sorted(words.tail & ((lexicon.OUTPUT - self._forms) | self._locks)))
        if words.suffix in lexicon.OUTPUT_SUFFIXES - self._forms:
            yield f"the suffix .{words.suffix}"
        yield from (f"the folder {word}" for word in sorted(words.folder & lexicon.MAKERS_FOLDERS))
        if self.emptied:
            yield "the folder that is removed before"
        if self.of_build:
            yield "the build that makes it"

    @property
    def is_called_output(self) -> bool:
        """Does the name of the file itself say that it is looked at, and not kept?"""
        return not self.words.tail.isdisjoint(lexicon.OUTPUT - self._forms)

    @property
    def _forms(self) -> frozenset[str]:
        """The forms in which something is kept as well as shown: whoever saves it keeps it."""
        return frozenset() if lexicon.LASTING.isdisjoint(self.function) else lexicon.FORMS

    @property
    def _locks(self) -> frozenset[str]:
        """The words that make it a lock, which is no file of packages and holds nothing that somebody saves."""
        words = self.words
        of_packages = words.suffix in lexicon.DOCUMENTS or words.tail & lexicon.PACKAGERS
        saved = not lexicon.LASTING.isdisjoint(self.function) or next(self._content(), "")
        return frozenset() if of_packages or saved else lexicon.LOCKS

    @cached_property
    def compared(self) -> bool:
        """Is it only written where it differs from what is there, so that a torn file is written anew?"""
        rendered = self.words.suffix in lexicon.RENDERED_SUFFIXES
        return is_compared(self.file, self.event, self.path, self.data, rendered=rendered, copied=self.copied)

    @cached_property
    def of_build(self) -> bool:
        """Is it made again by every build?"""
        return self.rendered or is_of_build(self.file, self.words)

    @cached_property
    def rendered(self) -> bool:
        """Does Sphinx render it?"""
        return is_rendered(self.path, self.file)

    @cached_property
    def asked_for(self) -> bool:
        """Is it where somebody asked for it, on the command line or as `save_as_json`?"""
        tail = self.words.tail
        if tail >= {"save", "as"} and tail & (lexicon.DOCUMENTS | lexicon.FORMS):
            return True
        return is_asked_for(self.path, self.file.values)

    @cached_property
    def emptied(self) -> bool:
        """Is the folder that it lies in removed first?"""
        return emptied_before(self.file, self.event, self.path)
