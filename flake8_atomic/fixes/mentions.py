"""What a block does with the path of the file that it is writing: the new file does not stand there yet."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis.definitions import definition, family, owner_of
from flake8_atomic.analysis.names import Term, called_as, visible
from flake8_atomic.analysis.parents import Parents, inside
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.edits import NoFix

NOTE = "the block uses the path that it writes; until it ends the old file stands there, or none"
_MANY = 24  # functions looked into
# Told of, taken apart, made into another path: the file itself does not matter.
_HARMLESS = frozenset({
    "print", "str", "repr", "fspath", "basename", "dirname", "splitext", "abspath", "relpath", "join", "format", "Path",
    "debug", "info", "warning", "warn", "error", "exception", "critical", "log", "echo", "secho", "with_suffix",
    "with_name", "append", "add", "write", "relative_to", "as_posix", "dump", "dumps", "resolve", "makedirs", "split",
    "len", "mkdir",
})  # fmt: skip
_CHANGING = frozenset({
    "chmod", "chown", "lchown", "utime", "unlink", "remove", "rename", "replace", "renames", "copy", "copy2", "link",
    "copyfile", "move", "symlink", "copymode", "copystat", "truncate", "touch", "setxattr", "write_text", "write_bytes",
})  # fmt: skip


def notes_on_path(parents: Parents, path: Term, body: Sequence[ast.stmt]) -> list[str]:
    """A note where the block looks at the path; raises where it changes the file under it."""
    if isinstance(path.node, ast.Constant):
        return []
    suites = [list(body), *(list(scope.function.body) for scope in _called(path, body) if scope.function)]
    wanted = ast.dump(path.node)
    doing = [
        _doing(parents, node)
        for suite in suites
        for node in inside(suite)
        if type(node) is type(path.node) and node is not path.node and ast.dump(node) == wanted
    ]
    for what in doing:
        if what in _CHANGING:
            raise NoFix(f"the block calls {what}() on the path that it writes; do that after the block")
    return [NOTE] if any(what is not None for what in doing) else []


def _called(path: Term, body: Sequence[ast.stmt]) -> list[Scope]:
    """The functions of the file that the block calls, and in which the path is still the same."""
    found: list[Scope] = []
    todo = [(list(body), path)]
    while todo and len(found) < _MANY:
        suite, term = todo.pop()
        for call in (node for node in inside(suite) if isinstance(node, ast.Call)):
            scope = definition(term.at(call.func))
            if scope is not None and scope.function is not None and scope not in found and scope is not path.scope:
                found.append(scope)
                todo.append((scope.function.body, Term(path.node, scope, flow_of(scope).end)))
    return [scope for scope in found if _means_the_same(path, Term(path.node, scope, flow_of(scope).end))]


def _means_the_same(path: Term, there: Term) -> bool:
    """Is every name of the path the same object in another function, or that of the module?"""
    for name in {node.id for node in ast.walk(path.node) if isinstance(node, ast.Name)}:
        owner, other = owner_of(name, path), owner_of(name, there)
        if owner is not None and other is not None:
            if owner not in family(other) and other not in family(owner):
                return False
        elif {id(bound.scope) for bound in visible(name, path)} != {id(bound.scope) for bound in visible(name, there)}:
            return False
    return True


def _doing(parents: Parents, node: ast.AST) -> str | None:
    """The name of the call that may look at the file; None where the path is only told of."""
    outer = next(outer for outer in parents.around(node) if isinstance(outer, _ENDS) or _takes_apart(outer))
    name = called_as(outer) if isinstance(outer, ast.Call) else None
    return None if name in _HARMLESS else name


def _takes_apart(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("name", "stem", "suffix", "parent", "parts")


_ENDS = (ast.Call, ast.JoinedStr, ast.stmt, ast.Compare, ast.BinOp)
