"""Databases that a connection takes for itself alone: nobody else is in them then, or it is there for one load."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import function_words
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.databases import Databases
from flake8_atomic.analysis.sqlite.pragmas import OFF
from flake8_atomic.analysis.sqlite.sql_texts import texts_of

_ALONE = re.compile(r"\s*PRAGMA\s+(?:\w+\.)?locking_mode\s*[=(]\s*[\"']?EXCLUSIVE\b", re.IGNORECASE)
# Who sets it when an object is made, or connects, has it so for as long as the program runs.
_FOR_ALL = frozenset({"init", "enter", "connect", "connection", "connections", "conn", "open", "get"})
_DEEP = 2


def is_taken_before(at: Term, values: Values) -> bool:
    """Has the same function always taken the database for itself before?"""
    return any(place.precedes(at.place) and sure for place, sure in _taking(at.scope, values))


def is_for_one_load(pragma: Pragma, databases: Databases) -> bool:
    """Is there neither journal nor syncing for somebody who is alone, at another time than when it is connected to?"""
    here = {other.name: other.value for other in databases.pragmas if other.scope is pragma.scope}
    if here.get("synchronous") not in OFF or here.get("journal_mode") not in OFF:
        return False
    return any(_taking(pragma.scope, databases.values)) and not _is_for_all(pragma.scope, databases.values)


def _taking(scope: Scope, values: Values) -> Iterator[tuple[Place, bool]]:
    """Where it is taken, and whether nothing else is done there instead."""
    for node, place in flow_of(scope).calls:
        texts = [sql for arg in node.args[:1] for sql in texts_of(Term(arg, scope, place), values)]
        if any(map(_ALONE.match, texts)):
            yield place, all(map(_ALONE.match, texts))


def _is_for_all(scope: Scope, values: Values, depth: int = _DEEP) -> bool:
    """Is it set wherever the database is connected to, as far as the file calls the function?"""
    if not _FOR_ALL.isdisjoint(function_words(scope)):
        return True
    callers = values.calls_of(scope) if depth and scope.function is not None else []
    return any(_is_for_all(call.scope, values, depth - 1) for call in callers)
