"""What the functions of this file do with an open file that they are given."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.expressions import parts_of
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Bound, Term, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Use
from flake8_atomic.analysis.files.harmless import is_harmless

WRITING = frozenset({"write", "dump", "record", "copy"})
_DONE = frozenset({"flush", "close", "sync"})
_METHODS = {"write": "write", "writelines": "write", "flush": "flush", "close": "close"}
_DEEP = 2


def done_with(file: File, use: Use) -> str:
    """What a use does last that counts: `handed` only where no function of this file tells."""
    func = use.call.func
    if use.what == "close" and isinstance(func, ast.Attribute) and leaves_open(file, use.term(func.value), use.opened):
        return ""
    if use.what != "handed":
        return use.what
    return _last_step(file, use, lambda given: file.handles.opened(use.term(given)) is use.opened, _DEEP)


def leaves_open(file: File, wrapper: Term, handle: Open) -> bool:
    """Is it a wrapper around the handle whose end neither closes nor flushes that?"""
    return handle.spelling not in v.LEAVING_OPEN and file.values.made_by(wrapper, v.LEAVING_OPEN)


def is_unbuffered(handle: Open) -> bool:
    """Is it said how much Python may hold back?"""
    return any(keyword.arg == "buffering" for keyword in handle.call.keywords)


def steps_of(file: File, function: Scope, name: str, depth: int = _DEEP) -> Iterator[tuple[str, Place]]:
    """What the function does with the open file that this parameter is, in order: written, flushed, closed, handed."""
    for node, place in flow_of(function).calls:
        event = Event(node, function, place)
        if isinstance(node.func, ast.Attribute) and _is_called(node.func.value, name):
            what = _METHODS.get(node.func.attr, "")
        elif any(_is_called(given, name) for given in given_to(node)):
            what = _done_by(file, event, name, depth)
        else:
            continue
        if what in WRITING | _DONE | {"handed"}:
            yield what, place
    if any(_is_called(node, name) for outer in parts_of(function.node) for node in _entered(outer)):
        yield "close", flow_of(function).end


def _is_called(node: ast.expr, name: str) -> bool:
    """Is it the parameter, or the number of the file?"""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fileno":
        node = node.func.value
    return isinstance(node, ast.Name) and node.id == name


def _done_by(file: File, event: Event, name: str, depth: int) -> str:
    """What a call does last with the file that it is given."""
    what = file.handles.doing(event.term(event.call), event.call)
    if what == "wrap" and dotted(event.term(event.call.func)) in v.WRAPPERS:
        return "handed"  # what is written to the wrapper, and when that is flushed, nobody knows here
    return _last_step(file, event, lambda given: _is_called(given, name), depth) if what == "handed" else what


def _last_step(file: File, event: Event, is_it: Callable[[ast.expr], bool], depth: int) -> str:
    function = definition(event.term(event.call.func))
    if function is None or function.function is None:
        return "" if is_harmless(event) else "handed"
    call = event.term(event.call)
    given = ((binding.name, given_for(call, Bound(binding, function))) for binding in flow_of(function).parameters)
    names = [name for name, found in given if found and is_it(found[0])]
    if not (names and depth):
        return "handed"
    steps = [what for name in names for what, _ in steps_of(file, function, name, depth - 1)]
    return steps[-1] if steps else ""


def _entered(node: ast.AST) -> list[ast.expr]:
    return [item.context_expr for item in node.items] if isinstance(node, (ast.With, ast.AsyncWith)) else []
