"""What a loop over something that is written down gives to its names, turn by turn."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin, Values

MOST = 32
_DEEP = 3


class Turn(NamedTuple):
    """One turn of the loop over an expression."""

    over: ast.expr
    number: int


def given(name: Origin, values: Values, turn: Turn | None) -> list[Term | None]:
    """What a name of a loop stands for, in this turn or in all of them; None where that is not known."""
    position = name.bound.binding.position if name.bound is not None else 0
    rows = list(islice(_rows(name.term, values, _DEEP), MOST))
    if turn is not None and turn.over is name.term.node:
        rows = rows[turn.number : turn.number + 1]
    return [row[position] if position < len(row) else None for row in rows]


def turns(term: Term, values: Values) -> Iterable[Turn | None]:
    """The turns of the loop that gives two names to this expression at once; one that is none where none does."""
    names = [term.at(node) for node in ast.walk(term.node) if isinstance(node, ast.Name)]
    origins = [origin for name in names for origin in values.origins(name) if origin.how == "each"]
    over = [origin.term for origin in origins]
    for number, one in enumerate(over):
        if any(one.node is other.node for other in over[:number]):
            count = len(list(islice(_rows(one, values, _DEEP), MOST)))
            return [Turn(one.node, turn) for turn in range(count)]
    return (None,)


def _rows(iterated: Term, values: Values, depth: int) -> Iterator[list[Term]]:
    """What each turn gives, one or several things; an empty row where that is not known."""
    for origin in values.origins(iterated):
        term, node = origin.term, origin.term.node
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            yield from (_row(term.at(element)) for element in node.elts)
            yield from _appended(iterated)
        elif isinstance(node, ast.ListComp):
            yield _row(term.at(node.elt))  # each turn is made the same way
        elif isinstance(node, ast.Dict):
            yield from ([term.at(key)] for key in node.keys if key is not None)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and depth:
            for side in (node.left, node.right):
                yield from _rows(term.at(side), values, depth - 1)
        elif isinstance(node, ast.Call) and called_as(node) == "items" and isinstance(node.func, ast.Attribute):
            yield from _items(term.at(node.func.value), values)
        else:
            yield []


def _row(element: Term) -> list[Term]:
    node = element.node
    return [element.at(part) for part in node.elts] if isinstance(node, (ast.Tuple, ast.List)) else [element]


def _appended(iterated: Term) -> Iterator[list[Term]]:
    """`statements.append(…)`, somewhere before the loop."""
    for node, place in flow_of(iterated.scope).calls if isinstance(iterated.node, ast.Name) else ():
        func = node.func
        if called_as(node) == "append" and isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
            if func.value.id == iterated.node.id and place.order < iterated.place.order and node.args:  # type: ignore[attr-defined]
                yield _row(Term(node.args[0], iterated.scope, place))


def _items(mapping: Term, values: Values) -> Iterator[list[Term]]:
    for origin in values.origins(mapping):
        term, node = origin.term, origin.term.node
        pairs = zip(node.keys, node.values, strict=True) if isinstance(node, ast.Dict) else ()
        rows = [[term.at(key), term.at(value)] for key, value in pairs if key is not None]
        yield from rows or [[]]
