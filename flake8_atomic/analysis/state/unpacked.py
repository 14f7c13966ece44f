"""Archives that the function which writes them unpacks: only what comes out of them is kept."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.readback import read_elsewhere
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.paths.paths import Key
from flake8_atomic.analysis.vocabulary import Argument

_UNPACKING = frozenset({"unpack", "unzip", "untar", "extract", "extractall"})
# `extract_archive(path)` takes everything out; `extract_title(path)` leaves the rest where it is.
_WHOLES = frozenset({"archive", "zip", "tar", "package", "file", "files", "all", "safe", "safely", "and", "to"})
_ARCHIVES = frozenset({"zipfile.ZipFile", "tarfile.open", "tarfile.TarFile"})


def is_unpacked(file: File, event: Event, path: Term) -> bool:
    """Is it unpacked right after it is written, and does nothing in the file go by its being there?"""
    return file.paths.key(path) in _unpacked(file, event) and read_elsewhere(file, event, path) is None


def _unpacked(file: File, event: Event) -> Iterator[Key]:
    for node, place in flow_of(event.scope).calls:
        if place.order > event.place.order and _unpacks(Term(node, event.scope, place), node):
            for given in given_to(node):
                yield file.paths.key(Term(given, event.scope, place))


def _unpacks(term: Term, node: ast.Call) -> bool:
    """`unzip_package(path)`, `ZipFile(path)`; one that is opened to be added to is packed."""
    if dotted(term.at(node.func)) in _ARCHIVES:
        mode = argument(node, Argument(1, "mode"))
        return mode is None or (isinstance(mode, ast.Constant) and str(mode.value).startswith("r"))
    words = frozenset(split_words(called_as(node)))
    return bool(words & _UNPACKING) and words <= _UNPACKING | _WHOLES
