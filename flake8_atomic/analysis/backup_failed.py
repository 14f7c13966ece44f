"""Copies of a database as a file, made because SQLite could not copy it: most often somebody else has it locked."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.events import Copy, Event
from flake8_atomic.analysis.flow import Called
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.sql_texts import texts_of
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import Values

_VACUUM = re.compile(r"\s*VACUUM\b.*\bINTO\b", re.IGNORECASE | re.DOTALL)


def stands_in_for_backup(event: Event, values: Values) -> bool:
    """Is it a copy in the handler of a try that has SQLite copy the database?"""
    if not isinstance(event, Copy):
        return False
    tried = {id(block.node) for block in event.place.block.around() if block.arm.startswith("handler")}
    return bool(tried) and any(
        block.arm == "body" and id(block.node) in tried
        for called in _copied(event, values)
        for block in called.place.block.around()
    )


def _copied(event: Copy, values: Values) -> Iterator[Called]:
    for called in flow_of(event.scope).calls:
        name, args = called_as(called.node), called.node.args[:1]
        if name == "backup" and isinstance(called.node.func, ast.Attribute):
            yield called
        texts = [sql for arg in args for sql in texts_of(Term(arg, event.scope, called.place), values)]
        if name == "execute" and any(map(_VACUUM.match, texts)):
            yield called
