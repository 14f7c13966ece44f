"""Where a path lies: the part of its expression that the rest of it is put below or behind."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.values import LIMIT, Values
from flake8_atomic.analysis.paths.templates import FIELD

DEEP = 8
_OF_FIRST = frozenset({"os.path.join", "os.path.dirname", "os.path.splitext", "os.path.split"})
# What projects call their own.
_JOINING = frozenset({"path_join", "pathjoin", "join_path", "join_paths"})
# `PATHS.STATE.with_suffix(".tmp")`: whatever module the path is from, the method is its own.
_ASKED_OF_PATHS = v.PATH_MAKERS | {"resolve", "absolute", "expanduser", "as_posix"}


def base_of(term: Term) -> Term | None:
    """The part of a path expression that says where it lies; None for one that starts a path."""
    node = term.node
    if isinstance(node, ast.BinOp):
        filled = isinstance(node.op, ast.Mod) and _starts_with_field(node.left)
        return term.at(_first(node.right) if filled else node.left)
    if isinstance(node, ast.JoinedStr):
        head = node.values[0] if node.values else None
        if isinstance(head, ast.FormattedValue):
            head = head.value
        return term.at(head) if head is not None else None
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return term.at(node.value)
    if isinstance(node, ast.Call):
        return _base_of_call(term, node)
    return None


def same_path(term: Term) -> Term | None:
    """The path that `str(path.resolve())` and `Path(name)` only spell anew."""
    node = term.node
    if not isinstance(node, ast.Call):
        return None
    respells = called_as(node) in v.SAME_PATH_METHODS or dotted(term.at(node.func)) in v.SAME_PATH
    # `Path(folder, "project.json")` is another file than `Path(folder, "results.db")`.
    return base_of(term) if respells and len(node.args) < 2 else None


def start_of(path: Term, values: Values) -> str | None:
    """The text that a path begins with, where it is written down."""
    base: Term | None = path
    for _ in range(LIMIT):  # in a loop a path may be made of itself
        if base is None or isinstance(base.node, ast.Constant):
            break
        origins = values.origins(base)
        base = base_of(origins[0].term) if len(origins) == 1 and origins[0].how == "expression" else None
    return str(base.node.value) if base is not None and isinstance(base.node, ast.Constant) else None


def _starts_with_field(node: ast.expr) -> bool:
    """Is it a template that says nothing before what is filled in? "/proc/%s/comm" says itself where it lies."""
    return isinstance(node, ast.Constant) and FIELD.match(str(node.value)) is not None


def _first(node: ast.expr) -> ast.expr:
    return node.elts[0] if isinstance(node, ast.Tuple) and node.elts else node


def function_of(term: Term, node: ast.Call) -> str | None:
    """The function that a call names; none where it asks a path, also one that was imported as it is."""
    name = dotted(term.at(node.func))
    if name is not None and isinstance(node.func, ast.Attribute) and node.func.attr in _ASKED_OF_PATHS:
        return name if name.startswith(("os.", "pathlib.")) else None
    return name


def _base_of_call(term: Term, node: ast.Call) -> Term | None:
    name = function_of(term, node)
    if name in v.STANDS_FOR_PATH or name in _OF_FIRST or called_as(node) in _JOINING:
        return term.at(node.args[0]) if node.args else None
    if name is None and isinstance(node.func, ast.Attribute):
        if node.func.attr == "format" and node.args and _starts_with_field(node.func.value):
            return term.at(node.args[0])
        return term.at(node.func.value)
    return None
