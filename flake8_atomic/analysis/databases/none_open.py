"""Where a program has found that no connection can be open: it has counted them, or the file is no database."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.conditions import passed, shows
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event

_CONNECTIONS = frozenset({"connection", "connections"})
_OPEN = frozenset({"live", "open", "opened", "active", "count", "counts"})
_KINDS = frozenset({"sqlite", "sqlite3"})


def none_counted(event: Event, file: File) -> bool:
    """Is it only reached where the program has counted its open connections, and there were none?"""
    return any(shows(_unforced(test, outcome), outcome, _counts_none) for test, outcome in passed(file, event))


def _unforced(test: ast.expr, outcome: bool) -> ast.expr:
    """`not force and count > 0`: who forces it has been asked."""
    leaves_open = isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is not outcome
    return test.values[-1] if isinstance(test, ast.BoolOp) and leaves_open else test


def _counts_none(test: ast.expr, outcome: bool) -> bool:
    """Did `open_connections > 0` come out false?"""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq):
        outcome = not outcome
    names = (node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "") for node in ast.walk(test))
    return not outcome and any(_CONNECTIONS & words and _OPEN & words for words in map(set, map(split_words, names)))


def is_found_none(event: Event, file: File) -> bool:
    """Is it only reached where it was found to be no database, here or by all who call the function?"""
    calls = file.values.calls_of(event.scope) if event.scope.function else []
    called = [Event(call.node, call.scope, call.place) for call in calls if isinstance(call.node, ast.Call)]
    return _finds_none(event, file) or (bool(called) and all(_finds_none(call, file) for call in called))


def _finds_none(event: Event, file: File) -> bool:
    return any(shows(test, outcome, _says_none) for test, outcome in passed(file, event))


def _says_none(test: ast.expr, outcome: bool) -> bool:
    """Is it `is_sqlite(path)`, and was the answer no?"""
    words = split_words(called_as(test)) if isinstance(test, ast.Call) else []
    return not outcome and words[:1] in (["is"], ["looks"]) and not _KINDS.isdisjoint(words)
