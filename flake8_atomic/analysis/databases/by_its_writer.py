"""Copies of a database by who writes to it: the object that keeps the connection, or the function that has it open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.databases.between_commits import locks_around
from flake8_atomic.analysis.databases.kept_open import Connected, is_kept, may_be_open
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Connect, Event
from flake8_atomic.analysis.sqlite.sql_texts import texts_of
from flake8_atomic.analysis.vocabulary import EXECUTING

_WRITING = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE)\b", re.IGNORECASE)


def is_by_its_writer(event: Event, connected: Connected, file: File) -> bool:
    """Does who copies it, and not only to change its tables, write to it by a connection that is open meanwhile?"""
    # Where the tables change, what was stored before is committed, and nobody else at work yet.
    if locks_around(event.call, file) or not lexicon.UPGRADING.isdisjoint(function_words(event.scope)):
        return False
    connect, _ = connected
    scopes = _of_object(event, connect)
    if not scopes and connect.scope is event.scope and may_be_open(event, connected, file, sure=False):
        scopes = [event.scope]
    return any(_writes(scope, file) for scope in scopes)


def _of_object(event: Event, connect: Connect) -> list[Scope]:
    """The methods of the object that keeps the connection and makes the copy."""
    owner = event.scope.owner
    if owner is None or owner is not connect.scope.owner or not is_kept(connect, event):
        return []
    return list(owner.walk())


def _writes(scope: Scope, file: File) -> bool:
    return any(map(_WRITING.match, _executed(scope, file)))


def _executed(scope: Scope, file: File) -> Iterator[str]:
    for node, place in flow_of(scope).calls:
        if node.args and not EXECUTING.isdisjoint(split_words(called_as(node))):
            yield from texts_of(Term(node.args[0], scope, place), file.values)
