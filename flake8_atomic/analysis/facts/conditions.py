"""What the conditions on the way to a write show: was what they asked for not there?"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping

from flake8_atomic.analysis.code.blocks import leaving
from flake8_atomic.analysis.code.names import Term, called_as, visible
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event

# `sys.exit(1)`, `os.abort()`, `parser.fail(…)`
GIVING_UP = frozenset({"exit", "_exit", "abort", "fail"})


def asked_after(node: ast.Call) -> Iterator[ast.expr]:
    """The path that is asked after: an argument, or what the method is called on."""
    if isinstance(node.func, ast.Attribute) and not node.args:
        yield node.func.value
    yield from node.args[:1]


def shown_missing(file: File, event: Event, asked: Mapping[int, bool | None]) -> bool:
    """Does a condition on the way, with the answers of these calls that say so, show that something is not there?"""
    tests = passed(file, event) if asked else ()
    return any(_shows_none(file, event.term(test), asked, come_out) for test, come_out in tests)


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


def shows(test: ast.expr, come_out: bool, told: Callable[[ast.expr, bool], bool]) -> bool:
    """Does the condition, as it came out, show what one of its parts may tell?"""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return shows(test.operand, not come_out, told)
    if isinstance(test, ast.BoolOp):
        enough = any if isinstance(test.op, ast.And) == come_out else all
        return enough(shows(value, come_out, told) for value in test.values)
    return told(test, come_out)


def _stops(body: list[ast.stmt]) -> bool:
    """Does what follows never see that this was run?"""
    last = body[-1].value if isinstance(body[-1], ast.Expr) else None
    return leaving(body) is not None or (isinstance(last, ast.Call) and called_as(last) in GIVING_UP)


def _shows_none(file: File, test: Term, asked: Mapping[int, bool | None], come_out: bool) -> bool:
    """Does the condition, as it came out, show that the file is not there?"""
    node = test.node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _shows_none(file, test.at(node.operand), asked, not come_out)
    if isinstance(node, ast.BoolOp):
        enough = any if isinstance(node.op, ast.And) == come_out else all
        values = _without_sizes(node, asked) if enough is all else node.values
        return enough(_shows_none(file, test.at(value), asked, come_out) for value in values)
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.Is, ast.Eq)):  # `there is False`
        said = getattr(node.comparators[0], "value", None)
        return isinstance(said, bool) and _shows_none(file, test.at(node.left), asked, come_out is said)
    if isinstance(node, ast.Name):  # `there = path.exists()`
        told = [origin.term for origin in file.values.origins(test)]
        for bound in visible(node.id, test)[:1]:
            both = bound.binding.value
            told = [bound.term(both)] if isinstance(both, ast.BoolOp) and isinstance(both.op, ast.And) else told
        return len(told) == 1 and told[0].node is not node and _shows_none(file, told[0], asked, come_out)
    if isinstance(node, ast.Call) and id(node) not in asked and (results := file.values.results(test)):
        known = {**asked, id(node): None}  # one that calls itself would never end
        return all(_shows_none(file, result, known, come_out) for result in results)
    return asked.get(id(node)) is come_out


def _without_sizes(test: ast.BoolOp, asked: Mapping[int, bool | None]) -> list[ast.expr]:
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
