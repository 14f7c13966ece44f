"""Named pipes: what is written to one is read by whoever waits at its other end, and nothing of it is kept."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File


def is_pipe(file: File, path: Term) -> bool:
    """Does a function of the file make this path a named pipe?"""
    if not file.text_of.speaks(file.top, ("mkfifo(",)):
        return False
    made = (
        Term(node.args[0], scope, place)
        for scope in file.top.walk()
        for node, place in flow_of(scope).calls
        if called_as(node) == "mkfifo" and node.args
    )
    key, owner = file.paths.key(path), path.scope.owner
    # `self.path` of another class is another path.
    known = (pipe for pipe in made if pipe.scope.owner is owner or not isinstance(pipe.node, ast.Attribute))
    return any(file.paths.key(pipe) == key for pipe in known)
