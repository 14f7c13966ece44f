"""Is the data of a temp on the disk before its new name is?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Event, Open
from flake8_atomic.analysis.failing import goes_on
from flake8_atomic.analysis.names import Term, called_as, definition, dotted
from flake8_atomic.analysis.replaces import BUFFERED, Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_SYNC = re.compile("sync")


def is_synced(replace: Replace) -> bool:
    """Is the data on the disk before the name is?"""
    for event, opened in _syncs(replace):
        if not goes_on(replace, event.place) and (opened is None or not _unflushed(replace, opened, event)):
            return True
    return False


def _unflushed(replace: Replace, opened: Open, event: Event) -> bool:
    """Does Python still hold a part of what was written when the file is synced?"""
    if any(keyword.arg == "buffering" for keyword in opened.call.keywords):
        return False
    written = [use for use in replace.uses if use.opened is opened and use.what in BUFFERED]
    flushed = [use for use in replace.uses if use.opened is opened and use.what in ("flush", "close")]
    here = [use.place.order for use in written if use.scope is event.scope and use.place.order < event.place.order]
    if not here:
        buffered = any(isinstance(arg, ast.Call) for arg in event.call.args) and not opened.reads
        return buffered and not any(use.scope is event.scope and use.place.order < event.place.order for use in flushed)
    last = max(here)
    return not any(use.scope is event.scope and last < use.place.order < event.place.order for use in flushed)


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


def _says_sync(name: str) -> bool:
    return name not in ("fsync", "fdatasync") and not {"sync", "fsync", "datasync"}.isdisjoint(split_words(name))


def _syncs_inside(scope: Scope) -> bool:
    return any(dotted(Term(node.func, scope, place)) in v.SYNCS for node, place in flow_of(scope).calls)
