"""Databases that are damaged already when they are handled as files: SQLite could not copy them, no lock is missed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event
from flake8_atomic.analysis.paths.wording import wording_of


def is_damaged(event: Event, file: File) -> bool:
    """Does the function, the error that leads there, or the name of the copy say so?"""
    return any(not lexicon.DAMAGED.isdisjoint(words) for words in _said(event, file))


def _said(event: Event, file: File) -> Iterator[list[str] | frozenset[str]]:
    yield list(function_words(event.scope))
    for block in event.place.block.around():
        if block.handler is not None:
            caught = block.handler.type
            yield split_words(ast.unparse(caught)) if caught is not None else []
        elif isinstance(block.node, ast.If):
            yield split_words(ast.unparse(block.node.test))
    if isinstance(event, Copy):
        yield wording_of(event.path, file.values).tail
