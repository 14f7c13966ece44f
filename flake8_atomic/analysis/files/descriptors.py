"""Numbers of open files: what is opened by one has no name that could be replaced."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.paths.types_told import types_said

_NAMED = re.compile(r"(?:fd|fileno|descriptor)\d*\Z", re.IGNORECASE)
_MAKERS = frozenset({
    "os.pipe", "os.pipe2", "os.dup", "os.openpty", "pty.openpty", "os.memfd_create", "int",
})  # fmt: skip
_METHODS = frozenset({"fileno", "detach", "dup"})


def is_descriptor(term: Term, values: Values) -> bool:
    """Is it an integer descriptor rather than a name in a directory?"""
    return _NAMED.search(last_name(term.node)) is not None or any(_is_number(origin) for origin in values.origins(term))


def _is_number(origin: Origin) -> bool:
    node = origin.term.node
    if origin.how == "parameter":
        return types_said(origin) == {"int"}
    if isinstance(node, ast.Subscript):
        node = node.value  # `os.pipe()[1]`
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
            return True
        return called_as(node).endswith("handle") or dotted(origin.term.at(node.func)) in _MAKERS
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
