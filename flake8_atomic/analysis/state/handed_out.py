"""Is a file called by lot or by its content, and its name told only when it is whole?"""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.facts.readback import read_elsewhere
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.paths import Key

_LOTS = ("uuid.", "secrets.", "random.")
_DIGESTS = frozenset({"hash", "digest", "checksum", "fingerprint", "sha", "md"})
_DRAWN = re.compile(r"uuid|secrets|random|hash|digest|sha|md5|checksum|fingerprint")
# Who lists the folder finds a torn file too.
_LISTS = ("glob(", "iterdir(", "listdir(", "scandir(", "walk(")


def handed_out_when_whole(file: File, event: Event, path: Term, data: tuple[Term, ...]) -> bool:
    """Does the function draw a fresh name, return it or the path, and nothing in the file list folders?"""
    if not file.text_of.holds(event.scope, _DRAWN):
        return False
    parts = [part for part in made_of(file, path) if part.scope is path.scope and isinstance(part.node, ast.Call)]
    drawn = {id(part.node) for part in parts if _draws(part)}
    written = {file.paths.key(term) for term in data}
    digests = {id(part.node) for part in parts if _digests(file, part, written)}
    # What is called by its content has the same name in the next run, which must not go by its being there.
    if not drawn and (not digests or read_elsewhere(file, event, path) is not None):
        return False
    if not _is_returned(file, event, file.paths.key(path), drawn | digests):
        return False
    return not any(word in file.source.text for word in _LISTS)


def _draws(part: Term) -> bool:
    assert isinstance(part.node, ast.Call)
    return (dotted(part.at(part.node.func)) or "").startswith(_LOTS)


def _digests(file: File, part: Term, written: set[Key]) -> bool:
    """Is it made of the content itself? What is called by its address may have changed since."""
    node = part.node
    assert isinstance(node, ast.Call)
    if _DIGESTS.isdisjoint(split_words(called_as(node))):
        return False
    return any(file.paths.key(part.at(arg)) in written for arg in node.args)


def _is_returned(file: File, event: Event, key: Key, calls: set[int]) -> bool:
    """Is the path returned after the write, or the name that one of these calls has made for it?"""
    names = (
        Term(part, event.scope, place)
        for value, place in flow_of(event.scope).returns
        if place.order > event.place.order
        for part in ast.walk(value)
        if isinstance(part, (ast.Name, ast.Attribute))
    )
    return any(file.paths.key(name) == key or _is_called(file, name, calls) for name in names)


def _is_called(file: File, name: Term, calls: set[int]) -> bool:
    return any(id(part.node) in calls for part in made_of(file, name))
