"""Is the data of a temp on the disk before its new name is?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Event, Open, Rename, Save, Use, Whole
from flake8_atomic.analysis.failing import goes_on
from flake8_atomic.analysis.names import Term, called_as, definition, dotted
from flake8_atomic.analysis.protocol import closes
from flake8_atomic.analysis.replaces import BUFFERED, Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_MAPS = frozenset({"mmap.mmap"})
_SYNC = re.compile("sync")
_WRAPPING = frozenset(name.rpartition(".")[2] for name in (*v.WRAPPERS, *v.OPENERS)) | {"fdopen"}
_WRITING = (BUFFERED | {"put"}) - {"handed"}


def is_synced(replace: Replace) -> bool:
    """Is the data on the disk before the name is?"""
    if _carrier_syncs(replace):
        return True
    for event, opened in _syncs(replace):
        if goes_on(replace, event.place) or _written_after(replace, event):
            continue
        if opened is None or not _unflushed(replace, opened, event):
            return True
    return False


def _written_after(replace: Replace, sync: Event) -> bool:
    """Is more written between the sync and the rename?"""
    for event in (filling.event for filling in replace.fillings):
        writes = event.what in _WRITING if isinstance(event, Use) else isinstance(event, (Whole, Save))
        if writes and event.scope is sync.scope and event.place.order > sync.place.order:
            return True
    return False


def _unflushed(replace: Replace, opened: Open, event: Event) -> bool:
    """Does Python still hold a part of what was written when the file is synced?"""
    if any(keyword.arg == "buffering" for keyword in opened.call.keywords) or _is_raw(replace, opened):
        return False
    written = [use for use in replace.uses if use.opened is opened and use.what in BUFFERED]
    flushed = [use for use in replace.uses if use.opened is opened and use.what in ("flush", "close")]
    before = [use for use in written if use.scope is event.scope and use.place.order < event.place.order]
    here = [use.place.order for use in before if not _closed_between(replace, opened, use, event)]
    if not here:
        if before:
            return False
        buffered = any(isinstance(arg, ast.Call) for arg in event.call.args) and not opened.reads
        return buffered and not any(use.scope is event.scope and use.place.order < event.place.order for use in flushed)
    last = max(here)
    return not any(use.scope is event.scope and last < use.place.order < event.place.order for use in flushed)


def _is_raw(replace: Replace, opened: Open) -> bool:
    """Is the file only ever reached by its descriptor, behind which Python holds nothing?"""
    if opened.spelling not in ("os.open", "tempfile.mkstemp"):
        return False
    calls = ((called, scope) for scope in replace.scopes for called in flow_of(scope).calls)
    wrapped = (Term(node, scope, place) for (node, place), scope in calls if called_as(node) in _WRAPPING)
    return not any(term.node is not opened.call and replace.file.handles.opened(term) is opened for term in wrapped)


def _closed_between(replace: Replace, opened: Open, written: Event, sync: Event) -> bool:
    """Does a with statement that does not hold the sync close the handle after the write?"""
    around = sync.place.block.around()
    return any(block not in around and closes(replace, block.node, opened) for block in written.place.block.around())


def _syncs(replace: Replace) -> Iterator[tuple[Event, Open | None]]:
    """The calls that sync the temp before the rename, with the handle that they sync."""
    for use in replace.uses:
        if use.what == "sync":
            yield use, use.opened
    for scope in replace.scopes:
        for node, place in flow_of(scope).calls:
            event = Event(node, scope, place)
            # A sync of what we cannot see to be another file may well be of this one.
            if node.args and replace.is_before(event) and dotted(event.term(node.func)) in v.SYNCS:
                if replace.file.handles.opened(event.term(node.args[0])) is None:
                    yield event, None
    if "mmap" in replace.file.source.imports:
        yield from ((event, None) for event in _mapped_flushes(replace))
    if not replace.file.text_of.holds(replace.file.top, _SYNC):
        return
    for scope in replace.scopes:
        for node, place in flow_of(scope).calls:
            event = Event(node, scope, place)
            name = called_as(node)
            if replace.is_before(event) and _says_sync(name) and any(replace.concerns(arg, event) for arg in node.args):
                yield event, None
            elif replace.is_before(event) and (called := definition(event.term(node.func))) is not None:
                if called is not replace.rename.scope and _syncs_inside(called):
                    yield event, None


def _mapped_flushes(replace: Replace) -> Iterator[Event]:
    """The flushes of maps of memory: these reach the disk, as those of a handle do not."""
    for scope in replace.scopes:
        for node, place in flow_of(scope).calls:
            event = Event(node, scope, place)
            if called_as(node) == "flush" and isinstance(node.func, ast.Attribute) and replace.is_before(event):
                if replace.file.values.made_by(event.term(node.func.value), _MAPS):
                    yield event


def _carrier_syncs(replace: Replace) -> bool:
    """Does the function that renames what it is given sync it first?"""
    file, rename = replace.file, replace.rename
    function = definition(rename.term(rename.call.func))
    renames = [] if function is None else list(file.trace(function).of(Rename))
    return function is not None and any(
        dotted(Term(node.func, function, place)) in v.SYNCS and place.order < renames[0].place.order
        for node, place in flow_of(function).calls
        if renames
    )


def _says_sync(name: str) -> bool:
    return name not in ("fsync", "fdatasync") and not {"sync", "fsync", "datasync"}.isdisjoint(split_words(name))


def _syncs_inside(scope: Scope) -> bool:
    return any(dotted(Term(node.func, scope, place)) in v.SYNCS for node, place in flow_of(scope).calls)
