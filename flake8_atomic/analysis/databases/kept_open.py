"""Which connections are open when something else is done: kept ones, those of other threads, idle pools."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.flow import Binding
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.databases.lives import is_meanwhile, lives, uses_wal
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Connect, Event

Connected = tuple[Connect, Term]  # a database is connected to, under the path that is given here
_THREADS = ("threading", "multiprocessing", "concurrent", "asyncio")
_PASSING = frozenset({"begin", "connect"})


def is_kept(connect: Connect, event: Event) -> bool:
    """Does an attribute, the module or a pool keep the connection when the function that makes it is over?"""
    if is_for_all(connect):
        return connect.scope is not event.scope or connect.scope.function is None
    bound = _bound(connect)
    values = [binding.value for _, binding in flow_of(connect.scope).attributes]
    names = {binding.name for binding in bound}
    kept = any(value is connect.call or getattr(value, "id", "") in names for value in values)
    return kept and connect.scope is not event.scope


def is_for_all(connect: Connect) -> bool:
    """Is it kept where every function of the program has it, not by one object?"""
    if connect.scope.function is None or called_as(connect.call).endswith("engine"):
        return True
    return any(binding.name in flow_of(connect.scope).globals for binding in _bound(connect))


def is_of_module(connect: Connect) -> bool:
    """Is it a connection, and no engine, that the module opens when it is imported?"""
    return connect.scope.parent is None and not called_as(connect.call).endswith("engine")


def _bound(connect: Connect) -> list[Binding]:
    bindings = flow_of(connect.scope).bindings.values()
    return [binding for every in bindings for binding in every if binding.value is connect.call]


def may_be_open(event: Event, connected: Connected, file: File, *, sure: bool = True) -> bool:
    """Is the connection open where it is done, or where the function that does it is given the path?"""
    connect, given = connected
    found = lives(Term(connect.call, connect.scope, connect.place), file)
    if found is None:
        # Who looks whether it is a database mostly does so before; a connection that is kept is there all the time.
        return sure or is_kept(connect, event)
    done = Term(event.call, event.scope, event.place) if given.scope is event.scope else given
    return any(is_meanwhile(done, life, file) for life in found)


def is_shared(event: Event, file: File) -> bool:
    """Does the program do several things at once?"""
    if isinstance(event.scope.node, ast.AsyncFunctionDef) or "check_same_thread" in file.source.text:
        return True
    return any(module in file.source.imports for module in _THREADS)


def is_idle_pool(connect: Connect, file: File) -> bool:
    """Is it a pool of one function, which takes its connections back, where an idle one holds no lock?"""
    if connect.scope.function is None or not called_as(connect.call).endswith("engine") or uses_wal(file):
        return False
    names = {binding.name for binding in _bound(connect)}
    loads = (node for node in ast.walk(connect.scope.node) if isinstance(node, ast.Name) and node.id in names)
    used = [node for node in loads if isinstance(node.ctx, ast.Load)]
    return bool(names) and all(_is_given_back(node, file) for node in used)


def _is_given_back(engine: ast.Name, file: File) -> bool:
    """Is it given to a function that is done with it, or entered for a block?"""
    around = file.parents.of(engine)
    if isinstance(around, ast.Call) and engine in around.args:
        return "session" not in called_as(around).lower()
    if not isinstance(around, ast.Attribute) or around.attr not in _PASSING:
        return isinstance(around, ast.Attribute) and around.attr == "dispose"
    return isinstance(file.parents.of(file.parents.of(around)), ast.withitem)
