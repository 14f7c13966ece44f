"""Is a lock held that other processes heed? That of a thread is none."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition, member
from flake8_atomic.analysis.code.names import Term, called_as, dotted, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.callers import callers_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open

DEEP = 3
_LOCKS = re.compile(
    r"(?:file|f|dir|directory|path|folder|process|global|named|inter|exclusive|disk|repo|store)_?lock|lock_?(?:file|dir|path)"
    r"|named_?mutex|portalocker|flock|exclusive_?(?:access|gate|process|run|section)|single_?instance",
    re.IGNORECASE,
)
_ACQUIRING = frozenset({"acquire", "try_acquire"})
_ENTERING = frozenset({"enter_context", "enter_async_context"})
# What holds it no longer than its block lasts, or not always.
_PASSING = (ast.With, ast.AsyncWith, ast.If)
_LOCK_FILE = re.compile(r"lock", re.IGNORECASE)


def is_locked(file: File, event: Event, depth: int = DEEP) -> bool:
    """Does whatever happens here only happen under a lock of a file, held here or by all who call this function?"""
    if _is_held(file, event) or _is_held_by_object(file, event.scope):
        return True
    function = event.scope.function
    # What callers of callers hold may be for something else, but where one object calls its own methods.
    own = event.scope.owner is not None and function is not None and function.name.startswith("_")
    asked = function is not None and (depth == DEEP or (depth > 0 and own))
    callers = callers_of(file, event.scope) if asked else []
    if function is not None and not callers and _is_offered(file):
        return True
    return bool(callers) and all(
        isinstance(call.node, ast.Call) and is_locked(file, Event(call.node, call.scope, call.place), depth - 1)
        for call in callers
    )


def _is_offered(file: File) -> bool:
    """Does the module make a lock for those who call its functions, and take it nowhere itself?"""
    return any(
        scope.function and "lock" in scope.name and _gives_lock(file, scope) and not file.values.calls_of(scope)
        for scope in file.top.children
    )


def _is_held(file: File, event: Event) -> bool:
    flow, function = flow_of(event.scope), event.scope.function
    if any(map(_is_lock, function.decorator_list if function is not None else ())):
        return True
    for block in event.place.block.around():
        if isinstance(block.node, (ast.With, ast.AsyncWith)):
            if any(_locks(file, Term(item.context_expr, event.scope, flow.end)) for item in block.node.items):
                return True
    before = (called for called in flow.calls if called.place.order < event.place.order)
    return any(
        (_takes(file, Term(node.func, event.scope, place)) or _enters(file, Term(node, event.scope, place)))
        and not place.block.unseen_from(event.place.block)
        for node, place in before
    )


def _enters(file: File, call: Term) -> bool:
    """`stack.enter_context(lock)`."""
    assert isinstance(call.node, ast.Call)
    return called_as(call.node) in _ENTERING and any(_locks(file, call.at(arg)) for arg in call.node.args)


def _is_held_by_object(file: File, scope: Scope) -> bool:
    """Has the object taken the lock when it was made, and kept it?"""
    made = member(scope.owner, "__init__") if scope.owner is not None else None
    return made not in (None, scope) and any(
        _takes(file, Term(node.func, made, place))
        and not any(isinstance(b.node, _PASSING) for b in place.block.around())
        for node, place in flow_of(made).calls
    )


def _takes(file: File, called: Term) -> bool:
    """Does the call take a lock, and leave it taken?"""
    node = called.node
    if dotted(called) in v.LOCKS:
        return True
    if isinstance(node, ast.Attribute) and node.attr in _ACQUIRING:
        return _locks(file, called.at(node.value))
    function, said = definition(called), spelled(node).rpartition(".")[2].lower()
    if function is None or function.function is None or "lock" not in said or "unlock" in said:
        return False
    return _takes_lock(file, function)


def _locks(file: File, term: Term) -> bool:
    """Is it a lock of a file, by its name, by what it was made as, or by the function of this file that makes it?"""
    node = term.node
    if _is_called_lock(file, term):
        return True
    if not isinstance(node, ast.Call):
        return False
    # `with self._lock_class(path + ".lock")`
    given = (part for arg in node.args for part in ast.walk(arg) if isinstance(part, ast.Constant))
    if "lock" in called_as(node).lower() and any(_LOCK_FILE.search(str(part.value)) for part in given):
        return True
    made = definition(term.at(node.func))
    return _takes_lock(file, made) or _gives_lock(file, made)


def _is_called_lock(file: File, term: Term) -> bool:
    if _is_lock(term.node):
        return True
    made = (o.term.node for o in file.values.origins(term) if o.how == "expression" and o.term.node is not term.node)
    return any(isinstance(call, ast.Call) and _is_lock(call) for call in made)


def _is_lock(node: ast.expr) -> bool:
    """Is it called a lock of files, or told to be heeded by other processes?"""
    if not isinstance(node, ast.Call):
        return bool(_LOCKS.search(spelled(node)))
    external = any(keyword.arg == "external" and ast.unparse(keyword.value) == "True" for keyword in node.keywords)
    return external or bool(_LOCKS.search(spelled(node.func)))


def _takes_lock(file: File, function: Scope | None) -> bool:
    """Is it a function, or a class, of this file that locks a file, or makes one that only one process can make?"""
    scopes = list(function.walk()) if function is not None else []
    calls = (Term(node.func, scope, place) for scope in scopes for node, place in flow_of(scope).calls)
    return any(dotted(called) in v.LOCKS for called in calls) or any(
        "x" in mode for scope in scopes for opened in file.trace(scope).of(Open) for mode in opened.modes
    )


def _gives_lock(file: File, function: Scope | None) -> bool:
    """Is it one that can be entered, and holds a lock until it is left?"""
    if function is None or not (flow_of(function).yields if function.function else "lock" in function.name.lower()):
        return False
    entered = (
        Term(item.context_expr, scope, flow_of(scope).end)
        for scope in function.walk()
        for node in ast.walk(scope.node)
        if isinstance(node, (ast.With, ast.AsyncWith))
        for item in node.items
    )
    return _takes_lock(file, function) or any(_is_called_lock(file, term) for term in entered)
