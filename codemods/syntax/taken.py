"""Which code of a file is spoken for: no two fixes may change the same."""

from __future__ import annotations

import ast

from codemods.syntax.planned import attempted
from flake8_atomic.edits import Call, CallInstead, Edit, Instead


class Taken:
    """The code that is spoken for: no two fixes change the same, but one may put a `try` around what another does."""

    def __init__(self) -> None:
        self._changed: set[int] = set()
        self._alone: set[int] = set()
        self._attempted: set[int] = set()

    def take(self, edits: tuple[Edit, ...]) -> bool:
        """Take the code of these edits, all of it or none."""
        inside = {id(node) for edit in edits for node in attempted(edit)}
        # The context of a name is one object for all names.
        nodes = (node for edit in edits for node in _touched(edit) if isinstance(node, (ast.expr, ast.stmt)))
        changed = {id(node) for node in nodes} - inside
        alone = {id(edit.old[0]) for edit in edits if isinstance(edit, Instead) and len(edit.old) == 1}
        if changed & self._changed or inside & self._attempted:
            return False
        if inside & (self._changed - self._alone) or self._attempted & (changed - alone):
            return False
        self._changed |= changed
        self._alone |= alone
        self._attempted |= inside
        return True


def _touched(edit: Edit) -> list[ast.AST]:
    """What an edit replaces; what it keeps may be edited inside, but not be replaced as well."""
    if isinstance(edit, CallInstead):
        moved = [given.value for given in edit.new.arguments] if isinstance(edit.new, Call) else []
        return [edit.old, *(value for value in moved if isinstance(value, ast.expr))]
    kept = {id(node) for new in edit.new for node in _kept(new)}
    inner = [part for node in edit.old if id(node) not in kept for part in ast.walk(node) if id(part) not in kept]
    return [*edit.old, *inner]


def _kept(new: object) -> list[ast.AST]:
    if isinstance(new, ast.stmt):
        return list(ast.walk(new))
    return [node for inner in getattr(new, "body", ()) for node in _kept(inner)]
