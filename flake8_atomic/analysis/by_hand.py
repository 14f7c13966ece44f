"""Files that a script changes for whoever runs it by hand: its own sources, or those that it is told to change."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis.events import Event, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as, spelled
from flake8_atomic.analysis.replaces import NAMES, Replace, is_harmless
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.values import LIMIT

_SCRIPT = re.compile(r"^if __name__ == [\"']__main__[\"']", re.MULTILINE)
_TOLD = re.compile(r"__file__|sys\.argv|parse_(?:known_)?args|os\.walk")
_PARSED = frozenset({"parse_args", "parse_known_args"})


def is_run_by_hand(replace: Replace) -> bool:
    """Is it a script that changes files of its own checkout, or files that its command line names?"""
    file = replace.file
    if not (file.text_of.holds(file.top, _SCRIPT) and file.text_of.holds(file.top, _TOLD)):
        return False
    return any(
        _is_told(part) or (_is_parsed(part) and _is_read(replace)) for part in _parts(file, replace.rename.target)
    )


def _parts(file: File, path: Term) -> Iterator[Term]:
    """The expressions that a path comes from, also through the parameters that all callers in the file give."""
    todo, seen = [path], set[int]()
    while todo and len(seen) < LIMIT:
        term = todo.pop()
        if id(term.node) in seen:
            continue
        seen.add(id(term.node))
        for origin in file.values.origins(term):
            todo += file.values.arguments(origin) if origin.how == "parameter" else []
            parts = [origin.term.at(node) for node in ast.walk(origin.term.node) if isinstance(node, ast.expr)]
            yield from parts
            todo += (part for part in parts if isinstance(part.node, ast.Name))


def _is_told(part: Term) -> bool:
    """Is it the place of the script, what the command line says, or what lies where it is started?"""
    node = part.node
    if isinstance(node, ast.Call) and spelled(node.func) == "os.walk":
        return any(isinstance(arg, ast.Constant) and arg.value in (".", "./") for arg in node.args)
    return isinstance(node, (ast.Name, ast.Attribute)) and spelled(node) in ("__file__", "sys.argv")


def _is_parsed(part: Term) -> bool:
    return isinstance(part.node, ast.Call) and called_as(part.node) in _PARSED


def _is_read(replace: Replace) -> bool:
    """Is the old file read by the function, or given to something that may read it, before it is replaced?"""
    file, scope = replace.file, replace.rename.scope
    if any(not (isinstance(read, Read) and read.asks) for read in file.reads(scope, replace.target)):
        return True
    events = (Event(node, scope, place) for node, place in flow_of(scope).calls if node is not replace.rename.call)
    return any(
        isinstance(arg, NAMES) and file.paths.key(event.term(arg)) == replace.target
        for event in events
        if replace.is_before(event) and not is_harmless(event)
        for arg in event.call.args
    )
