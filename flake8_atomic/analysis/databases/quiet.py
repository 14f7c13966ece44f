"""Which looks into a database file find it at rest: nothing writes to it, and it is a file like another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Called, Place
from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.databases.backup_failed import stands_in_for_backup
from flake8_atomic.analysis.files.events import Copy, Event
from flake8_atomic.analysis.sqlite.connections import behind
from flake8_atomic.analysis.sqlite.sql_texts import texts_of

# Who has just taken the WAL into the file has at least nothing in it that the copy lacks.
_LOCKING = re.compile(r"\s*(?:BEGIN\s+(?:IMMEDIATE|EXCLUSIVE)|PRAGMA\s+(?:\w+\.)?wal_checkpoint)\b", re.IGNORECASE)
_GOING_ON = (ast.Try, ast.TryStar, ast.For, ast.AsyncFor)
_CLOSING = ("close", "disconnect")
_CONNECTIONS = frozenset({"con", "conn", "connection"})
_DATABASES = _CONNECTIONS | {"connections", "database", "databases", "db", "engine", "engines", "sqlite"}


def is_at_rest(event: Event, values: Values) -> bool:
    """Is the connection closed before, or are writers kept out, here or by all who call the function?"""
    # Whether one's own connection is closed says nothing of those because of whom SQLite could not copy it.
    if stands_in_for_backup(event, values):
        return False
    for called in _before(Term(event.call, event.scope, event.place)):
        if any(_closed_by(called, event.scope, values)):
            return True
        # The lock of a transaction goes with the descriptor that a read closes.
        if isinstance(event, Copy) and _locks(called, event.scope, values):
            return True
    if not isinstance(event, Copy) and _is_encrypted(event.scope):
        return True
    if any(_is_without_connection(block, event) for block in event.place.block.around()):
        return True
    callers = values.calls_of(event.scope) if event.scope.function is not None else []
    return bool(callers) and all(_has_closed(call, values) for call in callers)


def _before(at: Term) -> Iterator[Called]:
    """What is always done before by the same function."""
    for called in flow_of(at.scope).calls:
        if called.place.order < at.place.order and _is_done(called.place, at.place):
            yield called


def _has_closed(call: Term, values: Values) -> bool:
    """Does who calls it first close a connection that was there before? To close one's own says nothing of others."""
    closed = (one for called in _before(call) for one in _closed_by(called, call.scope, values))
    return any(isinstance(one.node, ast.Attribute) or values.may_be_given(one) for one in closed)


def _is_done(place: Place, then: Place) -> bool:
    """Is it always done before, or tried by a statement that goes on when it fails, or for each that there is?"""
    block: Block | None = place.block
    while block is not None and not block.always_with(then.block):
        branch = next(around for around in block.around() if around.branch)
        tried = isinstance(branch.node, _GOING_ON) and branch.arm == "body"
        if not tried or any(around.node is branch.node for around in then.block.around()):
            return False
        block = branch.parent
    return block is not None


def _is_without_connection(block: Block, event: Event) -> bool:
    """Is it the arm for those who give no connection, `if conn is not None: conn.backup(…) else: …`?"""
    test = block.node.test if isinstance(block.node, ast.If) else None
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], (ast.Is, ast.IsNot)):
        return False
    none = getattr(test.comparators[0], "value", test) is None
    named = isinstance(test.left, ast.Name) and test.left.id in _CONNECTIONS
    if not (none and named and (block.arm == "body") == isinstance(test.ops[0], ast.Is)):
        return False
    inside = (called for called in flow_of(event.scope).calls if called.place.block.within(block))
    return not any("connect" in called_as(called.node) for called in inside)


def _is_encrypted(scope: Scope) -> bool:
    """Is what the function reads decrypted, so that SQLite could not read it yet, or shall it no longer?"""
    words = {word for node, _ in flow_of(scope).calls for word in split_words(called_as(node))}
    said = function_words(scope)
    return any(word.startswith("encrypt") for word in said) or any(
        word.startswith("decrypt") for word in words.union(said)
    )


def _closed_by(called: Called, scope: Scope, values: Values) -> Iterator[Term]:
    """The connections that it closes, or that a function closes which says so."""
    yield from _closed(called, scope, values)
    said = called_as(called.node)
    if not any(word in said for word in _CLOSING):
        return
    by = Term(called.node.func, scope, called.place)
    function = definition(by)
    if function is not None:
        for inner in flow_of(function).calls:
            yield from _closed(inner, function, values)
    elif _closes_all(split_words(said)):
        yield by


def _closes_all(words: list[str]) -> bool:
    """Is it called `close_db`, and not after one of several databases, or as a question?"""
    verb, named = words[:1], set(words[1:]) - {"all"}
    return verb in (["close"], ["disconnect"]) and bool(named) and named <= _DATABASES


def _closed(called: Called, scope: Scope, values: Values) -> Iterator[Term]:
    func = called.node.func
    if isinstance(func, ast.Attribute) and func.attr == "close":
        closed = Term(func.value, scope, called.place)
        said = split_words(spelled(func.value).rpartition(".")[2])
        if behind(closed, values) or not _CONNECTIONS.isdisjoint(said):
            yield closed


def _locks(called: Called, scope: Scope, values: Values) -> bool:
    if called_as(called.node) != "execute":
        return False
    texts = (sql for arg in called.node.args[:1] for sql in texts_of(Term(arg, scope, called.place), values))
    return any(_LOCKING.match(sql) for sql in texts)
