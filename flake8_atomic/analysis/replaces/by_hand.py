"""Files that a script writes for whoever runs it by hand: sources beside it, or those that it is told to change."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted, spelled
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import LIMIT
from flake8_atomic.analysis.facts.folders import MAY_NAME_A_PATH
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, only_asks
from flake8_atomic.analysis.files.harmless import is_harmless
from flake8_atomic.analysis.paths.paths import base_of
from flake8_atomic.analysis.replaces.replaces import Replace

_SCRIPT = re.compile(r"^if __name__ == [\"']__main__[\"']", re.MULTILINE)
_TOLD = re.compile(r"__file__|sys\.argv|parse_(?:known_)?args|os\.walk")
_SOURCES = (".py", ".pyi", ".pyx", ".h", ".hpp", ".c", ".cc", ".cpp", ".inc", ".js", ".ts", ".css", ".rst")
_PARSED = frozenset({"parse_args", "parse_known_args"})


class Way(NamedTuple):
    """Something on the way from a path to what it lies in; is it the whole path so far?"""

    term: Term
    whole: bool


def is_run_by_hand(replace: Replace) -> bool:
    """Is it a script that makes sources of its own checkout, or changes files that its command line names?"""
    file = replace.file
    starts = "__main__" in file.source.text and file.text_of.holds(file.top, _SCRIPT)
    if not (starts and file.text_of.holds(file.top, _TOLD)):
        return False
    ways = list(_ways(file, replace.rename.target))
    if any(_is_own(way) for way in ways) and any(_names_source(way.term.node) for way in ways):
        return True
    if any(_is_started_there(way) or (way.whole and spelled(way.term.node) == "sys.argv") for way in ways):
        return True
    return any(way.whole and _is_parsed(way) for way in ways) and _is_read(replace)


def _ways(file: File, path: Term) -> Iterator[Way]:
    """What a path and the folders that it lies in are made of, also by all callers in the file that give them."""
    todo, seen = [Way(path, whole=True)], set[int]()
    for way in todo:
        if id(way.term.node) in seen or len(seen) == LIMIT:
            continue
        seen.add(id(way.term.node))
        for origin in file.values.origins(way.term):
            if origin.how == "parameter":
                todo += (Way(given, way.whole) for given in file.values.arguments(origin))
                continue
            yield Way(origin.term, way.whole)
            if origin.how in ("each", "item"):
                todo.append(Way(origin.term, way.whole))
            if (base := base_of(origin.term)) is not None:
                todo.append(Way(base, way.whole and _is_a_part(origin.term)))


def _is_a_part(term: Term) -> bool:
    """`given.names[0]` and `Path(name)` are what the command line says; `folder / name` is more."""
    node = term.node
    if isinstance(node, ast.Call):
        return dotted(term.at(node.func)) in v.SAME_PATH
    return isinstance(node, (ast.Attribute, ast.Subscript))


def _is_own(way: Way) -> bool:
    return isinstance(way.term.node, ast.Name) and way.term.node.id == "__file__"


def _names_source(node: ast.AST) -> bool:
    """Is a part of it the name of a file that a person or a compiler reads as source?"""
    parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return any(isinstance(part, str) and part.endswith(_SOURCES) for part in parts)


def _is_started_there(way: Way) -> bool:
    """Does it lie where the script is started, as `os.walk(".")` has found it?"""
    node = way.term.node
    if not isinstance(node, ast.Call) or spelled(node.func) != "os.walk":
        return False
    return any(isinstance(arg, ast.Constant) and arg.value in (".", "./") for arg in node.args)


def _is_parsed(way: Way) -> bool:
    return isinstance(way.term.node, ast.Call) and called_as(way.term.node) in _PARSED


def _is_read(replace: Replace) -> bool:
    """Is the old file read by the function, or given to something that may read it, before it is replaced?"""
    file, scope = replace.file, replace.rename.scope
    if any(not only_asks(read) for read in file.reads(scope, replace.target)):
        return True
    events = (Event(node, scope, place) for node, place in flow_of(scope).calls if node is not replace.rename.call)
    return any(
        isinstance(arg, MAY_NAME_A_PATH) and file.paths.key(event.term(arg)) == replace.target
        for event in events
        if replace.is_before(event) and not (is_harmless(event) or called_as(event.call).lstrip("_").startswith("is_"))
        for arg in event.call.args
    )
