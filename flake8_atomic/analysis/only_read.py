"""Which connections only read: what drops their locks lets nobody write in the middle of a transaction of theirs."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.events import Connect
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.sql_texts import texts_of
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.vocabulary import EXECUTING
from flake8_atomic.analysis.wording import split_words

_READING = re.compile(r"\s*(?:SELECT\b|EXPLAIN\b|PRAGMA\s+\w+\s*(?:\(|;|\Z))", re.IGNORECASE)
_WRITING = frozenset({"commit", "executemany", "backup", "add", "save", "create_all"})


def only_reads(connect: Connect, values: Values) -> bool:
    """Is all that is executed where the connection is known a query?"""
    region = _where_known(connect)
    executed = False
    for scope in region.walk() if region is not None else ():
        for node, place in flow_of(scope).calls:
            name = called_as(node)
            if name in _WRITING:
                return False
            if node.args and not EXECUTING.isdisjoint(split_words(name)):
                if not all(map(_READING.match, texts_of(Term(node.args[0], scope, place), values))):
                    return False
                executed = True
    return executed


def _where_known(connect: Connect) -> Scope | None:
    """The function whose name holds the connection, or the class whose attribute does."""
    flow = flow_of(connect.scope)
    if any(binding.value is connect.call for _, binding in flow.attributes):
        return connect.scope.owner
    bindings = [binding for every in flow.bindings.values() for binding in every if binding.value is connect.call]
    if connect.scope.function is None or not bindings or bindings[0].name in flow.globals:
        return None
    name = bindings[0].name
    handed: list[ast.AST | None] = [value for value, _ in (*flow.returns, *flow.yields)]
    handed += [binding.value for _, binding in flow.attributes]
    handed += [arg for node, _ in flow.calls for arg in node.args]
    return None if any(isinstance(node, ast.Name) and node.id == name for node in handed) else connect.scope
