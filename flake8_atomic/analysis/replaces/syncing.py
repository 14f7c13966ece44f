"""Is the data of a temp on the disk before its new name is?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.handed import done_with, is_unbuffered
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Rename, Save, Use, Whole
from flake8_atomic.analysis.replaces.failing import goes_on
from flake8_atomic.analysis.replaces.protocol import closes
from flake8_atomic.analysis.replaces.replaces import BUFFERED, Replace
from flake8_atomic.analysis.replaces.synced_by import DEEP, synced_by, syncs_inside

_MAPS = frozenset({"mmap.mmap"})
_SYNC = re.compile("sync")
_WRAPPING = frozenset(name.rpartition(".")[2] for name in (*v.WRAPPERS, *v.OPENERS)) | {"fdopen"}
_WRITING = (BUFFERED | {"put"}) - {"handed"}


class _Sync(NamedTuple):
    """A call that syncs the temp: through a handle, or taken to be of the temp and flushed."""

    event: Event
    opened: Open | None = None
    buffered: bool = False  # is it reached as a file, not as a number?


def is_synced(replace: Replace) -> bool:
    """Is the data on the disk before the name is?"""
    if _carrier_syncs(replace) or (replace.rename.put_by and _syncs_inside(replace.rename.scope)):
        return True  # of those that are put by, handles and all, it may be any
    for sync in _syncs(replace):
        if not (goes_on(replace, sync.event.place) or _written_after(replace, sync.event) or _unflushed(replace, sync)):
            return True
    return False


def _written_after(replace: Replace, sync: Event) -> bool:
    """Is more written between the sync and the rename?"""
    for event in (filling.event for filling in replace.fillings):
        writes = event.what in _WRITING if isinstance(event, Use) else isinstance(event, (Whole, Save))
        if writes and event.scope is sync.scope and event.place.order > sync.place.order:
            return True
    return False


def _unflushed(replace: Replace, sync: _Sync) -> bool:
    """Does Python still hold a part of what was written when the file is synced?"""
    event, opened, buffered = sync
    if opened is None or is_unbuffered(opened) or _is_raw(replace, opened):
        return False
    uses = [use for use in replace.uses if use.opened is opened and use.scope is event.scope]
    steps = [(use, done_with(replace.file, use)) for use in uses if use.place.order < event.place.order]
    before = [use for use, what in steps if what in BUFFERED]
    here = [use.place.order for use in before if not _closed_between(replace, opened, use, event)]
    if before and not here:
        return False
    flushed = any(what in ("flush", "close") and use.place.order > max(here, default=0) for use, what in steps)
    return not flushed and (bool(here) or (buffered and not opened.reads))


def _is_raw(replace: Replace, opened: Open) -> bool:
    """Is the file only ever reached by its descriptor, behind which Python holds nothing?"""
    if opened.spelling not in ("os.open", "tempfile.mkstemp"):
        return False
    calls = (event for event in replace.calls if called_as(event.call) in _WRAPPING and event.call is not opened.call)
    return not any(replace.file.handles.opened(event.term(event.call)) is opened for event in calls)


def _closed_between(replace: Replace, opened: Open, written: Event, sync: Event) -> bool:
    """Does a with statement that does not hold the sync close the handle after the write?"""
    around = sync.place.block.around()
    return any(
        block not in around and closes(replace.file, block.node, opened) for block in written.place.block.around()
    )


def _syncs(replace: Replace) -> Iterator[_Sync]:
    """The calls that sync the temp before the rename."""
    for use in replace.uses:
        if use.what == "sync":
            yield _Sync(use, use.opened, any(isinstance(arg, ast.Call) for arg in use.call.args))
    before = [event for event in replace.calls if replace.is_before(event)]
    yield from (_Sync(event) for event in before if _hands_a_sync_over(event))
    for event in before:
        # A sync of what we cannot see to be another file may well be of this one.
        if event.call.args and dotted(event.term(event.call.func)) in v.SYNCS:
            if replace.file.handles.opened(event.term(event.call.args[0])) is None:
                yield _Sync(event)
    if "mmap" in replace.file.source.imports:
        yield from (_Sync(event) for event in before if _flushes_a_map(replace, event))
    if replace.file.text_of.holds(replace.file.top, _SYNC):
        yield from (sync for event in before for sync in _synced_otherwise(replace, event))


def _hands_a_sync_over(event: Event) -> bool:
    """`self.in_thread(os.fsync, file.fileno())`: of which file, and whether flushed, is taken to be right."""
    given = (arg for arg in event.call.args if isinstance(arg, (ast.Attribute, ast.Name)))
    return any(dotted(event.term(arg)) in v.SYNCS for arg in given)


def _flushes_a_map(replace: Replace, event: Event) -> bool:
    """Does it flush a map of memory? That reaches the disk, as a flush of a handle does not."""
    func = event.call.func
    if not isinstance(func, ast.Attribute) or func.attr != "flush":
        return False
    return replace.file.values.made_by(event.term(func.value), _MAPS)


def _synced_otherwise(replace: Replace, event: Event) -> Iterator[_Sync]:
    """What a function of this file syncs, or the temp where another one says that it does."""
    given = any(replace.concerns(arg, event) for arg in given_to(event.call))
    # A function that is not given the temp may know it; what that one calls syncs something else.
    depth = DEEP if given else 0
    if syncs_inside(replace.file, event, depth):
        if definition(event.term(event.call.func)) is not replace.rename.scope:
            yield from _carried_out(replace.file, event, depth=depth)
    elif given and _says_sync(called_as(event.call)):
        yield _Sync(event)


def _carried_out(file: File, event: Event, until: Place | None = None, depth: int = DEEP) -> Iterator[_Sync]:
    """What the called function of this file syncs."""
    for handle, buffered in synced_by(file, event, until, depth):
        yield _Sync(event, file.handles.opened(handle) if handle is not None else None, buffered)


def _carrier_syncs(replace: Replace) -> bool:
    """Does the function that renames what it is given sync it first?"""
    file, rename = replace.file, replace.rename
    function = definition(rename.term(rename.call.func))
    renames = [] if function is None else list(file.trace(function).of(Rename))
    return any(not _unflushed(replace, sync) for each in renames[:1] for sync in _carried_out(file, rename, each.place))


def _says_sync(name: str) -> bool:
    return name not in ("fsync", "fdatasync") and not {"sync", "fsync", "datasync"}.isdisjoint(split_words(name))


def _syncs_inside(scope: Scope) -> bool:
    return any(dotted(Term(node.func, scope, place)) in v.SYNCS for node, place in flow_of(scope).calls)
