"""Files that nothing is lost by when they are torn: a forgiven cache, what is compared or unpacked, a mere mark."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import Wording
from flake8_atomic.analysis.facts.readback import read_elsewhere, readers
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, only_asks
from flake8_atomic.analysis.state.forgiven import forgives, is_cache, is_forgiven
from flake8_atomic.analysis.state.unpacked import is_unpacked
from flake8_atomic.analysis.state.verified import is_mark, is_verified

# A word that says no more than that the file is there.
_THERE = re.compile(
    r"\s*(?:\d|ok|yes|true|done|ready|completed?|success|created|installed|initiali[sz]ed)?\s*", re.IGNORECASE
)
_UNPACKS = re.compile(r"unpack|unzip|untar|extract|ZipFile|tarfile|TarFile")


def is_made_again(file: File, event: Event, path: Term, words: Wording, data: tuple[Term, ...]) -> bool:
    """Does everything that reads it in this file notice that it is torn, and is nothing lost by that?"""
    if file.text_of.holds(event.scope, _UNPACKS) and is_unpacked(file, event, path):
        return True
    sentinel = words.tail & lexicon.SENTINELS and not words.suffix
    if sentinel or (data and all(map(_says_nothing, data))):
        # An empty `setup.done` is there as well as a whole one.
        asked = read_elsewhere(file, event, path)
        if asked is not None and only_asks(asked) and not readers(file, event, path):
            return True
    cached, marked = is_cache(event, words), is_mark(words, data)
    # To find every reader reads much of the file; most writes are neither, nor read where they stand.
    if not (cached or marked or any(map(forgives, file.reads(event.scope, file.paths.key(path))))):
        return False
    reads = readers(file, event, path)
    if not reads:
        return False
    return is_forgiven(file, event, path, data, reads, cached=cached) or (marked and is_verified(file, data, reads))


def _says_nothing(written: Term) -> bool:
    """`"1"` or `"done"`: the same for every run."""
    value = written.node.value if isinstance(written.node, ast.Constant) else None
    return isinstance(value, str) and _THERE.fullmatch(value) is not None
