"""Copies of a database as a file, made because SQLite could not copy it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import Term, called_as, last_name, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.events import Copy, Event
from flake8_atomic.analysis.sqlite.sql_texts import texts_of

_OPENING = frozenset({"connect", "close", "str", "fspath"})
_ERRORS = frozenset({"DatabaseError", "OperationalError"})
_VACUUM = re.compile(r"\s*VACUUM\b.*\bINTO\b", re.IGNORECASE | re.DOTALL)


def stands_in_for_backup(event: Event, values: Values) -> bool:
    """Is it a copy in the handler of a try that has SQLite copy the database?"""
    if not isinstance(event, Copy):
        return False
    return any(_handling(called) in event.place.block.failed() for called in _copied(event, values))


def may_be_refused(event: Event, values: Values) -> bool:
    """May SQLite have refused to copy a database that is whole, or something else have failed?"""
    failed = event.place.block.failed()
    # `VACUUM INTO` is refused where there is such a file already.
    if any(called_as(called.node) != "backup" and _handling(called) in failed for called in _copied(event, values)):
        return True
    # A backup waits for whoever has it locked: its own errors are mostly those of what is no database.
    handlers = (block.handler for block in event.place.block.around() if block.handler is not None)
    return not all(map(_is_of_sqlite, handlers))


def _is_of_sqlite(handler: ast.ExceptHandler) -> bool:
    """Is it only for errors of SQLite?"""
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return all(kind is not None and ("sqlite" in spelled(kind) or last_name(kind) in _ERRORS) for kind in caught)


def is_where_none_opens(event: Event) -> bool:
    """Is it in the handler of nothing but a connect, which fails where the file cannot be opened at all?"""
    tried = event.place.block.failed()
    failing = [called_as(called.node) for called in flow_of(event.scope).calls if _handling(called) in tried]
    return bool(tried) and "connect" in failing and set(failing) <= _OPENING


def _handling(called: Called) -> ast.AST | None:
    """The innermost try that handles its errors; what a handler does is not what was tried."""
    for block in called.place.block.around():
        if block.handler is not None:
            break
        if isinstance(block.node, (ast.Try, ast.TryStar)) and block.arm == "body" and block.node.handlers:
            return block.node
    return None


def _copied(event: Event, values: Values) -> Iterator[Called]:
    for called in flow_of(event.scope).calls:
        name, args = called_as(called.node), called.node.args[:1]
        if name == "backup" and isinstance(called.node.func, ast.Attribute):
            yield called
        texts = [sql for arg in args for sql in texts_of(Term(arg, event.scope, called.place), values)]
        if name == "execute" and any(map(_VACUUM.match, texts)):
            yield called
