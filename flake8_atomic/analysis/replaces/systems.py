"""Where a rename is only reached on some systems."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from flake8_atomic.analysis.code.blocks import Block, leaving
from flake8_atomic.analysis.code.names import called_as, visible
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.unix_names import is_unix_place
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.facts.unix import does_unix, needs_unix
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.replaces import Replace

_PLATFORM = re.compile(
    r"os\.name\b|sys\.platform|platform\.system|hasattr\((?:os|signal|socket)|(?i:\b_?(?:is_)?(?:windows|win32|posix)\b)"
)


def is_guarded(replace: Replace) -> bool:
    """Is the rename only reached on some systems?"""
    file, rename = replace.file, replace.rename
    if _asks_before(file, rename) or needs_unix(file, rename) or _refuses(file, rename.scope):
        return True
    if _is_chosen(file, rename) or _asks_after(file, rename) or _is_of_unix(file, rename.scope):
        return True
    if any(is_unix_place(part.node) for part in made_of(file, rename.target)):
        return True
    return _only_called_so(file, rename.scope)


def _is_chosen(file: File, rename: Event) -> bool:
    """`def rename(src, dst): …` or `rename = os.replace` for one system, and `rename = os.rename` for the others."""
    func = rename.call.func
    bounds = visible(func.id, rename.term(func)) if isinstance(func, ast.Name) else []
    blocks = (block for bound in bounds for block in bound.binding.place.block.around())
    return any(bound.binding.how == "definition" for bound in bounds) or _ask(file, blocks)


def _asks_before(file: File, event: Event) -> bool:
    """Does a condition ask for the system, around it or its function, or before it, where the function is left?"""
    if _ask(file, event.place.block.around()) or _ask(file, _around_definitions(event.scope)):
        return True
    tests = [
        node.test
        for node in ast.walk(event.scope.node)
        if isinstance(node, ast.Assert) or (isinstance(node, ast.If) and leaving(node.body))
        if node.lineno < event.call.lineno
    ]
    return any(_PLATFORM.search(file.source.written(test)) for test in tests)


def _ask(file: File, blocks: Iterable[Block]) -> bool:
    """Does one of the blocks hang on the system?"""
    tests = (block.node.test for block in blocks if isinstance(block.node, ast.If))
    return any(_PLATFORM.search(file.source.written(test)) for test in tests)


def _around_definitions(scope: Scope) -> Iterator[Block]:
    """The blocks in which the function, and what it is defined in, are defined."""
    outer = scope.parent
    while outer is not None:
        for binding in flow_of(outer).bindings.get(scope.name, ()):
            if binding.node is scope.node:
                yield from binding.place.block.around()
        scope, outer = outer, outer.parent


def _asks_after(file: File, event: Event) -> bool:
    """Does a handler around it ask for the system, and rename once more there?"""
    around = (block for block in event.place.block.around() if block.arm == "body")
    tried = [block.node for block in around if isinstance(block.node, ast.Try)]
    handling = [part for node in tried for handler in node.handlers for part in handler.body]
    calls = [called_as(node) for part in handling for node in ast.walk(part) if isinstance(node, ast.Call)]
    again = called_as(event.call) in calls
    return again and any(_PLATFORM.search(file.source.written(part)) for part in handling)


def _refuses(file: File, scope: Scope) -> bool:
    """Does the module, or the making of the object, fail on another system?"""
    bodies = [file.top.node.body]
    if scope.owner is not None:
        made = (node for node in scope.owner.node.body if isinstance(node, ast.FunctionDef))
        bodies += [node.body for node in made if node.name == "__init__"]
    nodes = [node for body in bodies for node in body if isinstance(node, (ast.If, ast.Assert))]
    tests = [node.test for node in nodes if isinstance(node, ast.Assert) or _fails(node.body[-1])]
    return any(_PLATFORM.search(file.source.written(test)) for test in tests)


def _is_of_unix(file: File, scope: Scope) -> bool:
    """Does another method of the class need Unix, in a file that never asks for the system?"""
    if scope.owner is None or file.text_of.holds(file.top, _PLATFORM):
        return False
    return any(does_unix(file, other) for other in scope.owner.walk())


def _fails(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return called_as(node.value) == "exit"
    return isinstance(node, ast.Raise)


def _only_called_so(file: File, scope: Scope, depth: int = 3) -> bool:
    """Do all who call the function in this file ask for the system, or are only called where it was asked?"""
    calls = file.values.calls_of(scope) if scope.function is not None and depth else []
    for call in calls:
        assert isinstance(call.node, ast.Call)
        if not _asks_before(file, Event(call.node, call.scope, call.place)):
            if call.scope is scope or not _only_called_so(file, call.scope, depth - 1):
                return False
    return bool(calls)
