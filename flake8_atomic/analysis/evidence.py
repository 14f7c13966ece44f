"""Weighs what speaks for state against what speaks for output; nothing is looked up before it is needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.clues import fits, is_kept, makers_of, roots
from flake8_atomic.analysis.events import Copy, Event, Open, Whole
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.forgiven import is_made_of
from flake8_atomic.analysis.handed_out import handed_out_when_whole
from flake8_atomic.analysis.made_again import is_made_again
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.readback import read_elsewhere
from flake8_atomic.analysis.removal import emptied_before
from flake8_atomic.analysis.wording import Wording, function_words, split_words, wording_of


class Evidence:
    """The evidence for one write, each piece in words that a message can carry."""

    def __init__(
        self,
        file: File,
        event: Event,
        path: Term,
        data: tuple[Term, ...],
        state_paths: tuple[str, ...],
        *,
        copied: bool,
    ) -> None:
        self.file = file
        self.event = event
        self.path = path
        self._data = data
        self._state_paths = state_paths
        self._copied = copied

    @cached_property
    def state(self) -> str:
        """The first piece of evidence that makes it state; empty where there is none, or output outweighs it."""
        for pattern in self._state_paths:
            if fits(self.words, pattern):
                return f"the setting {pattern}"
        if self._handed_out:
            return ""
        weak = "" if self.output else next(self._weak(), "")
        state = next(self._strong(), "") or weak or next(self._read(), "")
        return "" if state and self._made_again else state

    @cached_property
    def output(self) -> str:
        """The first piece of evidence that it is made again."""
        return next(self._against(), "")

    @property
    def says_output(self) -> bool:
        """Does everything say that it is a product, and nothing that a later run reads it?"""
        if self.state:
            return False
        if self._handed_out or self._made_again:
            return True
        rendered = self.words.suffix in lexicon.RENDERED_SUFFIXES
        made = self._emptied or bool(self.words.folder & lexicon.BUILD_FOLDERS)
        # An `output_path` is only what the program writes: a report, a page, a picture is what somebody looks at.
        called = not lexicon.PRODUCTS.isdisjoint((*self.words.tail, *self._function))
        if not (rendered or called or self._compared or made or self.words.folder & lexicon.MAKERS_FOLDERS):
            return False
        # Whatever a build writes as a whole may be JSON, or named by an attribute.
        weak = self._purpose() if made and isinstance(self.event, Whole) else self._weak()
        return rendered or self._emptied or not next(weak, "")

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
    def _function(self) -> list[str]:
        return function_words(self.event.scope)

    def _strong(self) -> Iterator[str]:
        words = self.words
        if (
            words.suffix not in lexicon.RENDERED_SUFFIXES
            and not words.tail & lexicon.LOGS
            and not words.folder & lexicon.WORK_FOLDERS
        ):
            yield from (f"the word {word}" for word in sorted(words.tail & lexicon.STATE))

    def _read(self) -> Iterator[str]:
        if self._compared:
            return
        read = read_elsewhere(self.file, self.event, self.path)
        if read is not None:
            yield f"the read on line {read.call.lineno}"

    def _weak(self) -> Iterator[str]:
        words = self.words
        if words.suffix in lexicon.STATE_SUFFIXES or (words.suffix == "lock" and words.tail & lexicon.PACKAGERS):
            if not self._copied:
                yield f"the suffix .{words.suffix}"
        yield from self._purpose()
        if not self._copied and is_kept(self.path) and not self._streams():
            yield "the attribute or constant that names it"
        yield from self._content()

    def _purpose(self) -> Iterator[str]:
        """What says where it lies and who writes it, rather than of what kind it is."""
        words = self.words
        yield from roots(words)
        yield from (f"the folder {word}" for word in sorted(words.folder & lexicon.STATE))
        if not self._copied:
            yield from (f"the function name with {word}" for word in self._function if word in _KEEPERS)
            owner = self.event.scope.owner
            named = split_words(owner.name) if owner is not None else []
            if lexicon.LOGS.isdisjoint(named):  # the log of a session is written as it goes
                yield from (f"the class name with {word}" for word in named if word in lexicon.KEEPERS)

    def _streams(self) -> bool:
        """Is the handle kept open from call to call, as a recording or a log is?"""
        return isinstance(self.event, Open) and self.file.is_kept(self.event)

    def _against(self) -> Iterator[str]:
        yield from self._path_against()
        yield from (f"the function name with {word}" for word in self._function if word in _MAKERS | self._locks)
        for name in makers_of(self._data, self.file.values):
            if not lexicon.GENERATING.isdisjoint(split_words(name.rpartition(".")[2])):
                yield f"the content of {name}"

    def _path_against(self) -> Iterator[str]:
        if self._compared:
            yield "the comparison with what is there"
        words = self.words
        yield from (f"the word {word}" for word in sorted(words.tail & (lexicon.OUTPUT | self._locks)))
        if words.suffix in lexicon.OUTPUT_SUFFIXES:
            yield f"the suffix .{words.suffix}"
        yield from (f"the folder {word}" for word in sorted(words.folder & lexicon.MAKERS_FOLDERS))
        if self._emptied:
            yield "the folder that is removed before"

    @property
    def _locks(self) -> frozenset[str]:
        """The words that make it a lock, which is no file of packages."""
        words = self.words
        of_packages = words.suffix in lexicon.DOCUMENTS or words.tail & lexicon.PACKAGERS
        return frozenset() if of_packages else lexicon.LOCKS

    @cached_property
    def _compared(self) -> bool:
        """Is it only written where it differs from what is there, so that a torn file is written anew?"""
        if not self.file.text_of.speaks(self.event.scope, ("==", "!=", "cmp")):
            return False
        compared = self.file.trace(self.event.scope).compared
        if self._copied and "filecmp" in compared:
            return True
        written = [term for term in self._data if isinstance(term.node, (ast.Name, ast.Attribute))]
        if not any(ast.dump(term.node) in compared for term in written):
            return False
        return self.words.suffix in lexicon.RENDERED_SUFFIXES or not self._edited

    @property
    def _edited(self) -> bool:
        """Is it made of what was there? Then a torn file leaves nothing that it could be written anew from."""
        here = {id(read.call) for read in self.file.reads(self.event.scope, self.file.paths.key(self.path))}
        return bool(here) and any(is_made_of(self.file, term, here) for term in self._data)

    @cached_property
    def _emptied(self) -> bool:
        return emptied_before(self.file, self.event, self.path)

    @cached_property
    def _handed_out(self) -> bool:
        return handed_out_when_whole(self.file, self.event, self.path, self._data)

    @cached_property
    def _made_again(self) -> bool:
        return is_made_again(self.file, self.event, self.path, self.words, self._data)

    def _content(self) -> Iterator[str]:
        made = makers_of(self._data, self.file.values)
        yield from (f"the content of {name}" for name in made if lexicon.CONTENT.search(name))


_KEEPERS = lexicon.SAVING | lexicon.KEEPING
# `save_with_lock` locks what it saves.
_MAKERS = (lexicon.MAKING | lexicon.OUTPUT) - {"lock", "locks"}
