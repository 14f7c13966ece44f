"""Which files of databases are in use when they are handled as files, so that a lock is dropped or a copy torn."""

from __future__ import annotations

from collections.abc import Iterable

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words
from flake8_atomic.analysis.databases.backup_failed import is_where_none_opens, may_be_refused, stands_in_for_backup
from flake8_atomic.analysis.databases.between_commits import is_between_commits, locks_around
from flake8_atomic.analysis.databases.by_its_writer import is_by_its_writer
from flake8_atomic.analysis.databases.damaged import is_damaged
from flake8_atomic.analysis.databases.kept_open import (
    Connected,
    is_for_all,
    is_idle_pool,
    is_kept,
    is_shared,
    may_be_open,
)
from flake8_atomic.analysis.databases.lives import uses_wal
from flake8_atomic.analysis.databases.looked_into import is_read_in_use
from flake8_atomic.analysis.databases.none_open import is_found_none, none_counted
from flake8_atomic.analysis.facts.asked import found_missing
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Event, Open, Read

_ENDING = frozenset({"commit", "rollback"})
_CHECKS = ("integrity_check", "quick_check")


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
    return is_read_in_use(event, connects, file)


def _is_copied_in_use(event: Event, connects: Iterable[Connected], file: File) -> bool:
    """May one of the connections be open, or may somebody else write, while it is copied?"""
    shared = is_shared(event, file)
    kept = [connect for connect, _ in connects if is_kept(connect, event)]
    if all(is_between_commits(event, connect, file) or is_idle_pool(connect, file) for connect, _ in connects):
        return False
    if kept and (shared or uses_wal(file) or any(map(is_for_all, kept)) or _is_ended_later(event, file)):
        return True
    if _is_checked(event, file):
        return False
    if any(is_by_its_writer(event, each, file) for each in connects):
        return True
    opened = any(may_be_open(event, each, file) for each in connects if each[0] not in kept)
    if not _is_to_copy(event, file):
        # What is copied on the way, where a program starts or its tables change, is mostly nobody else's yet;
        # but a connection that takes part in a WAL may have commits there that the file lacks.
        return opened and uses_wal(file)
    # Who copies because of an error does not know who else has the database.
    return opened or bool(event.place.block.failed()) or (shared and not _is_locked(event, file))


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
    here = Term(event.call, event.scope, event.place)
    # Where the tables change, what was stored before is committed.
    if not lexicon.UPGRADING.isdisjoint(function_words(event.scope)) and not _begun(here):
        return False
    calls = [here, *(file.values.calls_of(event.scope) if event.scope.function else ())]
    return any(
        called_as(called.node) in _ENDING and called.place.order > call.place.order
        for call in calls
        for called in flow_of(call.scope).calls
    )


def _begun(at: Term) -> bool:
    """Is something executed before by the same function, and not committed?"""
    calls = sorted(flow_of(at.scope).calls, key=lambda called: called.place.order)
    before = [called_as(called.node) for called in calls if called.place.order < at.place.order]
    done = [name for name in before if name in _ENDING or name.startswith("execute")]
    return bool(done) and done[-1] not in _ENDING


def _is_to_copy(event: Event, file: File) -> bool:
    """Is it what the function, or one that calls it, is there for?"""
    scopes = [event.scope, *(call.scope for call in file.values.calls_of(event.scope) if event.scope.function)]
    return any(not lexicon.COPYING.isdisjoint(function_words(scope)) for scope in scopes)
