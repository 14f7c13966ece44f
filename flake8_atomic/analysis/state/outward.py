"""What the file says against state: that what is written is looked at, made again, or was asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import Wording, function_words, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.clues import makers_of
from flake8_atomic.analysis.state.compared import is_compared
from flake8_atomic.analysis.state.products import is_asked_for, is_of_build, is_rendered, is_told
from flake8_atomic.analysis.state.removal import emptied_before

KEEPERS = lexicon.SAVING | lexicon.KEEPING
# `save_with_lock` locks what it saves, and who dumps keeps it, however the file is called.
_MAKERS = (lexicon.MAKING | lexicon.OUTPUT) - {"dump", "dumps", "lock", "locks"}
_SAYING = KEEPERS | _MAKERS


class Outward:
    """One write, as its path, the function that writes and the content are called, and what speaks for output."""

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

    def content(self) -> Iterator[str]:
        """What a serializer returned."""
        made = makers_of(self.data, self.file.values)
        yield from (f"the content of {name}" for name in made if lexicon.CONTENT.search(name))

    def against(self) -> Iterator[str]:
        """What speaks for output."""
        yield from self._path_against()
        makers = (_MAKERS | self._locks) - self._forms
        yield from (f"the function name with {word}" for word in self._verbs if word in makers)
        yield from (f"the content of {name}" for name in self._made_by(lexicon.GENERATING))
        if self.producer:
            yield self.producer

    @cached_property
    def producer(self) -> str:
        """The class or the module that writes, where its name says that it makes products and keeps nothing."""
        owner = self.event.scope.owner
        for kind, name in (("class", owner.name if owner is not None else ""), ("module", self.file.module)):
            words = split_words(name)
            # A builder may save what it has built; an exporter saves what it exports.
            producers = lexicon.PRODUCERS | (lexicon.BUILDERS if lexicon.LASTING.isdisjoint(self.function) else set())
            if KEEPERS.isdisjoint(words) and (told := [word for word in words if word in producers]):
                return f"the {kind} name with {told[0]}"
        return ""

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
    def _forms(self) -> frozenset[str]:
        """The forms in which something is kept as well as shown: whoever saves it keeps it."""
        return frozenset() if lexicon.LASTING.isdisjoint(self.function) else lexicon.FORMS

    @property
    def _locks(self) -> frozenset[str]:
        """The words that make it a lock, which is no file of packages and holds nothing that somebody saves."""
        words = self.words
        of_packages = words.suffix in lexicon.DOCUMENTS or words.tail & lexicon.PACKAGERS
        saved = not lexicon.LASTING.isdisjoint(self.function) or next(self.content(), "")
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
    def told(self) -> bool:
        """Is it where whoever calls the function has its output?"""
        return is_told(self.path, self.file.values)

    @cached_property
    def emptied(self) -> bool:
        """Is the folder that it lies in removed first?"""
        return emptied_before(self.file, self.event, self.path)
