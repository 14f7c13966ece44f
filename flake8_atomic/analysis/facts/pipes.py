"""Named pipes: what is written to one is read by whoever waits at its other end, and nothing of it is kept."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event


def is_pipe(file: File, event: Event, path: Term) -> bool:
    """Does the function, or another one of the file or of its class, make this path a named pipe?"""
    if not file.text_of.speaks(file.top, ("mkfifo(",)):
        return False
    made = (
        Term(node.args[0], scope, place)
        for scope in file.top.walk()
        for node, place in flow_of(scope).calls
        if called_as(node) == "mkfifo" and node.args
    )
    key = file.paths.key(path)
    return any(_may_be(pipe, event) and file.paths.key(pipe) == key for pipe in made)


def _may_be(pipe: Term, event: Event) -> bool:
    """Is it made on the way to the write, or by another function, where `self.path` is that of the same class?"""
    if pipe.scope is event.scope:
        return pipe.place.order < event.place.order and not pipe.place.block.unseen_from(event.place.block)
    return pipe.scope.owner is event.scope.owner or not isinstance(pipe.node, ast.Attribute)
