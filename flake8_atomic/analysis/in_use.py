"""Which files of databases are in use when they are handled as files, so that a lock is dropped or a copy torn."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.events import Connect, Copy, Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.lives import is_meanwhile, lives, speaks_of_wal
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import function_words

_THREADS = ("threading", "multiprocessing", "concurrent", "asyncio")


def is_in_use(event: Event, connects: Iterable[tuple[Connect, Term]], file: File) -> bool:
    """May one of the connections be open meanwhile, or may somebody else write while it is copied?"""
    if not isinstance(event, Copy):
        return any(_may_be_open(event, connect, given, file) for connect, given in connects)
    if speaks_of_wal(file) or any(block.arm.startswith("handler") for block in event.place.block.around()):
        return True  # a copy without the WAL lacks commits, and who copies after an error does not know who writes
    if any(_is_kept(connect, event) for connect, _ in connects):
        return True
    # What is copied on the way, where a program starts or its tables change, is mostly nobody else's yet.
    if not _is_to_copy(event, file):
        return False
    return _is_shared(event, file) or any(_may_be_open(event, connect, given, file) for connect, given in connects)


def _may_be_open(event: Event, connect: Connect, given: Term, file: File) -> bool:
    """Is the connection open where it is done, or where the function that does it is given the path?"""
    found = lives(Term(connect.call, connect.scope, connect.place), file)
    done = Term(event.call, event.scope, event.place) if given.scope is event.scope else given
    return found is None or any(is_meanwhile(done, life, file) for life in found)


def _is_kept(connect: Connect, event: Event) -> bool:
    """Does the module keep the connection, or an attribute or a pool, when the function that makes it is over?"""
    if connect.scope.function is None:
        return True
    if connect.scope is event.scope:
        return False
    if called_as(connect.call).endswith("engine"):
        return True
    flow = flow_of(connect.scope)
    bound = [binding for every in flow.bindings.values() for binding in every if binding.value is connect.call]
    if any(binding.name in flow.globals for binding in bound):
        return True
    names = {binding.name for binding in bound}
    values = [binding.value for _, binding in flow.attributes]
    return any(value is connect.call or getattr(value, "id", "") in names for value in values)


def _is_to_copy(event: Event, file: File) -> bool:
    """Is it what the function, or one that calls it, is there for?"""
    scopes = [event.scope, *(call.scope for call in file.values.calls_of(event.scope) if event.scope.function)]
    return any(not lexicon.COPYING.isdisjoint(function_words(scope)) for scope in scopes)


def _is_shared(event: Event, file: File) -> bool:
    """Does the program do several things at once?"""
    if isinstance(event.scope.node, ast.AsyncFunctionDef) or "check_same_thread" in file.source.text:
        return True
    return any(module in file.source.imports for module in _THREADS)
