"""What the conditions on the way to a write have found out: is the file there, is the folder empty?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.blocks import leaving
from flake8_atomic.analysis.callers import callers_of
from flake8_atomic.analysis.events import Event, Open, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Bound, Term, called_as, visible
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import given_for
from flake8_atomic.analysis.wording import split_words

ASKERS = frozenset({"exists", "lexists", "isfile", "isdir", "is_file", "is_dir"})
# `sys.exit(1)`, `os.abort()`, `parser.fail(…)`
GIVING_UP = frozenset({"exit", "_exit", "abort", "fail"})
LISTERS = frozenset({"listdir", "scandir", "iterdir"})
_ASKING = frozenset({"exists", "exist", "lexists", "cached", "downloaded", "installed", "present"})
_DENYING = frozenset({"not", "no", "non", "un"})


def asked_after(node: ast.Call) -> Iterator[ast.expr]:
    """The path that is asked after: an argument, or what the method is called on."""
    if isinstance(node.func, ast.Attribute) and not node.args:
        yield node.func.value
    yield from node.args[:1]


def found_missing(file: File, event: Event, path: Term, depth: int = 1) -> bool:
    """Is this only reached where the file is not there, as it was asked here or by all who call the function?"""
    key = file.paths.key(path)
    if shown_missing(file, event, set(asking(file, event, path, key))):
        return True
    if any(_is_missing(file, event, block.node, key) for block in event.place.block.around() if _handles(block.arm)):
        return True
    return depth > 0 and _only_called_so(file, path, depth - 1)


def finds_none(file: File, event: Event, keys: set[Key]) -> bool:
    """Is it only reached where one of these files was found missing, or a folder missing or empty?"""
    asked = {
        id(node)
        for node, place in flow_of(event.scope).calls
        if called_as(node) in ASKERS | LISTERS and place.order < event.place.order
        if any(file.paths.key(Term(path, event.scope, place)) in keys for path in asked_after(node))
    }
    return shown_missing(file, event, asked)


def shown_missing(file: File, event: Event, asked: set[int]) -> bool:
    """Does a condition on the way show that what these calls asked for is not there?"""
    tests = passed(file, event) if asked else ()
    return any(shows_none(file, event.term(test), asked, come_out) for test, come_out in tests)


def _handles(arm: str) -> bool:
    return arm.startswith("handler")


def asking(file: File, event: Event, path: Term, key: Key) -> Iterator[int]:
    """The calls that ask for the file."""
    for read in file.trace(event.scope).of(Read):
        if read.asks and (file.paths.key(read.path) == key or _is_looped(file, read, path)):
            yield id(read.call)
    for node, place in flow_of(event.scope).calls:
        words = set(split_words(called_as(node)))
        if words & _ASKING and not words & _DENYING:
            if any(file.paths.key(Term(arg, event.scope, place)) == key for arg in node.args):
                yield id(node)


def _is_looped(file: File, asked: Read, path: Term) -> bool:
    """`while exists(path): path = …` asks for what it has bound itself, which is not followed around a loop."""
    looped = isinstance(file.parents.statement(asked.call), ast.While)
    return looped and ast.dump(asked.path.node) == ast.dump(path.node)


def passed(file: File, event: Event) -> Iterator[tuple[ast.expr, bool]]:
    """The conditions on the way to it, and how they came out."""
    around = event.place.block.around()
    for block in around:
        if isinstance(block.node, ast.If):
            yield block.node.test, block.arm == "body"
    inside = {id(block.node) for block in around}
    for test, place in flow_of(event.scope).expressions:
        node = file.parents.of(test) if place.precedes(event.place) else None
        if isinstance(node, (ast.Assert, ast.If, ast.While)) and node.test is test and id(node) not in inside:
            if not isinstance(node, ast.If) or _stops(node.body):
                yield test, isinstance(node, ast.Assert)


def _stops(body: list[ast.stmt]) -> bool:
    """Does what follows never see that this was run?"""
    last = body[-1].value if isinstance(body[-1], ast.Expr) else None
    return leaving(body) is not None or (isinstance(last, ast.Call) and called_as(last) in GIVING_UP)


def shows_none(file: File, test: Term, asked: set[int], come_out: bool) -> bool:
    """Does the condition, as it came out, show that the file is not there?"""
    node = test.node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return shows_none(file, test.at(node.operand), asked, not come_out)
    if isinstance(node, ast.BoolOp):
        enough = any if isinstance(node.op, ast.And) == come_out else all
        values = _without_sizes(node, asked) if enough is all else node.values
        return enough(shows_none(file, test.at(value), asked, come_out) for value in values)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.Eq)):  # `there is False`
        said = getattr(node.comparators[0], "value", None)
        return isinstance(said, bool) and shows_none(file, test.at(node.left), asked, come_out is said)
    if isinstance(node, ast.Name):  # `there = path.exists()`
        told = [origin.term for origin in file.values.origins(test)]
        for bound in visible(node.id, test)[:1]:
            both = bound.binding.value
            told = [bound.term(both)] if isinstance(both, ast.BoolOp) and isinstance(both.op, ast.And) else told
        return len(told) == 1 and told[0].node is not node and shows_none(file, told[0], asked, come_out)
    return not come_out and id(node) in asked


def _without_sizes(test: ast.BoolOp, asked: set[int]) -> list[ast.expr]:
    """`path and path.exists() and path.stat().st_size > 0`: what is there and empty was never written whole."""
    calls = [node for value in test.values for node in ast.walk(value) if isinstance(node, ast.Call)]
    paths = {ast.dump(path) for call in calls if id(call) in asked for path in asked_after(call)}
    kept = [value for value in test.values if not any(_is_size(node, paths) for node in ast.walk(value))]
    kept = [value for value in kept if not _is_path_at_all(value, paths)]
    return kept if isinstance(test.op, ast.And) and kept else test.values


def _is_path_at_all(test: ast.expr, paths: set[str]) -> bool:
    """Does it ask whether there is a path, of which there is no file where it is None?"""
    if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot):
        test = test.left
    return ast.dump(test) in paths


def _is_size(node: ast.AST, paths: set[str]) -> bool:
    """Is it the size of one of these files?"""
    if isinstance(node, ast.Attribute) and node.attr == "st_size" and isinstance(node.value, ast.Call):
        return any(ast.dump(path) in paths for path in asked_after(node.value))
    return (
        isinstance(node, ast.Call) and called_as(node) == "getsize" and not paths.isdisjoint(map(ast.dump, node.args))
    )


def _is_missing(file: File, event: Event, node: ast.AST, key: Key) -> bool:
    """Is it a try that reads the file and has not found it?"""
    handled = [handler.type for handler in node.handlers] if isinstance(node, (ast.Try, ast.TryStar)) else []
    if [kind and ast.unparse(kind) for kind in handled] != ["FileNotFoundError"]:
        return False
    tried = (read for read in file.reads(event.scope, key) if isinstance(read, (Open, Read)))
    return any(block.node is node and block.arm == "body" for read in tried for block in read.place.block.around())


def _only_called_so(file: File, path: Term, depth: int) -> bool:
    """Is the function told the path, by callers of this file who have all found it missing?"""
    origins = file.values.origins(path)
    bound = origins[0].bound if len(origins) == 1 and origins[0].how == "parameter" else None
    calls = callers_of(file, bound.scope) if bound is not None else []
    return bool(calls) and all(_has_found_missing(file, call, bound, depth) for call in calls if bound is not None)


def _has_found_missing(file: File, call: Term, bound: Bound, depth: int) -> bool:
    assert isinstance(call.node, ast.Call)
    given = given_for(call, bound)
    return bool(given) and found_missing(file, Event(call.node, call.scope, call.place), call.at(given[0]), depth)
