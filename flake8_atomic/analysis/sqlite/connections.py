"""Leads what executes SQL back to the calls that connected to the database."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis.code.names import Bound, Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.files.events import Connect
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import CONNECTORS, Argument

_DEEP = 6
# A cursor, a transaction or a session speaks to the database of what it was made from.
MAKING = frozenset({"cursor", "connect", "begin", "raw_connection", "connection", "execution_options", "Session"})
_KEEPING = frozenset({"closing", "enter_context", "enter_async_context", "Session", "sessionmaker"})
CONNECTING = tuple({name.rpartition(".")[2] for name in CONNECTORS} | {"SqliteDatabase"})
IN_MEMORY = ("", ":memory:", "sqlite://", "sqlite:///:memory:", "sqlite+aiosqlite://", "sqlite+aiosqlite:///:memory:")
_PASSING = (":memory:", "mode=memory", "mode=ro", "immutable=1")


class Behind(NamedTuple):
    """A connect that may stand behind a connection; `here` where it is made for the one who uses it."""

    connect: Connect
    here: bool


def connect_at(call: Term) -> Connect | None:
    """The database that this call connects to, if it connects to one."""
    node = call.node
    assert isinstance(node, ast.Call)
    name = dotted(call.at(node.func)) or ""
    where = CONNECTORS.get(name) or (Argument(0, "database") if name.endswith("SqliteDatabase") else None)
    path = argument(node, where) if where is not None else None
    return Connect(node, call.scope, call.place, call.at(path)) if path is not None else None


def keeps_nothing(connect: Connect, values: Values) -> bool:
    """Is it a database in memory, or one that is only read?"""
    texts = texts_of(connect.path, values)
    return all(text in IN_MEMORY or any(word in text.partition("?")[2] for word in _PASSING)
               or text.startswith("file::memory:") for text in texts)  # fmt: skip


def behind(term: Term, values: Values, depth: int = _DEEP, *, here: bool = True) -> list[Behind]:
    """The connects that may stand behind a connection, a cursor, an engine or a session."""
    return [found for origin in values.origins(term) if depth for found in _from(origin, values, depth - 1, here)]


def _from(origin: Origin, values: Values, depth: int, here: bool) -> Iterator[Behind]:
    term, node = origin.term, origin.term.node
    if origin.how == "parameter" and origin.bound is not None:
        for given in (*values.arguments(origin), *listened_to(origin.bound.scope)):
            yield from behind(given, values, depth, here=here)
    elif isinstance(node, ast.Call) and origin.how in ("expression", "entered"):
        connect = connect_at(term)
        if connect is not None:
            yield Behind(connect, here)
        elif (made_from := _made_from(node)) is not None:
            yield from behind(term.at(made_from), values, depth, here=here)
        else:
            for result in values.results(term):
                yield from behind(result, values, depth, here=False)


def _made_from(node: ast.Call) -> ast.expr | None:
    name, func = called_as(node), node.func
    if name in _KEEPING and node.args:
        return node.args[0]
    return func.value if name in MAKING and isinstance(func, ast.Attribute) else None


def listened_to(function: Scope) -> Iterator[Term]:
    """The engine whose new connections this function is shown, by its decorator."""
    if function.function is None or function.parent is None:
        return
    for binding in flow_of(function.parent).bindings.get(function.name, ()):
        for node in function.function.decorator_list if binding.node is function.node else ():
            if isinstance(node, ast.Call) and [constant(arg) for arg in node.args[1:2]] == ["connect"]:
                if called_as(node) == "listens_for":
                    yield Bound(binding, function.parent).term(node.args[0])


def constant(node: ast.expr | None) -> object:
    """The constant that an expression is, None where it is something else."""
    return node.value if isinstance(node, ast.Constant) else None
