"""The path of a database without what only spells it differently: text, resolved, or a URL."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.paths.bases import same_path
from flake8_atomic.analysis.sqlite.connections import constant

_DEEP = 2
_SCHEMES = ("file:", "sqlite:", "sqlite+")
_CUTTING = frozenset({"split", "rsplit", "partition", "replace", "removeprefix"})


def bare(path: Term, values: Values) -> Term:
    """`str(path.resolve())` and a URL of it are path."""
    for _ in range(_DEEP):
        for origin in values.origins(path)[:1]:
            path = _respelled(origin.term) or path
    return path


def _respelled(term: Term) -> Term | None:
    node = term.node
    if isinstance(node, ast.Subscript):
        node = node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CUTTING:
        # `url.split(":///", 1)[1]` and `url.removeprefix("sqlite:///")` are the file of a URL.
        return term.at(node.func.value) if node.args and "://" in str(constant(node.args[0])) else None
    if isinstance(node, ast.Call) and node is term.node:
        return same_path(term)
    if isinstance(node, ast.JoinedStr) and len(node.values) > 1 and isinstance(node.values[1], ast.FormattedValue):
        scheme = constant(node.values[0])
        return term.at(node.values[1].value) if str(scheme).startswith(_SCHEMES) else None
    return None
