"""Which copies of a database are taken while nothing writes to it: then it is a file like another."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.connections import behind
from flake8_atomic.analysis.events import Copy, Event
from flake8_atomic.analysis.flow import Called
from flake8_atomic.analysis.names import Term, called_as, definition
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.sql_texts import texts_of
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import Values

_LOCKING = re.compile(r"\s*BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)\b", re.IGNORECASE)


def is_quiet_copy(event: Event, values: Values) -> bool:
    """Does the function that copies first close the connection, or begin a transaction that keeps writers out?"""
    calls = flow_of(event.scope).calls if isinstance(event, Copy) else ()
    before = [called for called in calls if called.place.precedes(event.place)]
    return any(
        _closes(called, event.scope, values)
        or _closes_within(called, event.scope, values)
        or _locks(called, event.scope, values)
        for called in before
    )


def _closes(called: Called, scope: Scope, values: Values) -> bool:
    func = called.node.func
    if not isinstance(func, ast.Attribute) or func.attr != "close":
        return False
    return bool(behind(Term(func.value, scope, called.place), values))


def _closes_within(called: Called, scope: Scope, values: Values) -> bool:
    if "close" not in called_as(called.node):
        return False
    function = definition(Term(called.node.func, scope, called.place))
    return function is not None and any(_closes(inner, function, values) for inner in flow_of(function).calls)


def _locks(called: Called, scope: Scope, values: Values) -> bool:
    if called_as(called.node) != "execute":
        return False
    texts = (sql for arg in called.node.args[:1] for sql in texts_of(Term(arg, scope, called.place), values))
    return any(_LOCKING.match(sql) for sql in texts)
