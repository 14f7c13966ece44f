"""Names that no two runs share: a part of them is drawn anew, or is the identity of a run that was handed in."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.scopes import Scope, children
from flake8_atomic.analysis.code.values import LIMIT, given_for
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File

_DRAWING = frozenset({
    "uuid.uuid1", "uuid.uuid4", "time.time", "time.time_ns", "time.monotonic_ns", "time.perf_counter_ns",
    "datetime.datetime.now", "datetime.datetime.utcnow", "datetime.datetime.today",
})  # fmt: skip
_DRAWERS = ("secrets.", "random.")
# A second backup of the same day meets the first one.
_COARSE = frozenset({"date", "year", "month", "day", "hour", "minute", "weekday"})
_SECONDS = re.compile(r"%-?[SsfTXc]")
_RUNS = frozenset({"run_id", "job_id", "pid", "token", "nonce"})
_OF_RUNS = frozenset({"uuid", "guid"})
_FOLDERS_OF_RUNS = re.compile(r"_?(?:\w+_)?(?:run|job|trial)_?(?:dir|directory|folder|path)")
_TURNS = frozenset({"epoch", "guid", "iteration", "score", "step", "uuid"})
_COUNTED = frozenset({"counter", "nonce", "seq", "seqno", "sequence", "timestamp", "ts"})


def is_drawn(file: File, path: Term, scopes: set[Scope] | None = None, depth: int = 2) -> bool:
    """Is a part of the name drawn anew, where scopes are given in one of these, or by all who call the function?"""
    parts = list(made_of(file, path))
    if any(_draws(part) for part in parts if scopes is None or part.scope in scopes):
        return True
    return depth > 0 and _all_give(file, parts, lambda given: is_drawn(file, given, {given.scope}, depth - 1))


def names_a_run(file: File, path: Term, depth: int = 1) -> bool:
    """Does the name hold what tells one run or process from another, here or from all who call the function?"""
    parts = list(made_of(file, path))
    if any(_called(part.node) for part in parts):
        return True
    return depth > 0 and _all_give(file, parts, lambda given: names_a_run(file, given, depth - 1))


def names_a_turn(file: File, path: Term, depth: int = 1) -> bool:
    """Does the name hold the epoch, the step or the score that it is of, here or from all who call the function?"""
    parts = list(made_of(file, path))
    if any(_TURNS & set(split_words(_name(part.node))[-1:]) for part in parts):
        return True
    return depth > 0 and _all_give(file, parts, lambda given: names_a_turn(file, given, depth - 1))


def _all_give(file: File, parts: list[Term], told: Callable[[Term], bool]) -> bool:
    """Is one of the parts a parameter for which all others who call the function give such a name?"""
    origins = (origin for part in parts if isinstance(part.node, ast.Name) for origin in file.values.origins(part))
    for bound in (origin.bound for origin in origins if origin.how == "parameter" and origin.bound is not None):
        calls = [call for call in file.values.calls_of(bound.scope) if call.scope is not bound.scope]
        given = [call.at(node) for call in calls for node in given_for(call, bound)]
        if calls and len(given) == len(calls) and all(map(told, given)):
            return True
    return False


def is_counted(file: File, path: Term) -> bool:
    """Does the name of the file itself, not that of its folder, hold a number that is counted up, or a moment?"""
    names = (_last(origin.term) for origin in file.values.origins(path))
    parts = (part.node for name in names for part in made_of(file, name))
    return any(not _COUNTED.isdisjoint(split_words(_name(part))) for part in parts)


def _last(path: Term) -> Term:
    """The part of a path that is written last."""
    node = path.node
    if isinstance(node, ast.Call) and node.args and called_as(node) in ("join", "joinpath"):
        return path.at(node.args[-1])
    return path.at(node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else path


def made_of(file: File, path: Term) -> Iterator[Term]:
    """The expressions that a path is made of, through names and functions of the file."""
    todo, seen = [path], set[int]()
    while todo and len(seen) < 4 * LIMIT:
        term = todo.pop()
        if id(term.node) in seen:
            continue
        seen.add(id(term.node))
        yield term
        for origin in file.values.origins(term):
            if origin.how != "expression":
                continue
            yield origin.term
            if not _is_coarse(origin.term.node):
                todo += file.values.results(origin.term)
                todo += (origin.term.at(child) for child in _children(origin.term.node))


def _children(node: ast.AST) -> Iterator[ast.expr]:
    for child in children(node):
        if isinstance(child, ast.keyword):
            yield child.value
        elif isinstance(child, ast.expr):
            yield child


def _draws(term: Term) -> bool:
    node = term.node
    if not isinstance(node, ast.Call) or _is_coarse(node):
        return False
    name = dotted(term.at(node.func)) or ""
    return name in _DRAWING or name.startswith(_DRAWERS) or name == "time.strftime" or called_as(node) == "now"


def _is_coarse(node: ast.AST) -> bool:
    """Is it a day, or another time that two runs may share?"""
    if isinstance(node, ast.Attribute):
        return node.attr in _COARSE
    if isinstance(node, ast.FormattedValue):
        return node.format_spec is not None and _has_no_seconds(ast.unparse(node.format_spec))
    return isinstance(node, ast.Call) and called_as(node) == "strftime" and _has_no_seconds(ast.unparse(node))


def _has_no_seconds(form: str) -> bool:
    return "%" in form and _SECONDS.search(form) is None


def _called(node: ast.AST) -> bool:
    """Is it called the identity of a run: `run_id`, `self.job_uuid`, `status["pid"]`?"""
    name = _name(node)
    words = split_words(name)
    if name.lstrip("_") in _RUNS or (bool(words) and words[-1] in _OF_RUNS):
        return True
    return _FOLDERS_OF_RUNS.fullmatch(called_as(node) if isinstance(node, ast.Call) else name) is not None


def _name(node: ast.AST) -> str:
    """The name under which a value is kept: that of a variable, an attribute or a key."""
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return str(node.slice.value)
    return last_name(node)
