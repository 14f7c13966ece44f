"""What a block does with the path of the file that it is writing: the new file does not stand there yet."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.definitions import definition, family, owner_of
from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name, visible
from flake8_atomic.analysis.code.parents import Parents, inside
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.edits import NoFix

NOTE = "the block uses the path that it writes; until it ends the old file stands there, or none"
LISTS = "the block lists a folder; until it ends a temporary file may stand there, and the new one does not"
_MANY = 24  # functions looked into
# Told of, taken apart, made into another path: the file itself does not matter.
_HARMLESS = frozenset({
    "print", "str", "repr", "fspath", "basename", "dirname", "splitext", "abspath", "relpath", "join", "format", "Path",
    "debug", "info", "warning", "warn", "error", "exception", "critical", "log", "echo", "secho", "with_suffix",
    "with_name", "append", "add", "write", "relative_to", "as_posix", "dump", "dumps", "resolve", "makedirs", "split",
    "len", "mkdir",
})  # fmt: skip
_LISTING = frozenset({"listdir", "scandir", "iterdir", "rglob", "iglob"})
_CHANGING = frozenset({
    "chmod", "chown", "lchown", "utime", "unlink", "remove", "rename", "replace", "renames", "copy", "copy2", "link",
    "copyfile", "move", "symlink", "copymode", "copystat", "truncate", "touch", "setxattr", "write_text", "write_bytes",
})  # fmt: skip


def notes_on_path(file: File, path: Term, body: Sequence[ast.stmt]) -> list[str]:
    """The notes where the block looks at the path or its folder; raises where it changes the file under it."""
    called = _called(path, body)
    suites = [list(body), *(list(scope.node.body) for scope in called if _means_the_same(path, scope))]
    doing = [] if isinstance(path.node, ast.Constant) else list(_done_to(file, path, suites))
    for what in doing:
        if what in _CHANGING:
            raise NoFix(f"the block calls {what}() on the path that it writes; do that after the block")
    notes = [NOTE] if any(what is not None for what in doing) else []
    everything = [list(body), *(list(scope.node.body) for scope in called)]
    calls = (node for suite in everything for node in inside(suite) if isinstance(node, ast.Call))
    return [*notes, LISTS] if any(_lists(path.at(call.func)) for call in calls) else notes


def _done_to(file: File, path: Term, suites: list[list[ast.stmt]]) -> Iterator[str | None]:
    """What is done to the path in these statements, by its own name or by another."""
    wanted = ast.dump(path.node)
    for node in (node for suite in suites for node in inside(suite)):
        if type(node) is type(path.node) and node is not path.node and ast.dump(node) == wanted:
            yield _doing(file.parents, node)
    block, key = {id(node) for node in inside(suites[0])}, file.paths.key(path)
    for call, place in flow_of(path.scope).calls:
        if id(call) in block:
            receiver = [call.func.value] if isinstance(call.func, ast.Attribute) else []
            for given in (*call.args, *receiver):
                known = isinstance(given, (ast.Name, ast.Attribute)) and ast.dump(given) != wanted
                if known and file.paths.key(Term(given, path.scope, place)) == key:
                    yield _doing(file.parents, given)


def _lists(func: Term) -> bool:
    """Does the call list what is in a folder?"""
    return last_name(func.node) in _LISTING or dotted(func) in ("os.walk", "os.fwalk", "glob.glob")


def _called(path: Term, body: Sequence[ast.stmt]) -> list[Scope]:
    """The functions of the file that the block calls."""
    found: list[Scope] = []
    todo = [(list(body), path)]
    while todo and len(found) < _MANY:
        suite, term = todo.pop()
        for call in (node for node in inside(suite) if isinstance(node, ast.Call)):
            scope = definition(term.at(call.func))
            if scope is not None and scope.function is not None and scope not in found and scope is not path.scope:
                found.append(scope)
                todo.append((scope.function.body, Term(path.node, scope, flow_of(scope).end)))
    return found


def _means_the_same(path: Term, scope: Scope) -> bool:
    """Is every name of the path the same object in another function, or that of the module?"""
    there = Term(path.node, scope, flow_of(scope).end)
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
