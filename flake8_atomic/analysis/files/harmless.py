"""What a call says by its name that it does to a file: that it syncs it, locks it, or leaves its content alone."""

from __future__ import annotations

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import BUILTINS, called_as, dotted
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Event

_HARMLESS = ("os.", "shutil.", "pathlib.", "tempfile.", "shlex.", "logging.", "re.", "warnings.")
_LOCKING = frozenset({"lock", "locked", "flock", "lockf"})


def says_sync(event: Event) -> bool:
    """Is it a call that says by its name that it syncs?"""
    return not lexicon.SYNCING.isdisjoint(split_words(called_as(event.call)))


def says_lock(event: Event) -> bool:
    """Is it a call that says by its name that it asks for a lock?"""
    words = split_words(called_as(event.call))
    return not _LOCKING.isdisjoint(words) and lexicon.SAVING.isdisjoint(words)


def is_harmless(event: Event) -> bool:
    """Does the call leave the content of a file alone whose path it is given?"""
    said = called_as(event.call)
    words = set(split_words(said))
    tells = not lexicon.TELLING.isdisjoint(words) and lexicon.SAVING.isdisjoint(words) and "write" not in words
    if tells or said in v.RENAME_METHODS or not lexicon.REMOVING.isdisjoint(words) or says_lock(event):
        return True
    name = dotted(event.term(event.call.func)) or ""
    return name.startswith(_HARMLESS) or name in v.SAME_PATH or name in v.OPENERS or name in BUILTINS
