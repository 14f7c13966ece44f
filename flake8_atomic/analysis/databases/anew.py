"""Databases that are built anew each time: whoever has the setting made has removed the file before."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as, visible
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values, given_for
from flake8_atomic.analysis.databases.stale import removed
from flake8_atomic.analysis.facts.asked import ASKERS
from flake8_atomic.analysis.files.events import Pragma
from flake8_atomic.analysis.sqlite.connections import behind


def is_made_anew(pragma: Pragma, values: Values) -> bool:
    """Is the file of the database removed, where there is one, before it is connected to for this setting?"""
    paths = [found.connect.path for found in behind(pragma.connection, values)]
    names = [{_leaf(node) for node in ast.walk(path.node)} - {""} for path in paths]
    if not names:
        return False
    here = Term(pragma.call, pragma.scope, pragma.place)
    if all(_removes_before(here, called) for called in names):
        return True
    callers = [call for call in values.calls_of(pragma.scope) if _asks_for(call, pragma)]
    return bool(callers) and all(_removes_before(call, called) for call in callers for called in names)


def _removes_before(call: Term, names: set[str]) -> bool:
    """Is a path of one of these names always removed before, but where there is nothing to remove?"""
    for node, place in flow_of(call.scope).calls:
        if place.order < call.place.order:
            for path in removed(Term(node, call.scope, place)):
                if _leaf(path) in names and _is_sure(place, call.place, path):
                    return True
    return False


def _is_sure(removal: Place, then: Place, path: ast.expr) -> bool:
    """Is the removal on every way there on which the file is?"""
    block: Block | None = removal.block
    while block is not None and not block.always_with(then.block):
        branch = next(around for around in block.around() if around.branch)
        if not _is_no_choice(branch, path):
            return False
        block = branch.parent
    return block is not None


def _is_no_choice(block: Block, path: ast.expr) -> bool:
    """Is it only left out where the file is not there?"""
    if block.arm != "body":
        return False
    if isinstance(block.node, ast.Try):
        types = [ast.unparse(handler.type) if handler.type else "" for handler in block.node.handlers]
        return bool(types) and all("FileNotFoundError" in told or "OSError" in told for told in types)
    test = block.node.test if isinstance(block.node, ast.If) else None
    asked = isinstance(test, ast.Call) and called_as(test) in ASKERS
    return asked and ast.dump(path) in [ast.dump(part) for part in ast.walk(test)]  # type: ignore[arg-type]


def _asks_for(call: Term, pragma: Pragma) -> bool:
    """Does the call reach the setting, which may stand behind a parameter that is false where nobody gives it?"""
    for block in pragma.place.block.around():
        test = block.node.test if isinstance(block.node, ast.If) and block.arm == "body" else None
        if isinstance(test, ast.Name):
            for bound in visible(test.id, Term(test, pragma.scope, pragma.place)):
                given: list[ast.expr | None] = [*given_for(call, bound)] or [bound.binding.value]
                if all(isinstance(node, ast.Constant) and not node.value for node in given):
                    return False
    return True


def _leaf(node: ast.AST) -> str:
    """What a path is called, without what holds it."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
