"""The texts of SQL that an expression may be, with a NUL for each part that is not known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice, product
from types import MappingProxyType

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.turns import Turn, given, turns
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.sqlite.pragmas import UNKNOWN

MANY = 16  # texts that one expression may be: past that the rest is left out
_DEEP = 6
_FIELD = re.compile(r"%[-0-9.]*[a-zA-Z]|\{[^{}]*\}")
_WRAPPERS = frozenset({"text", "DDL", "dedent", "SQL"})


def texts_of(term: Term, values: Values, depth: int = _DEEP, turn: Turn | None = None) -> list[str]:
    """Every text that the expression may be, in one turn of a loop or in all of them."""
    found: dict[str, None] = {}
    for origin in values.origins(term):
        found.update(dict.fromkeys(_end(origin, values, depth, turn)))
    return list(islice(found, MANY))


def _end(origin: Origin, values: Values, depth: int, turn: Turn | None) -> Iterable[str]:
    if not depth or origin.how not in ("each", "parameter", "expression"):
        return (UNKNOWN,)
    if origin.how == "each":
        every = given(origin, values, turn)
        return (text for one in every for text in (texts_of(one, values, depth - 1) if one else (UNKNOWN,)))
    term, node = origin.term, origin.term.node
    if isinstance(node, ast.Constant):
        # Who calls it may give something else than the default.
        return (str(node.value), UNKNOWN)[: 2 if origin.how == "parameter" else 1]
    parts = list(_parts(node))
    together = turns(term, values) if parts and turn is None else (turn,)
    return (text for each in together for text in _joined(term, parts, values, depth - 1, each))


def _joined(term: Term, parts: list[str | ast.expr], values: Values, depth: int, turn: Turn | None) -> Iterable[str]:
    known = [[part] if isinstance(part, str) else texts_of(term.at(part), values, depth, turn) for part in parts]
    return ("".join(chosen) for chosen in islice(product(*known), MANY)) if parts else (UNKNOWN,)


def _parts(node: ast.expr) -> Iterator[str | ast.expr]:
    """The pieces that the text is put together from, in order; none where it is made otherwise."""
    if isinstance(node, ast.JoinedStr):
        for part in node.values:
            yield part.value if isinstance(part, ast.FormattedValue) else part
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        yield from (node.left, node.right)
    elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Constant):
        given = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
        yield from _filled_in(str(node.left.value), given)
    elif isinstance(node, ast.Call):
        yield from _called(node)


def _called(node: ast.Call) -> Iterator[str | ast.expr]:
    name, func = called_as(node), node.func
    if name in _WRAPPERS and node.args:
        yield node.args[0]
    elif isinstance(func, ast.Attribute) and name == "strip":
        yield func.value
    elif isinstance(func, ast.Attribute) and isinstance(func.value, ast.Constant):
        text = str(func.value.value)
        if name == "format":
            yield from _filled_in(text, node.args, {keyword.arg: keyword.value for keyword in node.keywords})
        elif name == "join" and node.args and isinstance(node.args[0], (ast.List, ast.Tuple)):
            for element in node.args[0].elts:
                yield element
                yield text


def _filled_in(
    template: str, given: list[ast.expr], named: Mapping[str | None, ast.expr] = MappingProxyType({})
) -> Iterator[str | ast.expr]:
    """`"… = %s" % value` and `"… = {}".format(value)` are f-strings by another spelling."""
    values = iter(given)
    at = 0
    for field in _FIELD.finditer(template):
        yield template[at : field.start()]
        yield named[field[0][1:-1]] if field[0][1:-1] in named else next(values, UNKNOWN)
        at = field.end()
    yield template[at:]
