"""Databases that the code throws away and makes again when they are not what it expects, as it does with a cache."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.sqlite.connections import connect_at
from flake8_atomic.analysis.vocabulary import REMOVERS

_WORDS = ("remove(", "unlink(")


def is_thrown_away(values: Values) -> bool:
    """Does a function close its connection, remove the file, and connect to it anew?"""
    lines = (line for words in _WORDS for line in values.text_of.lines(values.top, words))
    scopes = dict.fromkeys(map(values.top.at_line, lines))
    return any(_starts_over(scope) for scope in scopes)


def _starts_over(scope: Scope) -> bool:
    closed, gone = False, ""
    for node, place in flow_of(scope).calls:
        call = Term(node, scope, place)
        closed = closed or called_as(node) == "close"
        if gone and gone in map(ast.dump, node.args) and _connects(call):
            return True
        gone = next(map(ast.dump, removed(call)), "") if closed and not gone else gone
    return False


def removed(call: Term) -> Iterator[ast.expr]:
    """The path that a call removes."""
    node = call.node
    assert isinstance(node, ast.Call)
    if dotted(call.at(node.func)) in REMOVERS and node.args:
        yield node.args[0]
    elif called_as(node) == "unlink" and isinstance(node.func, ast.Attribute):
        yield node.func.value


def _connects(call: Term) -> bool:
    node = call.node
    assert isinstance(node, ast.Call)
    if connect_at(call) is not None:
        return True
    function = definition(call.at(node.func))
    calls = flow_of(function).calls if function is not None else ()
    return any(connect_at(Term(inner, function, place)) is not None for inner, place in calls if function)
