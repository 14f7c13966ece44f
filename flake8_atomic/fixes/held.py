"""Another handle of the file that is written: it shows what is written in place, and keeps the old file on a rename."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open
from flake8_atomic.fixes.run_by_blocks import every

HELD = "line {} keeps the file open under another handle, which stays with the old file"
# What is made of them reads when it is walked.
_LAZY = frozenset({"csv.reader", "csv.DictReader", "map", "filter", "enumerate", "zip", "iter"})


def notes_on_handles(file: File, event: Event, path: Term, body: Sequence[ast.AST]) -> list[str]:
    """The note where an attribute or a lock holds the file, or the block uses a handle that was opened before."""
    key = file.paths.key(path)
    others = [other for scope in event.scope.beside() for other in file.trace(scope).of(Open)]
    for other in others if key is not None else ():
        if other.call is not event.call and file.paths.key(other.path) == key and _stays(file, event, other, body):
            return [HELD.format(other.call.lineno)]
    return []


def _stays(file: File, event: Event, other: Open, body: Sequence[ast.AST]) -> bool:
    """Is the other handle of any use while the file is written, or after that?"""
    if file.is_kept(other):
        return True
    if other.scope is not event.scope or not other.place.precedes(event.place):
        return False
    statement = file.parents.statement(other.call)
    if isinstance(statement, ast.With):
        if statement not in file.parents.around(event.call):
            return False
        if any(use.what == "lock" for use in file.uses(other)):
            return True
    names = set(_held(other, statement))
    for assigned in _assigned(file.parents.function(event.call)):
        if names and _is_lazy(other, assigned.value, names):
            names |= {target.id for target in assigned.targets if isinstance(target, ast.Name)}
    names -= {node.id for node in _bound(file.parents.of(event.call)) if isinstance(node, ast.Name)}
    return any(isinstance(node, ast.Name) and node.id in names for node in every(body))


def _bound(holder: ast.AST) -> list[ast.expr]:
    """What the file that is written is called, by what holds its opening."""
    if isinstance(holder, ast.withitem) and holder.optional_vars is not None:
        return [holder.optional_vars]
    return holder.targets if isinstance(holder, ast.Assign) else []


def _held(other: Open, statement: ast.stmt) -> Iterator[str]:
    """The names of the handle, or of what reads it when it is walked."""
    if isinstance(statement, ast.With):
        for item in statement.items:
            if item.context_expr is other.call and isinstance(item.optional_vars, ast.Name):
                yield item.optional_vars.id
    elif isinstance(statement, ast.Assign) and _is_lazy(other, statement.value, set()):
        yield from (target.id for target in statement.targets if isinstance(target, ast.Name))


def _assigned(function: ast.AST) -> Iterator[ast.Assign]:
    return (node for node in ast.walk(function) if isinstance(node, ast.Assign))


def _is_lazy(other: Open, value: ast.expr, names: set[str]) -> bool:
    """Is it the handle, or something that reads it only when it is walked?"""
    if value is other.call or (isinstance(value, ast.Name) and value.id in names):
        return True
    if isinstance(value, ast.GeneratorExp):
        return _is_lazy(other, value.generators[0].iter, names)
    lazy = isinstance(value, ast.Call) and dotted(other.term(value.func)) in _LAZY
    return lazy and any(_is_lazy(other, arg, names) for arg in value.args)  # type: ignore[attr-defined]
