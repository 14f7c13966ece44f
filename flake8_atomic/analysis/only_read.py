"""Which connections only read: what drops their locks lets nobody write in the middle of a transaction of theirs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from flake8_atomic.analysis.connections import behind, keeps_nothing
from flake8_atomic.analysis.events import Connect
from flake8_atomic.analysis.names import Term, called_as, spelled
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.sql_texts import texts_of
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.vocabulary import EXECUTING
from flake8_atomic.analysis.wording import split_words

_READING = re.compile(r"\s*(?:SELECT\b|EXPLAIN\b|PRAGMA\s+\w+\s*(?:\(|;|\Z))[^;]*;?\s*\Z", re.IGNORECASE)
# What they set goes with the connection, and nothing of it into the file.
_SETTING = re.compile(
    r"\s*PRAGMA\s+(?:synchronous|cache_size|temp_store|mmap_size|busy_timeout|query_only|locking_mode|read_uncommitted"
    r"|journal_mode\s*=\s*(?:OFF|MEMORY)\b)[^;]*;?\s*\Z",
    re.IGNORECASE,
)
_WRITING = frozenset({"commit", "executemany", "add", "save", "create_all"})


def only_reads(connect: Connect, values: Values) -> bool:
    """Is all that is executed where the connection is known a query?"""
    region = _where_known(connect, values)
    executed = False
    for scope in region.walk() if region is not None else ():
        for node, place in flow_of(scope).calls:
            name = called_as(node)
            if name in _WRITING or (name == "backup" and not _into_memory(Term(node, scope, place), values)):
                return False
            if node.args and not EXECUTING.isdisjoint(split_words(name)):
                texts = texts_of(Term(node.args[0], scope, place), values)
                if all(map(_SETTING.match, texts)):
                    continue
                if not all(map(_READING.match, texts)):
                    return False
                executed = True
    return executed


def _into_memory(call: Term, values: Values) -> bool:
    """Is it `source.backup(copy)` into what is kept nowhere?"""
    assert isinstance(call.node, ast.Call)
    connects = [found.connect for arg in call.node.args[:1] for found in behind(call.at(arg), values)]
    # Of two arms of one statement, one copies into memory and the other connects.
    seen = [each for each in connects if not each.place.block.unseen_from(call.place.block)]
    return bool(seen) and all(keeps_nothing(connect, values) for connect in seen)


def _where_known(connect: Connect, values: Values) -> Scope | None:
    """The function whose name holds the connection, or the class whose attribute does, if nobody else has it."""
    flow = flow_of(connect.scope)
    attributes = [(owner, bound.name) for owner, bound in flow.attributes if bound.value is connect.call]
    if attributes:
        owner = connect.scope.owner
        return owner if owner is not None and _is_its_own(*attributes[0], owner, values) else None
    bindings = [binding for every in flow.bindings.values() for binding in every if binding.value is connect.call]
    if connect.scope.function is None or not bindings or bindings[0].name in flow.globals:
        return None
    name = bindings[0].name
    kept = any(spelled(binding.value) == name for _, binding in flow.attributes if binding.value is not None)
    return None if kept or _is_handed(name, [connect.scope]) else connect.scope


def _is_its_own(name: str, attribute: str, owner: Scope, values: Values) -> bool:
    """Does only the class use its attribute, no class that inherits it and nobody by an object?"""
    lines = values.text_of.lines(values.top, f".{attribute}.")
    return all(owner.first <= line <= owner.last for line in lines) and not _is_handed(
        f"{name}.{attribute}", owner.walk()
    )


def _is_handed(name: str, scopes: Iterable[Scope]) -> bool:
    """Does anybody get it, as a result or an argument, who may write by it?"""
    for flow in map(flow_of, scopes):
        handed: list[ast.AST | None] = [value for value, _ in (*flow.returns, *flow.yields)]
        handed += [arg for node, _ in flow.calls if called_as(node) != "backup" for arg in node.args]
        if any(isinstance(node, (ast.Name, ast.Attribute)) and spelled(node) == name for node in handed):
            return True
    return False
