"""Relative paths, where the function has gone to a temporary folder before."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.paths import Paths, base_of


def is_below_temporary(event: Event, path: Term, paths: Paths) -> bool:
    """Is it written down without a root, after a `chdir()` into a temporary folder?"""
    gone = [
        Term(node.args[0], event.scope, place)
        for node, place in flow_of(event.scope).calls
        if node.args and place.order < event.place.order and called_as(node) == "chdir"
    ]
    return bool(gone) and paths.temporary(gone[-1]) and _is_relative(path, paths.values)


def _is_relative(path: Term, values: Values) -> bool:
    base: Term | None = path
    while base is not None and not isinstance(base.node, ast.Constant):
        origins = values.origins(base)
        base = base_of(origins[0].term) if len(origins) == 1 and origins[0].how == "expression" else None
    return base is not None and not str(base.node.value).startswith(("/", "~"))  # type: ignore[attr-defined]
