"""What the conditions on the way to a write have found out: is the file there, is the folder empty?"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.blocks import leaving
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.survey import flow_of

ASKERS = frozenset({"exists", "lexists", "isfile", "isdir", "is_file", "is_dir"})
_LISTERS = frozenset({"listdir", "scandir", "iterdir"})


def asked_after(node: ast.Call) -> Iterator[ast.expr]:
    """The path that is asked after: an argument, or what the method is called on."""
    if isinstance(node.func, ast.Attribute) and not node.args:
        yield node.func.value
    yield from node.args[:1]


def found_missing(file: File, event: Event, keys: set[Key]) -> bool:
    """Is it only reached where one of these files was found missing, or a folder missing or empty?"""
    asked = set(_asking(file, event, keys))
    return bool(asked) and any(shows_none(test, asked, come_out) for test, come_out in passed(file, event))


def _asking(file: File, event: Event, keys: set[Key]) -> Iterator[int]:
    for node, place in flow_of(event.scope).calls:
        if called_as(node) in ASKERS | _LISTERS and place.order < event.place.order:
            if any(file.paths.key(Term(path, event.scope, place)) in keys for path in asked_after(node)):
                yield id(node)


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
            if not isinstance(node, ast.If) or leaving(node.body) is not None:
                yield test, isinstance(node, ast.Assert)


def shows_none(test: ast.expr, asked: set[int], come_out: bool) -> bool:
    """Does the condition, as it came out, show that what it asks after is not there?"""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return shows_none(test.operand, asked, not come_out)
    if isinstance(test, ast.BoolOp):
        enough = any if isinstance(test.op, ast.And) == come_out else all
        return enough(shows_none(value, asked, come_out) for value in test.values)
    return not come_out and id(test) in asked
