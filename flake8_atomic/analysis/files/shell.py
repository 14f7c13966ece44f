"""The files that a command removes or writes: `os.system("rm " + path)`, `subprocess.run(["pg_dump", "-f", path])`."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

_COMMAND = re.compile(r"\s*rm(\s+-\w+)*\s+")
_FILE = re.compile(r"[\w./-]+")
_OUTPUT = re.compile(r"(?:^|.*\s)(?:-o|--?out(?:put|file)?(?:-file)?|1?>)[\s=]*", re.DOTALL)
# What others take for an input.
_OF_ONE = {"pg_dump": ("-f", "--file"), "pg_dumpall": ("-f", "--file"), "wget": ("-O",)}


def removed_by(command: ast.expr) -> Iterator[ast.expr]:
    """The paths in a command, where it is `rm` and nothing more."""
    if isinstance(command, (ast.List, ast.Tuple)):
        if command.elts and _text(command.elts[0]) == "rm":
            yield from (part for part in command.elts[1:] if not _text(part).startswith("-"))
        return
    first, *rest = _parts(command)
    if (begins := _COMMAND.match(_text(first))) is None:
        return
    names = _text(first)[begins.end() :].split()
    if not rest and all(map(_FILE.fullmatch, names)):
        yield from (ast.copy_location(ast.Constant(name), first) for name in names)
    # What stands right behind a path is a part of it, or the next command.
    elif not names and all(_text(part).isspace() for part in rest[1::2]):
        yield from rest[::2]


def written_by(command: ast.expr) -> Iterator[ast.expr]:
    """The paths in a command that follow an option for its output, or a `>`."""
    words = command.elts if isinstance(command, (ast.List, ast.Tuple)) else [command]
    parts = [part for word in words for part in _parts(word)]
    program = [word for part in parts[:1] for word in _text(part).split()[:1]]
    own = tuple(option for word in program for option in _OF_ONE.get(word, ()))
    for before, part in itertools.pairwise(parts):
        if _OUTPUT.fullmatch(_text(before)) or _text(before).rstrip(" =").endswith(own):
            yield part


def _parts(command: ast.expr) -> list[ast.expr]:
    """What a text is put together from."""
    if isinstance(command, ast.JoinedStr):
        return [part.value if isinstance(part, ast.FormattedValue) else part for part in command.values]
    if isinstance(command, ast.BinOp) and isinstance(command.op, ast.Add):
        return [*_parts(command.left), *_parts(command.right)]
    if isinstance(command, ast.BinOp) and isinstance(command.op, ast.Mod) and _text(command.left).endswith(" %s"):
        return [ast.Constant(_text(command.left)[:-2]), command.right]
    return [command]


def _text(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
