"""Recognises where the settings of a SQLite connection are changed or asked for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.connections import IN_MEMORY, constant
from flake8_atomic.analysis.sqlite.pragmas import NAMES, Setting, setting_value, settings_in
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import EXECUTING

_EXECUTES = re.compile(r"execute|\.pragma\(")


def pragmas_of(scope: Scope, values: Values) -> Iterator[Pragma]:
    """The settings that one scope changes or asks for."""
    flow = flow_of(scope)
    for node, place in flow.calls:
        call = Term(node, scope, place)
        for setting in dict.fromkeys((*_executed(call, node, values), *_by_method(call, node, values))):
            yield Pragma(node, scope, place, *setting, _executor(call, node))
        for keyword in node.keywords:
            if keyword.arg == "pragmas":
                for key, setting in _pairs(call.at(keyword.value), values):
                    yield Pragma(_applied(key), scope, place, *setting, call, configured=True)
    for expression, place in flow.expressions:
        for sql, setting in _commands(expression, Term(ast.Name(""), scope, place), values):
            yield Pragma(_applied(sql), scope, place, *setting, Term(sql, scope, place), configured=True)


def _executor(call: Term, node: ast.Call) -> Term:
    """What executes it: `connection.execute(sql)`, or `execute_on(connection, sql)`."""
    func = node.func
    return call.at(func.value if isinstance(func, ast.Attribute) else node.args[0] if node.args else func)


def _executed(call: Term, node: ast.Call, values: Values) -> Iterator[Setting]:
    for given in (*node.args[:2], *(keyword.value for keyword in node.keywords)):
        for sql in texts_of(call.at(given), values):
            found = list(settings_in(sql))
            if found and _executes(call, node, values):
                yield from found


def _executes(call: Term, node: ast.Call, values: Values) -> bool:
    if not EXECUTING.isdisjoint(split_words(called_as(node))):
        return True
    here = definition(call.at(node.func))
    return here is not None and values.text_of.holds(here, _EXECUTES)


def _by_method(call: Term, node: ast.Call, values: Values) -> Iterator[Setting]:
    """`connection.pragma("synchronous", "full")`, as apsw and peewee have it."""
    if called_as(node) == "pragma" and node.args and constant(node.args[0]) in NAMES:
        name = str(constant(node.args[0]))
        given = texts_of(call.at(node.args[1]), values) if len(node.args) > 1 else [None]
        yield from (Setting(name, text and setting_value(text)) for text in given)


def _pairs(given: Term, values: Values) -> Iterator[tuple[ast.expr, Setting]]:
    """`{"synchronous": 0}`, or a list of such pairs."""
    for origin in values.origins(given):
        node = origin.term.node
        pairs: list[tuple[ast.expr | None, ast.expr]] = []
        if isinstance(node, ast.Dict):
            pairs = list(zip(node.keys, node.values, strict=True))
        elif isinstance(node, (ast.List, ast.Tuple)):
            pairs = [(p.elts[0], p.elts[1]) for p in node.elts if isinstance(p, ast.Tuple) and len(p.elts) == 2]
        for key, value in pairs:
            name = str(constant(key)).lower()
            if key is not None and name in NAMES:
                texts = texts_of(origin.term.at(value), values)
                yield from ((key, Setting(name, setting_value(text))) for text in texts)


def _commands(expression: ast.AST, at: Term, values: Values) -> Iterator[tuple[ast.expr, Setting]]:
    """`OPTIONS = {"init_command": "PRAGMA …"}`, as Django and others are told what to execute on connect."""
    idle: set[int] = set()
    for node in ast.walk(expression):
        if not isinstance(node, ast.Dict):
            continue
        items = {constant(key): value for key, value in zip(node.keys, node.values, strict=True)}
        if constant(items.get("NAME")) in IN_MEMORY:
            idle.add(id(items.get("OPTIONS")))
        command = items.get("init_command")
        if command is not None and id(node) not in idle:
            for sql in texts_of(at.at(command), values):
                yield from ((command, setting) for setting in settings_in(sql))


def _applied(node: ast.expr) -> ast.Call:
    """The call that a framework makes of a setting, where the setting stands."""
    return ast.copy_location(ast.Call(node, [], []), node)
