"""Where a rename is only reached on some systems, or where nothing is in its way."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.blocks import leaving
from flake8_atomic.analysis.events import Event, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import called_as
from flake8_atomic.analysis.replaces import NAMES, Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_PLATFORM = re.compile(
    r"os\.name\b|sys\.platform|platform\.system|hasattr\((?:os|signal|socket)|(?i:\b_?(?:is_)?(?:windows|win32|posix)\b)"
)
_MODULES = frozenset({"fcntl", "grp", "nis", "posix", "pty", "pwd", "resource", "spwd", "syslog", "termios", "tty"})
_CALLS = frozenset({
    "chown", "fchown", "lchown", "fork", "forkpty", "getuid", "geteuid", "getgid", "getegid", "getgroups", "getpgid",
    "getpgrp", "getsid", "initgroups", "killpg", "mkfifo", "mknod", "nice", "openpty", "setegid", "seteuid", "setgid",
    "setgroups", "setpgid", "setsid", "setuid", "uname", "WEXITSTATUS", "WNOHANG", "O_DIRECTORY", "O_CLOEXEC",
})  # fmt: skip
_UNIX = re.compile(r"\bos\.(?:" + "|".join(sorted(_CALLS)) + r")\b")


def is_guarded(replace: Replace) -> bool:
    """Is the rename only reached on some systems?"""
    file, rename = replace.file, replace.rename
    tests = [block.node.test for block in rename.place.block.around() if isinstance(block.node, ast.If)]
    tests += [node.test for node in _left_before(replace)]
    if any(_PLATFORM.search(file.source.written(test)) for test in tests):
        return True
    return _imports_unix(file.top) or _needs_unix(file, rename.scope)


def meets_no_file(replace: Replace) -> bool:
    """Is the rename only reached where the target is not there, or is the error of Windows heeded?"""
    trace = replace.file.trace(replace.rename.scope)
    asked = {id(e.call) for e in trace.of(Read) if e.asks and replace.file.paths.key(e.path) == replace.target}
    if any(id(test) in asked for node in _left_before(replace) for test in _either(node.test)):
        return True
    around = [block for block in replace.rename.place.block.around() if block.arm == "body"]
    if any(id(test) in asked for block in around for test in _denied(block.node)):
        return True
    return _is_removed(replace) or any(_heeds_existing(block.node) for block in around)


def _denied(node: ast.AST) -> Iterator[ast.expr]:
    """What is not the case in the body of an if: `if not path.exists():`."""
    test = node.test if isinstance(node, ast.If) else None
    for part in test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else [test]:
        if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.Not):
            yield part.operand


def _is_removed(replace: Replace) -> bool:
    """Is the target given to a call before that says that it removes it?"""
    key = replace.file.paths.key
    for node, place in flow_of(replace.rename.scope).calls:
        event = Event(node, replace.rename.scope, place)
        if not lexicon.REMOVING.isdisjoint(split_words(called_as(node))) and replace.is_before(event):
            if any(isinstance(arg, NAMES) and key(event.term(arg)) == replace.target for arg in node.args):
                return True
    return False


def _either(test: ast.expr) -> list[ast.expr]:
    """The conditions each of which is enough."""
    return test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) else [test]


def _heeds_existing(node: ast.AST) -> bool:
    """Does a handler speak of a file that is there already?"""
    handlers = node.handlers if isinstance(node, (ast.Try, ast.TryStar)) else []
    types = (part for handler in handlers if handler.type is not None for part in ast.walk(handler.type))
    return any(isinstance(part, ast.Name) and part.id == "FileExistsError" for part in types)


def _left_before(replace: Replace) -> Iterator[ast.If]:
    """The conditions before the rename under which its function is left."""
    rename = replace.rename
    for node in ast.walk(rename.scope.node):
        if isinstance(node, ast.If) and node.lineno < rename.call.lineno and leaving(node.body) is not None:
            yield node


def _imports_unix(top: Scope) -> bool:
    """Can the module be imported on no other system than Unix?"""
    for node in top.node.body:
        if isinstance(node, ast.Import) and any(alias.name in _MODULES for alias in node.names):
            return True
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES:
            return True
    return False


def _needs_unix(file: File, scope: Scope) -> bool:
    """Does the function always do what only Unix can?"""
    if not file.text_of.holds(scope, _UNIX):
        return False
    todo: list[ast.AST] = [*scope.node.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Attribute) and node.attr in _CALLS and _UNIX.match(file.source.written(node)):
            return True
        if isinstance(node, (ast.If, ast.IfExp, ast.Try, ast.FunctionDef, ast.AsyncFunctionDef)):
            # What stands in a branch may not run; a condition does.
            todo += [node.test] if isinstance(node, (ast.If, ast.IfExp)) else []
            todo += node.finalbody if isinstance(node, ast.Try) else []
            todo += node.body if isinstance(node, ast.Try) and not _heeds_missing(node) else []
        else:
            todo += ast.iter_child_nodes(node)
    return False


def _heeds_missing(node: ast.Try) -> bool:
    """Would the try survive a function that its system does not have?"""
    return any(_UNNAMED.search(ast.unparse(handler.type)) if handler.type else True for handler in node.handlers)


_UNNAMED = re.compile(r"AttributeError|\b(?:Base)?Exception\b")
