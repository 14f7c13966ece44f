"""Weighs what speaks for state against what speaks for output; nothing is looked up before it is needed."""

from __future__ import annotations

from functools import cached_property

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.facts.folders import takes_files
from flake8_atomic.analysis.facts.matching import fitting
from flake8_atomic.analysis.facts.readback import readers
from flake8_atomic.analysis.files.events import Copy, Read, Whole, only_asks
from flake8_atomic.analysis.state.clues import is_constant
from flake8_atomic.analysis.state.handed_out import handed_out_when_whole
from flake8_atomic.analysis.state.made_again import is_made_again
from flake8_atomic.analysis.state.pieces import Pieces


class Evidence:
    """The verdict on one write, and the piece of evidence that decided."""

    def __init__(self, pieces: Pieces, state_paths: tuple[str, ...]) -> None:
        self._pieces = pieces
        self._state_paths = state_paths

    @cached_property
    def state(self) -> str:
        """The first piece of evidence that makes it state; empty where there is none, or output outweighs it."""
        pieces = self._pieces
        if setting := fitting(pieces.path, self._state_paths, pieces.file):
            return f"the setting {setting}"
        if self._handed_out:
            return ""
        # What is copied is still where it came from: where anything says output, a word is no more than a guess.
        word = "" if pieces.copied and self.output else next(pieces.strong(), "")
        weak = "" if self.output else next(pieces.weak(), "")
        state = word or weak or self._read or next(pieces.fetched(), "")
        return "" if state and self._made_again else state

    @property
    def _read(self) -> str:
        """Where the file reads it, or asks whether it is there in a way that tells."""
        pieces, read = self._pieces, self._pieces.read()
        if read is None:
            return ""
        if only_asks(read) and self._asked_in_vain(read):
            read = next(iter(readers(pieces.file, pieces.event, pieces.path)), None)
        return f"the read on line {read.call.lineno}" if read is not None else ""

    def _asked_in_vain(self, read: Read) -> bool:
        """Is it a folder that is asked for, a fixed text, what is rendered, or a copy of what makes a product?"""
        pieces = self._pieces
        if takes_files(pieces.file, read.path) or is_constant(pieces.data, pieces.file.values):
            return True
        if pieces.words.suffix in lexicon.RENDERED_SUFFIXES | lexicon.SCRIPTS or pieces.fills_template:
            return True
        return isinstance(pieces.event, Copy) and self.output not in ("", pieces.producer)

    @cached_property
    def output(self) -> str:
        """The first piece of evidence that it is made again."""
        return next(self._pieces.against(), "")

    @property
    def says_output(self) -> bool:
        """Does everything say that it is a product, and nothing that a later run reads it?"""
        if self.state:
            return False
        if self._handed_out or self._made_again or self._pieces.of_build or self._pieces.asked_for:
            return True
        pieces, words = self._pieces, self._pieces.words
        rendered = words.suffix in lexicon.RENDERED_SUFFIXES
        # A workdir is also what an agent calls the folder that it lives in.
        lived_in = lexicon.LIVED_IN if words.tail & lexicon.STATE else frozenset()
        folders = words.folder - lived_in
        made = pieces.emptied or bool(folders & lexicon.BUILD_FOLDERS)
        # An `output_path` is only what the program writes: a report, a page, a picture is what somebody looks at.
        named = bool(pieces.producer or folders & lexicon.DEBUG_FOLDERS)
        called = named or not lexicon.PRODUCTS.isdisjoint((*words.tail, *pieces.function))
        if not (rendered or called or pieces.compared or made or folders & lexicon.MAKERS_FOLDERS or pieces.told):
            return False
        # Whatever a build writes may be JSON, or named by an attribute, and so may a report.
        weak = pieces.purpose() if named or (made and isinstance(pieces.event, Whole)) else pieces.weak()
        shown = words.suffix in lexicon.PAGE_SUFFIXES or (rendered and pieces.compared)
        return shown or pieces.emptied or not next(weak, "")

    @cached_property
    def _handed_out(self) -> bool:
        pieces = self._pieces
        return handed_out_when_whole(pieces.file, pieces.event, pieces.path, pieces.data)

    @cached_property
    def _made_again(self) -> bool:
        pieces = self._pieces
        return is_made_again(pieces.file, pieces.event, pieces.path, pieces.words, pieces.data)
