"""Is a file given the name that it shall have only later, so that it may be written as it likes?

Where it is not, but another is given the same name, it is published whole in one arm and written in place in the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.facts.speakers import is_of_caller
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Rename
from flake8_atomic.analysis.paths.paths import Key, holds


def renamed_away(file: File, event: Event, path: Term, publishing: Iterable[Called]) -> bool:
    """Is the path, or a folder above it, renamed after the event, or given to one of the calls that publish?"""
    keys = file.paths.keys_above(path)
    for rename in file.renames(event):
        if rename.scope is event.scope and rename.place.order < event.place.order:
            continue
        source = file.paths.key(rename.source)
        # `self.folder / name` is archived by one method and written below by another, for two callers.
        elsewhere = rename.scope not in event.scope.walk() and event.scope not in rename.scope.walk()
        if elsewhere and holds(file.paths.key(rename.target), source):
            continue
        if source in keys and not (elsewhere and is_of_caller(source) and source != file.paths.key(path)):
            return True
    return _published(file, event, keys, publishing)


def renames_to(file: File, event: Event, path: Term) -> Iterator[Rename]:
    """Where the function gives another file the name of this one, in an arm that does not write it."""
    key = file.paths.key(path)
    for rename in file.trace(event.scope).of(Rename):
        if event.place.block.unseen_from(rename.place.block):
            if file.paths.key(rename.target) == key != file.paths.key(rename.source):
                yield rename


def _published(file: File, event: Event, keys: set[Key], publishing: Iterable[Called]) -> bool:
    """Is it handed, with the name that it shall have, to a function that says it replaces?"""
    for node, place in publishing:
        if place.order > event.place.order:
            given = [file.paths.key(Term(arg, event.scope, place)) for arg in node.args]
            # First as os.replace takes it; or anywhere, where its name is made from that of the other.
            if keys & {*given[:1]} or any(holds(key, other) for key in keys for other in given if other != key):
                return not keys.isdisjoint(given)
    return False
