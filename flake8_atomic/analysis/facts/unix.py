"""Does a function need what only Unix has?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.code.definitions import member
from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.unix_names import TOLD, is_unix, runs_there
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event

_UNNAMED = re.compile(r"AttributeError|ImportError|ModuleNotFoundError|\b(?:Base)?Exception\b")


def needs_unix(file: File, event: Event) -> bool:
    """Does the function, on its way there or whenever it is called, its module or its object do what only Unix can?"""
    scope = event.scope
    if not file.text_of.holds(file.top, TOLD):
        return False
    if any(place.precedes(event.place) and _must(file, node, event) for node, place in flow_of(scope).calls):
        return True
    made = member(scope.owner, "__init__") if scope.owner is not None else None
    for other in dict.fromkeys(filter(None, (scope, file.top, made))):
        if file.text_of.holds(other, TOLD):
            for node in _always(other.node.body):
                if is_unix(node) or (other is scope and runs_there(node)):
                    return True
    return False


def _must(file: File, call: ast.Call, event: Event) -> bool:
    """Does the call need Unix, and does nothing but what is around the event as well survive that it is not there?"""
    if not is_unix(call.func):
        return False
    shared = set(map(id, file.parents.around(event.call)))
    return not any(_survives(node) for node in file.parents.around(call) if id(node) not in shared)


def does_unix(file: File, scope: Scope) -> bool:
    """Does the function somewhere call what Windows lacks, and would not survive that?"""
    if not file.text_of.holds(scope, TOLD):
        return False
    return any(
        (is_unix(node.func) or runs_there(node)) and not any(map(_survives, file.parents.around(node)))
        for node, _ in flow_of(scope).calls
    )


def _survives(node: ast.AST) -> bool:
    if isinstance(node, (ast.With, ast.AsyncWith)):
        return _suppresses(node)
    return isinstance(node, (ast.Try, ast.TryStar)) and _heeds_missing(node)


def _always(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """What is done whenever these statements are: what stands in a branch may not run, a condition does."""
    todo: list[ast.AST] = [*body]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, (ast.If, ast.IfExp)):
            todo.append(node.test)
        elif isinstance(node, ast.BoolOp):
            todo.append(node.values[0])
        elif isinstance(node, (ast.Try, ast.TryStar)):
            todo += node.finalbody if _heeds_missing(node) else [*node.body, *node.finalbody]
        elif not isinstance(node, _LATER) and not (isinstance(node, (ast.With, ast.AsyncWith)) and _suppresses(node)):
            todo += ast.iter_child_nodes(node)


_LATER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def _heeds_missing(node: ast.Try | ast.TryStar) -> bool:
    """Would the try survive a function or a module that its system does not have?"""
    going_on = [handler.type for handler in node.handlers if not isinstance(handler.body[-1], ast.Raise)]
    return any(_UNNAMED.search(ast.unparse(named)) if named is not None else True for named in going_on)


def _suppresses(node: ast.With | ast.AsyncWith) -> bool:
    calls = (item.context_expr for item in node.items if isinstance(item.context_expr, ast.Call))
    return any(called_as(call) == "suppress" and _UNNAMED.search(ast.unparse(call)) for call in calls)
