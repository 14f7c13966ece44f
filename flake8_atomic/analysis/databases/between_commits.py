"""Copies of a database between two transactions, while a lock keeps the one connection to it still."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.flow import Called
from flake8_atomic.analysis.code.names import called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.databases.lives import uses_wal
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Connect, Event


def locks_around(node: ast.AST, file: File) -> frozenset[str]:
    """The locks by which a program keeps what is done here apart from what is done elsewhere."""
    blocks = (around for around in file.parents.around(node) if isinstance(around, (ast.With, ast.AsyncWith)))
    names = (spelled(item.context_expr) for block in blocks for item in block.items)
    return frozenset(name for name in names if "lock" in split_words(name))


def is_between_commits(event: Event, connect: Connect, file: File) -> bool:
    """Is it done right after a commit, under the lock that all others take who use the object's one connection?"""
    owner, locks = event.scope.owner, locks_around(event.call, file)
    if owner is None or owner is not connect.scope.owner or not locks or len(file.databases.connects) > 1:
        return False
    before = [called for called in _statements(event.scope) if called.place.order < event.place.order]
    if not before or called_as(before[-1].node) != "commit" or uses_wal(file):
        return False
    if not event.place.block.within(before[-1].place.block):
        return False
    held = locks & locks_around(before[-1].node, file)
    # Who connects is alone with the connection.
    others = (scope for scope in owner.walk() if scope is not connect.scope)
    return all(held & locks_around(called.node, file) for scope in others for called in _statements(scope))


def _statements(scope: Scope) -> list[Called]:
    """What it has SQLite do, in order."""
    calls = (called for called in flow_of(scope).calls if called_as(called.node).startswith(("execute", "commit")))
    return sorted(calls, key=lambda called: called.place.order)
