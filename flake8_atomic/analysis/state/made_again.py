"""Files that nothing is lost by when they are torn: an archive that is unpacked at once, a mark that is only there."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import Wording
from flake8_atomic.analysis.facts.readback import read_elsewhere, readers
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, only_asks
from flake8_atomic.analysis.state.unpacked import is_unpacked

# A word that says no more than that the file is there.
_THERE = re.compile(
    r"\s*(?:\d|ok|yes|true|done|ready|completed?|success|created|installed|initiali[sz]ed)?\s*", re.IGNORECASE
)
_UNPACKS = re.compile(r"unpack|unzip|untar|extract|ZipFile|tarfile|TarFile")


def is_made_again(file: File, event: Event, path: Term, words: Wording, data: tuple[Term, ...]) -> bool:
    """Is it unpacked at once, or only ever asked whether it is there?"""
    if file.text_of.holds(event.scope, _UNPACKS) and is_unpacked(file, event, path):
        return True
    sentinel = words.tail & lexicon.SENTINELS and not words.suffix
    if sentinel or (data and all(map(_says_nothing, data))):
        # An empty `setup.done` is there as well as a whole one.
        asked = read_elsewhere(file, event, path)
        return asked is not None and only_asks(asked) and not readers(file, event, path)
    return False


def _says_nothing(written: Term) -> bool:
    """`"1"` or `"done"`: the same for every run."""
    value = written.node.value if isinstance(written.node, ast.Constant) else None
    return isinstance(value, str) and _THERE.fullmatch(value) is not None
