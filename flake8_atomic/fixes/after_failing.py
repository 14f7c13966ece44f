"""What a handler does with the file that a failed write leaves: an atomic one leaves the old file, or none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis.code.names import Bound, Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.parents import FUNCTIONS, Parents
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.facts.callers import callers_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open
from flake8_atomic.analysis.paths.key_forms import Key, parameter, told
from flake8_atomic.edits import NoFix

REMOVING = frozenset({"remove", "unlink"})
CHANGING = REMOVING | {
    "rename", "renames", "replace", "move", "chmod", "chown", "lchown", "utime", "truncate", "copymode", "copystat",
}  # fmt: skip
_LOOKING = frozenset({"stat", "lstat", "getsize", "getmtime", "read_text", "read_bytes", "copy", "copy2", "copyfile"})
# Raised by the opening, when there is no torn file either.
_OF_OPENING = frozenset({"FileNotFoundError", "PermissionError", "IsADirectoryError", "NotADirectoryError"})
_MISSING = frozenset({"FileNotFoundError", "OSError", "IOError", "EnvironmentError", "Exception", "BaseException"})
_ASKING = frozenset({"exists", "isfile", "is_file", "lexists"})


LEFT = "line {} looks at the file where the write has failed; an atomic write then leaves the old file, or none"
_CHANGED = (
    "line {} calls {}() on the file where the write has failed, and an atomic write leaves none there, or the old one; "
    "drop that, or allow for a missing file"
)


def notes_on_failing(file: File, event: Event, path: Term) -> list[str]:
    """The note where a handler looks at what a failed write leaves; raises where it counts on that to be there."""
    needing = [done for done in done_after(file, event.term(event.call), path) if not done.allows]
    for done in needing:
        if done.name in CHANGING:
            raise NoFix(_CHANGED.format(done.call.lineno, done.name))
    return [LEFT.format(done.call.lineno) for done in needing[:1]]


class Done(NamedTuple):
    """A call of a handler that needs the file, or allows for one that is missing."""

    call: ast.Call
    name: str
    allows: bool


def done_after(file: File, write: Term, path: Term) -> Iterator[Done]:
    """What handlers around a write do with its file, here and in the functions that call this one."""
    key = file.paths.key(path)
    yield from _around(file, write, key)
    for call in callers_of(file, write.scope) if write.scope.function is not None else ():
        yield from _around(file, call, told(key, _given(file, call, write.scope)))


def _given(file: File, call: Term, function: Scope) -> dict[Key, Key]:
    """What the parameters of a function are to one of its callers."""
    given = {binding.name: given_for(call, Bound(binding, function)) for binding in flow_of(function).parameters}
    return {parameter(name, function): file.paths.key(call.at(nodes[0])) for name, nodes in given.items() if nodes}


def _around(file: File, inner: Term, key: Key) -> Iterator[Done]:
    """What is done with the file where something inside of a `try` has failed."""
    suites = list(_run_after(file.parents, inner.node))
    nodes = {id(node) for suite in suites for one in suite for node in ast.walk(one)}
    reading = {id(opened.call) for opened in file.trace(inner.scope).of(Open) if opened.reads} if nodes else set()
    for call, place in flow_of(inner.scope).calls if nodes and key is not None else ():
        name = called_as(call)
        if id(call) in nodes and (name in CHANGING | _LOOKING or id(call) in reading):
            func, first = Term(call.func, inner.scope, place), call.args[:1]
            if isinstance(call.func, ast.Attribute) and dotted(func) is None:
                # `text.replace(old, new)` makes another text.
                first = [call.func.value] if len(call.args) < 2 else []
            if first and file.paths.key(func.at(first[0])) == key:
                yield Done(call, name, _allows(file.parents, call))


def _run_after(parents: Parents, inner: ast.AST) -> Iterator[list[ast.stmt]]:
    """The suites that are run where it fails."""
    for outer in parents.around(inner):
        if isinstance(outer, FUNCTIONS):
            return
        if isinstance(outer, (ast.Try, ast.TryStar)):
            if any(inner is statement for statement in outer.body):
                yield from (handler.body for handler in outer.handlers if not _is_of_opening(handler))
            if not any(inner is statement for statement in outer.finalbody):
                yield outer.finalbody
        inner = outer


def _kinds(kind: ast.expr | None) -> list[str]:
    parts = kind.elts if isinstance(kind, ast.Tuple) else [kind] if kind is not None else []
    return [last_name(part) for part in parts]


def _is_of_opening(handler: ast.ExceptHandler) -> bool:
    kinds = _kinds(handler.type)
    return bool(kinds) and _OF_OPENING.issuperset(kinds)


def _allows(parents: Parents, call: ast.Call) -> bool:
    """Is it done only where the file is there, or is its error caught where it is not?"""
    if any(word.arg == "missing_ok" for word in call.keywords):
        return True
    inner: ast.AST = call
    for outer in parents.around(call):
        if isinstance(outer, (ast.ExceptHandler, *FUNCTIONS)):
            return False
        if isinstance(outer, ast.If) and any(_asks(part) for part in ast.walk(outer.test)):
            return True
        if isinstance(outer, ast.Try) and inner in outer.body and any(map(_passes, outer.handlers)):
            return True
        if isinstance(outer, ast.With) and any("suppress" in ast.unparse(item) for item in outer.items):
            return True
        inner = outer
    return False


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and called_as(node) in _ASKING


def _passes(handler: ast.ExceptHandler) -> bool:
    return handler.type is None or not _MISSING.isdisjoint(_kinds(handler.type))
