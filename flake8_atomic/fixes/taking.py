"""What is written may be taken from somewhere, and would be gone where the file cannot be opened."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, called_as, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of

_TAKING = frozenset({
    "pop", "popleft", "popitem", "nowait", "take", "drain", "consume", "flush", "next", "dequeue", "clear", "chdir",
    "getpass", "prompt", "ask", "confirm",
})  # fmt: skip
_BINDING = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Delete)


def takes(node: ast.expr, term: Term) -> bool:
    """Is anything called that leaves less behind than there was, by its name or as the file defines it?"""
    return any(_takes(call, term, set()) for call in ast.walk(node) if isinstance(call, ast.Call))


def _takes(call: ast.Call, term: Term, seen: set[Scope]) -> bool:
    name = called_as(call)
    if name == "input" or not _TAKING.isdisjoint(name.strip("_").split("_")):
        return True
    if name == "get" and isinstance(call.func, ast.Attribute) and "queue" in last_name(call.func.value).lower():
        return True
    function = definition(term.at(call.func))
    if function is None or function.function is None or function in seen:
        return False
    seen.add(function)
    there = Term(call, function, flow_of(function).end)
    return any(
        _changes(node) or (isinstance(node, ast.Call) and _takes(node, there, seen))
        for node in ast.walk(function.function)
    )


def _changes(node: ast.AST) -> bool:
    """Does it change what others see too, an attribute or a name of the module?"""
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return True
    if not isinstance(node, _BINDING):
        return False
    return any(
        isinstance(part, ast.Attribute) and isinstance(part.ctx, (ast.Store, ast.Del)) for part in ast.walk(node)
    )
