"""What a function passes on its way from the write of a temp to the rename."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import takewhile

from flake8_atomic.analysis.code.parents import FUNCTIONS, Parents
from flake8_atomic.edits import NoFix

Step = tuple[list[ast.stmt], ast.stmt]


def between(
    parents: Parents, write: ast.stmt, rename: ast.stmt, dissolves: Callable[[ast.Try], bool]
) -> Iterator[ast.stmt]:
    """The statements from the write to the rename; raises where one may happen without the other.

    Blocks that part the two must dissolve: a `try` that only cleaned up.
    """
    there, here = _down_to(parents, write), _down_to(parents, rename)
    shared = takewhile(lambda steps: steps[0][0] is steps[1][0], zip(there[1:], here[1:], strict=False))
    level = len(list(shared))
    _check_blocks(parents, there[level:], dissolves)
    _check_blocks(parents, here[level:], dissolves)
    suite, first = there[level]
    last = here[level][1]
    if _place(suite, first) > _place(suite, last):
        raise NoFix("the rename stands above the write; write the target with a helper where it is written")
    for inner, step in there[level + 1 :]:
        yield from inner[_place(inner, step) + 1 :]
        if first is not last:
            yield from getattr(parents.of(inner[0]), "orelse", ())
    yield from suite[_place(suite, first) + 1 : _place(suite, last)]
    for inner, step in here[level + 1 :]:
        yield from inner[: _place(inner, step)]


def _check_blocks(parents: Parents, steps: list[Step], dissolves: Callable[[ast.Try], bool]) -> None:
    for inner, step in steps[1:]:
        block = parents.of(inner[0])
        runs = isinstance(block, ast.Try) and (inner is block.body or inner is block.orelse) and dissolves(block)
        if not runs:
            raise NoFix(
                f"line {step.lineno} stands in a block that not all of the write and the rename is in; "
                "write the target with a helper there"
            )


def _down_to(parents: Parents, statement: ast.stmt) -> list[Step]:
    """The suites around a statement, each with the statement in it that leads there, the outermost first."""
    inner = takewhile(lambda outer: not isinstance(outer, FUNCTIONS), parents.around(statement))
    steps = [statement, *(outer for outer in inner if isinstance(outer, ast.stmt))]
    return [(parents.suite(step), step) for step in reversed(steps)]


def _place(suite: list[ast.stmt], statement: ast.stmt) -> int:
    return next(place for place, other in enumerate(suite) if other is statement)
