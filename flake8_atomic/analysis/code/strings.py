"""The strings that an expression may be, as far as this file says."""

from __future__ import annotations

import ast
from itertools import product

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.values import Origin, Values

_MANY = 16  # past that they are unknown


def constants(term: Term, values: Values) -> set[str]:
    """The strings that an expression may be; what is not known is left out."""
    return _Strings(values).of(term, 4)


class _Strings:
    """Works each expression out once: alternatives of alternatives multiply."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._known: dict[tuple[int, int], set[str]] = {}

    def of(self, term: Term, depth: int) -> set[str]:
        key = (id(term.node), depth)
        if key not in self._known:
            found = set[str]().union(*(self._end(origin, depth) for origin in self._values.origins(term)))
            self._known[key] = found if len(found) <= _MANY else set()
        return self._known[key]

    def _end(self, origin: Origin, depth: int) -> set[str]:
        term, node = origin.term, origin.term.node
        found: set[str] = set()
        if origin.how == "parameter" and depth:
            # What the callers in this file give, and the default.
            found.update(*(self.of(given, depth - 1) for given in self._values.arguments(origin)))
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and depth:
            sides = (self.of(term.at(side), depth - 1) for side in (node.left, node.right))
            found.update(left + right for left, right in product(*sides))
        return found
