"""Which functions of the project write a file whole, as its settings say, and what they lend and publish."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term, dotted, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event


class OwnWriters:
    """The project's own atomic writers, by the names that its settings give."""

    def __init__(self, file: File, names: tuple[str, ...]) -> None:
        self._file = file
        self._names = names

    def include(self, function: Term) -> bool:
        """Is it one of them, however the import is spelled?"""
        name = (dotted(function) or "").lstrip(".") if self._names else ""
        return bool(name) and any(f".{writer}".endswith(f".{name}") for writer in self._names)

    def lend(self, path: Term) -> bool:
        """`with atomic_path(target) as tmp` lends a path that is published when it is whole."""
        for origin in self._file.values.origins(path):
            node = origin.term.node
            if origin.how == "entered" and isinstance(node, ast.Call):
                words = set(split_words(spelled(node.func)))
                if not words.isdisjoint(lexicon.STAGING) or self.include(origin.term.at(node.func)):
                    return True
        return False

    def publishing(self, event: Event) -> Iterator[Called]:
        """The calls beside it that put a file in its place: they say so, or call one of these."""
        yield from self._file.trace(event.scope).publishing
        for call in flow_of(event.scope).calls if self._names else ():
            if self.include(Term(call.node.func, event.scope, call.place)):
                yield call
