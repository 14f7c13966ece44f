"""Relative paths, where the function has gone to a temporary folder before."""

from __future__ import annotations

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.paths.bases import start_of
from flake8_atomic.analysis.paths.paths import Paths


def is_below_temporary(event: Event, path: Term, paths: Paths) -> bool:
    """Is it written down without a root, after a `chdir()` into a temporary folder?"""
    gone = [
        Term(node.args[0], event.scope, place)
        for node, place in flow_of(event.scope).calls
        if node.args and place.order < event.place.order and called_as(node) == "chdir"
    ]
    if not gone or not paths.temporary(gone[-1]):
        return False
    start = start_of(path, paths.values)
    return start is not None and not start.startswith(("/", "~"))
