"""Is a lock held that other processes heed? That of a thread is none."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as, definition, dotted, spelled
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of

DEEP = 1  # callers of callers may hold it for something else
_LOCKS = re.compile(
    r"(?:file|f|dir|directory|path|folder|process|global|named|inter|exclusive|disk|repo|store)_?lock|lock_?(?:file|dir|path)"
    r"|named_?mutex|portalocker|flock",
    re.IGNORECASE,
)
_LOCK_FILE = re.compile(r"lock", re.IGNORECASE)


def is_locked(file: File, event: Event, depth: int = DEEP) -> bool:
    """Does whatever happens here only happen under a lock of a file, held here or by all who call this function?"""
    if _is_held(event):
        return True
    callers = file.values.calls_of(event.scope) if depth and event.scope.function is not None else []
    return bool(callers) and all(
        isinstance(call.node, ast.Call) and is_locked(file, Event(call.node, call.scope, call.place), depth - 1)
        for call in callers
    )


def _is_held(event: Event) -> bool:
    flow = flow_of(event.scope)
    for block in event.place.block.around():
        if isinstance(block.node, (ast.With, ast.AsyncWith)):
            if any(_locks(Term(item.context_expr, event.scope, flow.end)) for item in block.node.items):
                return True
    for node, place in flow.calls:
        if place.order < event.place.order and dotted(Term(node.func, event.scope, place)) in v.LOCKS:
            if not place.block.unseen_from(event.place.block):
                return True
    return False


def _locks(term: Term) -> bool:
    node = term.node
    if not isinstance(node, ast.Call):
        return bool(_LOCKS.search(spelled(node)))
    if _LOCKS.search(spelled(node.func)):
        return True
    # `with self._lock_class(path + ".lock")`
    given = (part for arg in node.args for part in ast.walk(arg) if isinstance(part, ast.Constant))
    if "lock" in called_as(node).lower() and any(_LOCK_FILE.search(str(part.value)) for part in given):
        return True
    return _takes_lock(definition(term.at(node.func)))


def _takes_lock(function: Scope | None) -> bool:
    """Is it a function of this file that locks a file?"""
    if function is None:
        return False
    return any(dotted(Term(node.func, function, place)) in v.LOCKS for node, place in flow_of(function).calls)
