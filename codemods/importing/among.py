"""Where a new import stands among those of its kind, as isort sorts them."""

from __future__ import annotations

import ast
import re
from itertools import pairwise
from typing import NamedTuple

from codemods.importing.import_rows import Row
from codemods.importing.merging import name_order
from codemods.project.import_lines import Order, is_sorted, order_of, written_module
from codemods.syntax.style import Style
from flake8_atomic.analysis.code.source import Source

_HEADING = re.compile(
    r"\b(import|librar|module|package|part(y|ies)|depend|external|standard|stdlib|local)", re.IGNORECASE
)
_LABEL = 3
"""As many words are rather the name of a block than what is to be said of one import."""


class Spot(NamedTuple):
    """How many lines stand before the new statement, whether it begins a block, and whether a blank line parts it."""

    at: int
    new_block: bool = False
    parted: bool = False


class Placed(NamedTuple):
    """A statement to be placed, the first name that it imports, and how the project sorts its imports."""

    lines: list[str]
    module: str
    name: str
    style: Style

    @property
    def plain(self) -> bool:
        """Is it no `from` statement?"""
        return self.lines[0].startswith("import ")


def first_block(head: Source, same: list[Row]) -> list[Row]:
    """Those rows of one kind that stand together first, where the file parts them and sorts each part."""
    blocks = [[same[0]]]
    for row, other in pairwise(same):
        if is_parted(head, row, other):
            blocks.append([])
        blocks[-1].append(other)
    together = is_sorted([row.imports[0] for row in same])
    return same if together or not all(is_sorted([row.imports[0] for row in block]) for block in blocks) else blocks[0]


def among(head: Source, same: list[Row], placed: Placed) -> Spot:
    """After the rows of the same kind that come before it; after all of them where they have no order."""
    nodes = [row.imports[0] for row in same]
    for mixed in (True,) if placed.style.mixed else (False, True):
        if is_sorted(nodes, mixed=mixed):
            order = order_of(placed.module, plain=placed.plain, mixed=mixed), name_order(placed.name)
            later = sum(_order(node, mixed=mixed) <= order for node in nodes)
            return _between(head, same, later, placed) if later else Spot(_first(head, same[0]))
    return Spot(same[-1].last)


def _first(head: Source, row: Row) -> int:
    """Above the first row and the comment that speaks of it, below one that is the heading of a block."""
    at = above(head, row)
    comment = "".join(map(head.line, range(at + 1, row.first)))
    is_label = len(comment.lstrip("#").split()) <= _LABEL and ":" not in comment
    return row.first - 1 if is_label or _HEADING.search(comment) else at


def above(head: Source, row: Row) -> int:
    """Above a row and the comments that speak of it, below those that speak of the file."""
    first = row.first
    while first > 1 and head.line(first - 1).startswith("#"):
        first -= 1
    return first - 1 if first > 1 else row.first - 1


def _between(head: Source, same: list[Row], later: int, placed: Placed) -> Spot:
    """After the row before it, or below the blank line that parts those with `import` from those with `from`."""
    before = same[later - 1]
    if placed.plain or isinstance(before.imports[0], ast.ImportFrom):
        return Spot(before.last)
    if later == len(same):
        return Spot(before.last, parted=placed.style.parted)
    after = same[later]
    return Spot(after.first - 1 if is_parted(head, before, after) else before.last)


def _order(node: ast.Import | ast.ImportFrom, *, mixed: bool) -> tuple[Order, tuple[int, str]]:
    order = order_of(written_module(node), plain=isinstance(node, ast.Import), mixed=mixed)
    return order, name_order(node.names[0].name)


def is_parted(head: Source, row: Row, other: Row) -> bool:
    """Does a blank line stand between them?"""
    return any(not head.line(number).strip() for number in range(row.last + 1, other.first))
