"""Which files of databases are in use when they are handled as files, so that a lock is dropped or a copy torn."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.asked import found_missing
from flake8_atomic.analysis.backup_failed import is_where_none_opens, may_be_refused, stands_in_for_backup
from flake8_atomic.analysis.between_commits import is_between_commits, locks_around
from flake8_atomic.analysis.damaged import is_damaged
from flake8_atomic.analysis.events import Connect, Copy, Event, Open, Read, Use
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.kept_open import is_for_all, is_found_none, is_idle_pool, is_kept, none_counted
from flake8_atomic.analysis.lives import is_meanwhile, lives, uses_wal
from flake8_atomic.analysis.names import Term, called_as, dotted
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.words import function_words

Connected = tuple[Connect, Term]  # a database is connected to, under the path that is given here
_ENDING = frozenset({"commit", "rollback"})
_CHECKS = ("integrity_check", "quick_check")
_LOOKS = frozenset({"close", "seek"})
_THREADS = ("threading", "multiprocessing", "concurrent", "asyncio")


def is_in_use(event: Event, connects: Iterable[Connected], file: File) -> bool:
    """May one of the connections be open meanwhile, or may somebody else write while it is copied?"""
    if is_damaged(event, file) or is_where_none_opens(event) or is_found_none(event, file):
        return False
    if stands_in_for_backup(event, file.values):
        return may_be_refused(event, file.values) and not _is_checked(event, file)
    if isinstance(event, Copy):
        return _is_copied_in_use(event, connects, file)
    if isinstance(event, (Open, Read)) and (found_missing(file, event, event.path) or none_counted(event, file)):
        return False
    return _is_read_in_use(event, connects, file)


def _is_read_in_use(event: Event, connects: Iterable[Connected], file: File) -> bool:
    """May one of the connections be open meanwhile that no lock keeps apart from the reading?"""
    if isinstance(event, Open) and file.is_kept(event):
        return False  # what is kept open drops no lock as yet
    # Who hashes what is given, whatever that is, is mostly given a database that is closed.
    hashed = _is_hashed(event) and not (uses_wal(file) and _is_shared(event, file))
    near = [each for each in connects if each[0].scope is event.scope or not hashed]
    apart = locks_around(event.call, file)
    others = [each for each in near if apart.isdisjoint(locks_around(each[0].call, file))]
    sure = _is_shared(event, file) or not _only_looks(event, file)
    return any(_may_be_open(event, each, file, sure=sure) for each in others)


def _is_copied_in_use(event: Event, connects: Iterable[Connected], file: File) -> bool:
    """May one of the connections be open, or may somebody else write, while it is copied?"""
    shared = _is_shared(event, file)
    kept = [connect for connect, _ in connects if is_kept(connect, event)]
    if all(is_between_commits(event, connect, file) or is_idle_pool(connect, file) for connect, _ in connects):
        return False
    if kept and (shared or uses_wal(file) or any(map(is_for_all, kept)) or _is_ended_later(event, file)):
        return True
    if _is_checked(event, file):
        return False
    opened = any(_may_be_open(event, each, file) for each in connects if each[0] not in kept)
    if not _is_to_copy(event, file):
        # What is copied on the way, where a program starts or its tables change, is mostly nobody else's yet;
        # but a connection that takes part in a WAL may have commits there that the file lacks.
        return opened and uses_wal(file)
    # Who copies because of an error does not know who else has the database.
    return opened or bool(event.place.block.failed()) or (shared and not _is_locked(event, file))


def _may_be_open(event: Event, connected: Connected, file: File, *, sure: bool = True) -> bool:
    """Is the connection open where it is done, or where the function that does it is given the path?"""
    connect, given = connected
    found = lives(Term(connect.call, connect.scope, connect.place), file)
    if found is None:
        # Who looks whether it is a database mostly does so before; a connection that is kept is there all the time.
        return sure or is_kept(connect, event)
    done = Term(event.call, event.scope, event.place) if given.scope is event.scope else given
    return any(is_meanwhile(done, life, file) for life in found)


def _is_hashed(event: Event) -> bool:
    """Is it read by a function for hashes?"""
    made = (dotted(Term(node.func, event.scope, place)) or "" for node, place in flow_of(event.scope).calls)
    return any(name.startswith("hashlib.") for name in made)


def _only_looks(event: Event, file: File) -> bool:
    """Is at most so and so much of it read?"""
    return isinstance(event, Open) and all(use.what in _LOOKS or _reads_head(use, file) for use in file.uses(event))


def _reads_head(use: Use, file: File) -> bool:
    """`read(16)`, `read(HEADER_SIZE)` and `read(len(MAGIC))`."""
    asked = use.data[0] if use.what == "read" and len(use.data) == 1 else None
    sizes = [origin.term.node for origin in file.values.origins(use.term(asked))] if isinstance(asked, ast.expr) else []
    return bool(sizes) and all(
        isinstance(size, ast.Constant) or (isinstance(size, ast.Call) and called_as(size) == "len") for size in sizes
    )


def _is_checked(event: Event, file: File) -> bool:
    """Does the function have SQLite look for damage later on?"""
    lines = (line for words in _CHECKS for line in file.text_of.lines(event.scope, words))
    return any(line > event.call.lineno for line in lines)


def _is_locked(event: Event, file: File) -> bool:
    """Is it done under a lock, by all who call the function?"""
    calls = file.values.calls_of(event.scope) if event.scope.function else []
    return bool(locks_around(event.call, file)) or bool(calls and all(locks_around(call.node, file) for call in calls))


def _is_ended_later(event: Event, file: File) -> bool:
    """Is a transaction ended after it, here or by who calls the function, which may have begun before?"""
    # Where the tables change, what was stored before is committed.
    if not lexicon.UPGRADING.isdisjoint(function_words(event.scope)):
        return False
    here = Term(event.call, event.scope, event.place)
    calls = [here, *(file.values.calls_of(event.scope) if event.scope.function else ())]
    return any(
        called_as(called.node) in _ENDING and called.place.order > call.place.order
        for call in calls
        for called in flow_of(call.scope).calls
    )


def _is_to_copy(event: Event, file: File) -> bool:
    """Is it what the function, or one that calls it, is there for?"""
    scopes = [event.scope, *(call.scope for call in file.values.calls_of(event.scope) if event.scope.function)]
    return any(not lexicon.COPYING.isdisjoint(function_words(scope)) for scope in scopes)


def _is_shared(event: Event, file: File) -> bool:
    """Does the program do several things at once?"""
    if isinstance(event.scope.node, ast.AsyncFunctionDef) or "check_same_thread" in file.source.text:
        return True
    return any(module in file.source.imports for module in _THREADS)
