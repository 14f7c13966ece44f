"""Which connections only read: what drops their locks lets nobody write in the middle of a transaction of theirs."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, called_as, dotted, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Connect
from flake8_atomic.analysis.sqlite.connections import behind, keeps_nothing
from flake8_atomic.analysis.sqlite.held_by import Held, holders
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import EXECUTING

_READING = re.compile(
    r"\s*(?:SELECT\b|EXPLAIN\b|WITH\b(?![^;]*\b(?:INSERT|UPDATE|DELETE)\b)|PRAGMA\s+\w+\s*(?:\(|;|\Z))[^;]*;?\s*\Z",
    re.IGNORECASE,
)
# What they set goes with the connection, and nothing of it into the file.
_SETTING = re.compile(
    r"\s*PRAGMA\s+(?:synchronous|cache_size|temp_store|mmap_size|busy_timeout|query_only|locking_mode|read_uncommitted"
    r"|foreign_keys|case_sensitive_like|threads|journal_mode\s*=\s*(?:OFF|MEMORY)\b)[^;]*;?\s*\Z",
    re.IGNORECASE,
)
_WRITING = frozenset({"commit", "executemany", "add", "save", "create_all"})
# No transaction is begun for these, so that they need no commit.
_AT_ONCE = re.compile(r"\b(?:CREATE|DROP|ALTER|PRAGMA|COMMIT|END|ATTACH|VACUUM|REINDEX|ANALYZE)\b", re.IGNORECASE)


def only_reads(connect: Connect, values: Values) -> bool:
    """Is all that is executed where the connection is known a query, or never committed?"""
    held = holders(connect, values)
    done = [Term(node, each.scope, place) for each in held for node, place in each.calls]
    if any(_stores(call, values) for call in done):
        return False
    sent = [sql for call in done for sql in _executed(call, values) if not _SETTING.match(sql)]
    changing = [sql for sql in sent if not _READING.match(sql)]
    if not changing:
        return bool(sent)
    return not any(map(_AT_ONCE.search, changing)) and _is_never_committed(connect, held)


def _stores(call: Term, values: Values) -> bool:
    assert isinstance(call.node, ast.Call)
    name = called_as(call.node)
    return name in _WRITING or (name == "backup" and not _into_memory(call, values))


def _executed(call: Term, values: Values) -> list[str]:
    node = call.node
    assert isinstance(node, ast.Call)
    if not node.args or EXECUTING.isdisjoint(split_words(called_as(node))):
        return []
    texts = texts_of(call.at(node.args[0]), values)
    # Each of its statements is committed at once.
    script = called_as(node) == "executescript" and not all(map(_READING.match, texts))
    return ["COMMIT"] if script else texts


def _is_never_committed(connect: Connect, held: list[Held]) -> bool:
    """Is it one of sqlite3, which begins a transaction by itself, and closed with nothing committed?"""
    call, flow = connect.call, flow_of(connect.scope)
    if not str(dotted(connect.term(call.func))).endswith("sqlite3.connect") or {"isolation_level", "autocommit"} & {
        *(keyword.arg for keyword in call.keywords),
        *(binding.name for each in held for _, binding in flow_of(each.scope).attributes),
    }:
        return False
    plain = [bound.name for every in flow.bindings.values() for bound in every if bound.value is call]
    closed = {spelled(node.func) for node, _ in flow.calls}
    nodes = (node for each in held for node in ast.walk(each.scope.node) if isinstance(node, (ast.With, ast.AsyncWith)))
    entered = {spelled(item.context_expr) for node in nodes for item in node.items}
    return any(f"{name}.close" in closed for name in plain) and all(entered.isdisjoint(each.names) for each in held)


def _into_memory(call: Term, values: Values) -> bool:
    """Is it `source.backup(copy)` into what is kept nowhere?"""
    assert isinstance(call.node, ast.Call)
    connects = [found.connect for arg in call.node.args[:1] for found in behind(call.at(arg), values)]
    # Of two arms of one statement, one copies into memory and the other connects.
    seen = [each for each in connects if not each.place.block.unseen_from(call.place.block)]
    return bool(seen) and all(keeps_nothing(connect, values) for connect in seen)
