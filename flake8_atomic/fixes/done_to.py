"""What is done to a path where it is named: told of, spelled in another way, or its file looked at."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File

CHANGING = frozenset({
    "chmod", "chown", "lchown", "utime", "unlink", "remove", "rename", "replace", "renames", "copy", "copy2", "link",
    "copyfile", "move", "symlink", "copymode", "copystat", "truncate", "touch", "setxattr", "write_text", "write_bytes",
})  # fmt: skip
# The same path: what is done with that is done to the file.
_TEXTS = frozenset({
    "str", "fspath", "fsencode", "fsdecode", "abspath", "realpath", "normpath", "normcase", "as_posix", "expanduser",
})  # fmt: skip
_SPELLINGS = _TEXTS | {"Path", "PurePath", "resolve", "absolute"}
# Told of, taken apart, made into another path: the file itself does not matter.
_HARMLESS = frozenset({
    "print", "repr", "basename", "dirname", "splitext", "relpath", "join", "format", "debug", "info", "warning",
    "warn", "error", "exception", "critical", "log", "echo", "secho", "with_suffix", "with_name", "append", "add",
    "write", "relative_to", "dump", "dumps", "makedirs", "split", "len", "mkdir", "Path", "startswith", "endswith",
    "encode", "isinstance", "with_stem", "joinpath",
})  # fmt: skip
_PACKING = frozenset({"add", "write"})
_ARCHIVES = ("zipfile.", "tarfile.")
_APART = ("name", "stem", "suffix", "parent", "parts", "suffixes", "parents")
_ENDS = (ast.JoinedStr, ast.stmt, ast.Compare, ast.BinOp, ast.Dict)


def doing(file: File, term: Term) -> Iterator[str]:
    """The name of the call that may look at the file; none where the path is only told of."""
    node: ast.AST = term.node
    outer = file.parents.of(node)
    is_text = isinstance(node, ast.Call) and called_as(node) in _TEXTS
    while not (isinstance(outer, _ENDS) or (isinstance(outer, ast.Attribute) and outer.attr in _APART)):
        if isinstance(outer, ast.Call):
            called_on_it, name = node is outer.func, called_as(outer)
            if is_text and called_on_it:
                return
            if name not in _SPELLINGS or (len(outer.args) + called_on_it) > 1:
                if not _is_harmless(file, term, outer):
                    yield name
                return
            is_text = name in _TEXTS
        node, outer = outer, file.parents.of(outer)


def _is_harmless(file: File, term: Term, call: ast.Call) -> bool:
    name = called_as(call)
    if name in _PACKING and isinstance(call.func, ast.Attribute):
        return not _packs(file, term, call, call.func.value)
    # `text.replace(old, new)` is of a text, a path is replaced with one other.
    return name in _HARMLESS or (name == "replace" and len(call.args) == 2 and dotted(term.at(call.func)) is None)


def _packs(file: File, term: Term, call: ast.Call, receiver: ast.expr) -> bool:
    """Is it `archive.write(path)`, which reads the file?"""
    place = next((place for node, place in flow_of(term.scope).calls if node is call), term.place)
    made = [origin.term for origin in file.values.origins(Term(receiver, term.scope, place))]
    return any((dotted(one.at(getattr(one.node, "func", one.node))) or "").startswith(_ARCHIVES) for one in made)
