"""Databases that are built from something else: their tables are created, which fails where they are, and filled."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.connections import behind
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import EXECUTING

_SETTING = re.compile(r"\s*(?:PRAGMA|ATTACH|BEGIN)\b", re.IGNORECASE)
# Anywhere in the text: a query may make the statements from those of another database.
_CREATING = re.compile(r"\bCREATE\s+(?:VIRTUAL\s+)?TABLE\s+(?!IF\b)([\w.]*)", re.IGNORECASE)
_FILLING = re.compile(r"\bINSERT\b", re.IGNORECASE)
# A table that was created here may go again; one that is altered takes the place of another.
_CHANGING = re.compile(r"\b(?:ALTER\s|DROP\s+TABLE\s+(?:IF\s+EXISTS\s+)?([\w.]*))", re.IGNORECASE)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


class Executed(NamedTuple):
    """A text of SQL, and the call by which a scope has it executed."""

    sql: str
    place: Place
    name: str

    @property
    def repeated(self) -> bool:
        """Is it executed for many rows?"""
        return self.name == "executemany" or any(isinstance(block.node, _LOOPS) for block in self.place.block.around())


def is_created(pragma: Pragma, values: Values) -> bool:
    """Do those who set it connect here, create the tables, before or next, and then fill them row by row?"""
    if not behind(pragma.connection, values):
        return False
    callers = [Term(pragma.call, pragma.scope, pragma.place), *values.calls_of(pragma.scope)]
    return _builds(callers[0], values) or (len(callers) > 1 and all(_builds(call, values) for call in callers[1:]))


def _builds(call: Term, values: Values) -> bool:
    return any(_builds_after(call.scope, values, place) for place in (call.place.order, 0))


def _builds_after(scope: Scope, values: Values, place: int) -> bool:
    every = [done for done in _executed(scope, values, place) if not _SETTING.match(done.sql)]
    if not every or not _CREATING.search(every[0].sql):
        return False
    created, changed = (
        {name.lower() for done in every for name in pattern.findall(done.sql)} for pattern in (_CREATING, _CHANGING)
    )
    if changed - created:
        return False
    return any(_FILLING.search(done.sql) for done in every) and any(done.repeated for done in every)


def _executed(scope: Scope, values: Values, after: int = 0, *, deep: bool = True) -> Iterator[Executed]:
    """What a scope has executed from some place on, itself or by a function of the file that it calls."""
    for node, place in flow_of(scope).calls:
        if place.order <= after:
            continue
        name = called_as(node)
        if not EXECUTING.isdisjoint(split_words(name)) and node.args:
            for sql in texts_of(Term(node.args[0], scope, place), values)[:1]:
                yield Executed(sql, place, name)
        elif deep and (called := definition(Term(node.func, scope, place))) is not None:
            yield from _executed(called, values, deep=False)
