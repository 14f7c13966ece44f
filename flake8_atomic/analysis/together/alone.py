"""Files that stand alone: who reads one goes on without it where it is missing, whatever the others hold."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import takewhile

from flake8_atomic.analysis.code.blocks import leaving
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Bound, Term, called_as
from flake8_atomic.analysis.code.parents import FUNCTIONS, inside
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.facts.conditions import GIVING_UP
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.paths.keys import parameter
from flake8_atomic.analysis.state.taken_in import Taken, every_taken, taken_in

_LOOPS = (ast.For, ast.AsyncFor, ast.While)


def needed(file: File, group: Sequence[Saved], saver: Scope) -> list[Saved]:
    """Those that somebody reads who cannot do without them, and those that nobody reads here."""
    taken = every_taken(file, group, saver)
    kept = []
    for one, mine in zip(group, taken, strict=True):
        calls = {id(each.call) for each in mine}
        others = [other for every in taken for other in every if id(other.call) not in calls]
        if not mine or not all(_may_be_missing(file, each, others) for each in mine):
            kept.append(one)
    return kept


def stands_alone(file: File, one: Saved, saver: Scope) -> bool:
    """Does whoever reads the files of a loop, each in its turn, go on to the next one where one is missing?"""
    mine = every_taken(file, [one], saver)[0]
    return bool(mine) and all(
        _is_passed_over(file, each) if _turns(file, each) else _may_be_missing(file, each) for each in mine
    )


def _turns(file: File, taken: Taken) -> bool:
    """Does a loop read it?"""
    around = takewhile(lambda outer: not isinstance(outer, FUNCTIONS), file.parents.around(taken.call))
    return any(isinstance(outer, _LOOPS) for outer in around)


def _is_passed_over(file: File, taken: Taken) -> bool:
    """Does the loop that reads it go on to the next one where it is missing?"""
    node: ast.AST = taken.call
    for outer in takewhile(lambda each: not isinstance(each, _LOOPS), file.parents.around(taken.call)):
        if _does_without(file, outer, node, taken, alone=False):
            return True
        node = outer
    return _is_left_out(file, taken, (ast.Continue,)) or _is_told_to_do_without(file, taken)


def _may_be_missing(file: File, taken: Taken, others: Sequence[Taken] = ()) -> bool:
    """Does its reader go on without it, and read none of the others on the same condition?"""
    beside = {id(other.call) for other in others if other.scope is taken.scope}
    node: ast.AST = taken.call
    for outer in file.parents.around(taken.call):
        if isinstance(outer, FUNCTIONS):
            break
        if _does_without(file, outer, node, taken, alone=not beside):
            return not any(id(part) in beside for each in _arm(outer, node) for part in ast.walk(each))
        node = outer
    return (not beside and _is_left_out(file, taken)) or _is_told_to_do_without(file, taken)


def _arm(outer: ast.AST, node: ast.AST) -> list[ast.AST]:
    """The arm of a statement or of a conditional expression in which a node stands."""
    for arm in (getattr(outer, "body", []), getattr(outer, "orelse", [])):
        suite: list[ast.AST] = arm if isinstance(arm, list) else [arm]
        if any(each is node for each in suite):
            return suite
    return []


def _does_without(file: File, outer: ast.AST, node: ast.AST, taken: Taken, *, alone: bool) -> bool:
    """Is it only read where it was found, or may the read fail, so that whoever reads it goes on?"""
    if not _arm(outer, node):
        return False
    if isinstance(outer, (ast.If, ast.IfExp)):
        either = [outer.body, outer.orelse]
        others = [each for arm in either if isinstance(arm, list) and node not in arm for each in arm]
        return _asks(file, outer.test, taken) and _goes_on(others, alone=alone)
    if isinstance(outer, (ast.Try, ast.TryStar)):
        return bool(outer.handlers) and all(_goes_on(handler.body, alone=alone) for handler in outer.handlers)
    calls = [item.context_expr for item in outer.items] if isinstance(outer, (ast.With, ast.AsyncWith)) else []
    return any(isinstance(call, ast.Call) and called_as(call) == "suppress" for call in calls)


def _goes_on(body: list[ast.stmt], *, alone: bool) -> bool:
    """Does nothing here end what the function does? One that reads nothing else may return something else."""
    for part in inside(body):
        if isinstance(part, ast.Raise) or (isinstance(part, ast.Return) and not alone):
            return False
        if isinstance(part, ast.Call) and called_as(part) in GIVING_UP:
            return False
    return True


def _asks(file: File, test: ast.expr, taken: Taken) -> bool:
    """Does a condition speak of the file?"""
    key = file.paths.key(taken.path)
    parts = (part for part in ast.walk(test) if isinstance(part, ast.expr))
    return any(file.paths.key(taken.path.at(part)) == key for part in parts)


def _is_left_out(file: File, taken: Taken, by: tuple[type[ast.stmt], ...] = (ast.Return, ast.Continue)) -> bool:
    """`if not path.exists(): return {}` before it."""
    for test, place in flow_of(taken.scope).expressions:
        node = file.parents.of(test) if place.precedes(taken.place) else None
        if isinstance(node, ast.If) and node.test is test and leaving(node.body) in by:
            if _goes_on(node.body, alone=True) and _asks(file, node.test, taken):
                return True
    return False


def _is_told_to_do_without(file: File, taken: Taken) -> bool:
    """Is it read by a function of this file that gives something else where the file is missing?"""
    call = Term(taken.call, taken.scope, taken.place)
    callee = definition(call.at(taken.call.func))
    if callee is None or callee is taken.scope:
        return False
    for binding in flow_of(callee).parameters:
        if any(node is taken.path.node for node in given_for(call, Bound(binding, callee))):
            key = parameter(binding.name, callee)
            reads = [read for read in taken_in(file, callee) if file.paths.key(read.path) == key]
            return bool(reads) and all(_may_be_missing(file, read) for read in reads)
    return False
