"""What a block does with the path of the file that it is writing: the new file does not stand there yet."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis.names import called_as
from flake8_atomic.analysis.parents import Parents, inside
from flake8_atomic.edits import NoFix

NOTE = "the block uses the path that it writes; until it ends the old file stands there, or none"
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


def notes_on_path(parents: Parents, path: ast.expr, body: Sequence[ast.stmt]) -> list[str]:
    """A note where the block looks at the path; raises where it changes the file under it."""
    if isinstance(path, ast.Constant):
        return []
    wanted = ast.dump(path)
    doing = [
        _doing(parents, node)
        for node in inside(list(body))
        if type(node) is type(path) and node is not path and ast.dump(node) == wanted
    ]
    for what in doing:
        if what in _CHANGING:
            raise NoFix(f"the block calls {what}() on the path that it writes; do that after the block")
    return [NOTE] if any(what is not None for what in doing) else []


def _doing(parents: Parents, node: ast.AST) -> str | None:
    """The name of the call that may look at the file; None where the path is only told of."""
    outer = next(outer for outer in parents.around(node) if isinstance(outer, _ENDS) or _takes_apart(outer))
    name = called_as(outer) if isinstance(outer, ast.Call) else None
    return None if name in _HARMLESS else name


def _takes_apart(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("name", "stem", "suffix", "parent", "parts")


_ENDS = (ast.Call, ast.JoinedStr, ast.stmt, ast.Compare, ast.BinOp)
