"""Pairs of a temp and its target that are put by in a list, and published when all of them are written."""

from __future__ import annotations

import ast
from dataclasses import replace

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.files.events import Rename

_SAME = frozenset({"Path", "str", "fspath"})
_IN_ORDER = frozenset({"list", "tuple", "reversed", "sorted"})


def as_put_by(rename: Rename) -> Rename:
    """The rename of what `staged.append((temp, path))` has put by, where it is one of `for temp, path in staged`."""
    source, target = put_by(rename.source), put_by(rename.target)
    if source is None or target is None:
        return rename
    return replace(rename, source=source, target=target, put_by=True)


def put_by(term: Term) -> Term | None:
    """What was put by under the name of a loop over a list."""
    node = term.node
    if isinstance(node, ast.Call) and len(node.args) == 1 and called_as(node) in _SAME:
        node = node.args[0]
    found = _listed(node.id, term.place) if isinstance(node, ast.Name) else None
    if found is None:
        return None
    name, position, width = found
    for call, place in flow_of(term.scope).calls:
        func = call.func
        if place.order < term.place.order and isinstance(func, ast.Attribute) and func.attr == "append":
            pair = call.args[0] if len(call.args) == 1 else None
            if isinstance(func.value, ast.Name) and func.value.id == name and isinstance(pair, ast.Tuple):
                return Term(pair.elts[position], term.scope, place) if len(pair.elts) == width else None
    return None


def _listed(name: str, place: Place) -> tuple[str, int, int] | None:
    """The list that the loop goes over, which of each element's parts the name stands for, and how many there are."""
    for block in place.block.around():
        loop = block.node
        if isinstance(loop, (ast.For, ast.AsyncFor)) and isinstance(loop.target, ast.Tuple):
            names = [getattr(part, "id", None) for part in loop.target.elts]
            listed = loop.iter
            if isinstance(listed, ast.Call) and listed.args and called_as(listed) in _IN_ORDER:
                listed = listed.args[0]
            if isinstance(listed, ast.Subscript):  # `staged[done:]`
                listed = listed.value
            if name in names and isinstance(listed, ast.Name):
                return listed.id, names.index(name), len(names)
    return None
