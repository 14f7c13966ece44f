"""Files that one other function reads: by the same path, or by the same names in another folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.words import function_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.state.taken_in import every_taken, loads
from flake8_atomic.analysis.together.fields import is_of_settings

_NO_THING = lexicon.READING | lexicon.WRITING | {"all", "init", "resume"}
_SAYING = frozenset({
    "add", "checkpoint", "dump", "flush", "persist", "put", "record", "save", "set", "store", "sync", "update", "write",
})  # fmt: skip


def by_loader(file: File, run: Sequence[Saved], saver: Scope) -> Iterator[list[Saved]]:
    """Files that one other function reads, in a later run."""
    writers = [saver, *(one.event.scope for one in run)]
    loaders: dict[Scope, list[Saved]] = {}
    for one, taken in zip(run, every_taken(file, run, saver, loads), strict=True):
        for scope in dict.fromkeys(each.scope for each in taken):
            if scope not in writers and loads(scope):
                loaders.setdefault(scope, []).append(one)
    for reader, found in loaders.items():
        if len(found) > 1 and not all(is_of_settings(file, one) for one in found):
            if _is_for(reader, saver, found) and not _is_used_at_once(file, reader, saver):
                yield found


def _is_for(reader: Scope, saver: Scope, group: Sequence[Saved]) -> bool:
    """Does somebody say that they are saved, or that what is made is what the reader loads?"""
    writers = [saver, *(one.event.scope for one in group)]
    return any(not _SAYING.isdisjoint(function_words(scope)) or _thing(scope) & _thing(reader) for scope in writers)


def _thing(scope: Scope) -> set[str]:
    """What a function saves or loads, by its name."""
    return set(function_words(scope)) - _NO_THING


def _is_used_at_once(file: File, reader: Scope, saver: Scope) -> bool:
    """Does only the saver call it, so that it never reads what another run has left?"""
    calls = file.values.calls_of(reader)
    return bool(calls) and all(call.scope is saver for call in calls)
