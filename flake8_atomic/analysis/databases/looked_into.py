"""Which looks into a database file may drop a lock: its connection is open, and something else goes on."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.databases.between_commits import locks_around
from flake8_atomic.analysis.databases.kept_open import Connected, is_of_module, is_shared, may_be_open
from flake8_atomic.analysis.databases.lives import uses_wal
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Connect, Event, Open, Use

_LOOKS = frozenset({"close", "seek"})


def is_read_in_use(event: Event, connects: Iterable[Connected], file: File) -> bool:
    """May one of the connections be open meanwhile that no lock keeps apart from the reading?"""
    if isinstance(event, Open) and file.is_kept(event) and not _is_closed_here(event, file):
        return False
    # What has just failed is explained.
    if event.place.block.failed() and _only_looks(event, file):
        return False
    # Who hashes what is given, whatever that is, is mostly given a database that is closed.
    hashed = _is_hashed(event) and not (uses_wal(file) and is_shared(event, file))
    near = [each for each in connects if not hashed or _is_by_same(each[0], event) or is_of_module(each[0])]
    apart = locks_around(event.call, file)
    others = [each for each in near if apart.isdisjoint(locks_around(each[0].call, file))]
    sure = is_shared(event, file) or not _only_looks(event, file)
    return any(may_be_open(event, each, file, sure=sure) for each in others)


def _is_closed_here(opened: Open, file: File) -> bool:
    """Does the function close it itself? What is kept open drops no lock as yet."""
    return any(use.what == "close" and use.scope is opened.scope for use in file.uses(opened))


def _is_by_same(connect: Connect, event: Event) -> bool:
    """Does the same function connect, or the same object?"""
    owner = event.scope.owner
    return connect.scope is event.scope or (owner is not None and owner is connect.scope.owner)


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
