"""Does a piece of code rename, and does it always?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.files.events import Rename
from flake8_atomic.edits import NoFix

_RENAMING = frozenset({"rename", "renames", "replace", "move"})


def renames(node: ast.AST) -> bool:
    """Is anything in it called that renames, by its name?"""
    return any(isinstance(part, ast.Call) and called_as(part) in _RENAMING for part in ast.walk(node))


def check_always_renames(rename: Rename) -> None:
    """Raise where a function of the file renames for it, and under some condition does not."""
    function = definition(rename.term(rename.call.func))
    for called in flow_of(function).calls if function is not None and function.function is not None else ():
        ifs = [block.node for block in called.place.block.around() if isinstance(block.node, ast.If)]
        if called_as(called.node) in _RENAMING and not all(map(_renames_in_both, ifs)):
            raise NoFix(f"{called_as(rename.call)}() does not always rename; write the target with a helper")


def _renames_in_both(node: ast.If) -> bool:
    return all(any(map(renames, arm)) for arm in (node.body, node.orelse))
