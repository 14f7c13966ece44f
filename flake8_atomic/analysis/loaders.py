"""Files that one other function reads: by the same path, or by the same names in another folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.fields import is_of_settings
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.path_names import names_of, own_of, variables
from flake8_atomic.analysis.readback import partners, read_elsewhere
from flake8_atomic.analysis.saved_objects import is_read, thing_of
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.taken_in import taken_in
from flake8_atomic.analysis.wording import function_words

# Where somebody reads both to make something else, one may be of another day.
_READING = lexicon.READING - {"is", "has", "file"} | {"init", "resume"}
_SAYING = frozenset({
    "add", "checkpoint", "dump", "flush", "persist", "put", "record", "save", "set", "store", "sync", "update", "write",
})  # fmt: skip


def by_loader(file: File, run: Sequence[Saved], saver: Scope) -> Iterator[list[Saved]]:
    """Files that one other function reads, in a later run."""
    readers: dict[Scope, list[Saved]] = {}
    for one in run:
        read = read_elsewhere(file, one.event, one.path)
        if read is not None and read.scope is not one.event.scope:
            readers.setdefault(read.scope, []).append(one)
    for reader, found in [*readers.items(), *_by_names(file, run), *_by_partner(file, run, saver)]:
        if len(found) > 1 and not all(is_of_settings(file, one) for one in found):
            if _is_for(reader, saver, found) and not _is_used_at_once(file, reader, saver):
                yield found


def _is_for(reader: Scope, saver: Scope, group: Sequence[Saved]) -> bool:
    """Does somebody say that they are saved, or that what is made is what the reader loads?"""
    writers = [saver, *(one.event.scope for one in group)]
    return any(not _SAYING.isdisjoint(function_words(scope)) or thing_of(scope) & thing_of(reader) for scope in writers)


def _is_used_at_once(file: File, reader: Scope, saver: Scope) -> bool:
    """Does only the saver call it, so that it never reads what another run has left?"""
    calls = file.values.calls_of(reader)
    return bool(calls) and all(call.scope is saver for call in calls)


def _by_names(file: File, run: Sequence[Saved]) -> Iterator[tuple[Scope, list[Saved]]]:
    """`folder / "model.bin"` and `folder / "config.json"` are what a loader finds in the folder that it is told."""
    own = own_of([set(names_of(one.path)) for one in run])
    if sum(map(bool, own)) < 2:
        return
    writers = [one.event.scope for one in run]
    lines = (line for mine in own for name in sorted(mine) for line in file.text_of.lines(file.top, name, whole=True))
    for scope in dict.fromkeys(map(file.top.at_line, lines)):
        if scope not in writers and not _READING.isdisjoint(function_words(scope)):
            read = _read_in(file, scope)
            yield scope, [one for one, mine in zip(run, own, strict=True) if mine & read]


def _by_partner(file: File, run: Sequence[Saved], saver: Scope) -> Iterator[tuple[Scope, list[Saved]]]:
    """`save_words(rows_file, names_file)` and `load_words(rows_file, names_file)` call them alike."""
    own = own_of([variables(one.path) for one in run])
    for partner in partners(saver) if sum(map(bool, own)) > 1 else ():
        read = {name for event in file.trace(partner).events if is_read(event) for name in variables(event.path)}
        yield partner, [one for one, mine in zip(run, own, strict=True) if mine & read]


def _read_in(file: File, scope: Scope) -> set[str]:
    """The names of what a function reads, or tells another to read."""
    return {name for taken in taken_in(file, scope) for name in names_of(taken.path)}
