"""Files that are called by how many there are: until the list of them is saved as well, nothing knows of a new one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.names import spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.together.stamps import kept_in

_GROWING = frozenset({"append", "insert"})
_SHRINKING = (".clear(", ".pop(", ".remove(")


def is_numbered(one: Saved, last: Saved, saver: Scope, file: File) -> bool:
    """Is it called by the length of what grows here and is saved last, or by a number that is counted up and is?"""
    here = [part.node for part in made_of(file, one.path) if part.scope is saver]
    counted = {spelled(counts) for node in here for counts in _counted(node)}
    return any(name in _grown(saver) and not _shrinks(file, name) for name in counted & kept_in(last, file))


def _counted(node: ast.expr) -> Iterator[ast.expr]:
    """What `len(self.index)` or `self.next_id` counts."""
    if isinstance(node, ast.Attribute):
        yield node
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "len":
        yield from node.args


def _grown(saver: Scope) -> set[str]:
    """What there is more of when the function is done."""
    return {spelled(target) for node in ast.walk(saver.node) for target in _growing(node)}


def _growing(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
        yield node.target
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _GROWING:
        yield node.func.value


def _shrinks(file: File, name: str) -> bool:
    """Is something taken out of it anywhere, after which a number is given a second time?"""
    return file.text_of.speaks(file.top, (*(f"{name}{word}" for word in _SHRINKING), f"del {name}["))
