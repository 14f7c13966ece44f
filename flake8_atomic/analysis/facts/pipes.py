"""Named pipes: what is written to one is read by whoever waits at its other end, and nothing of it is kept."""

from __future__ import annotations

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
    key = file.paths.key(path)
    return any(file.paths.key(pipe) == key for pipe in made)
