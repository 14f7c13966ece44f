"""Which paths are proved temps: born in tempfile, or named after the target that they are renamed to."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Open
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.paths import Key, holds


def born(file: File, path: Term, depth: int = 6) -> Open | None:
    """The tempfile call that made this path."""
    for origin in file.values.origins(path):
        term, node = origin.term, origin.term.node
        if isinstance(node, ast.Call) and origin.how in ("expression", "item", "entered"):
            name = dotted(term.at(node.func))
            if name in v.BIRTHS:
                return file.handles.open_at(term, name)
            for result in file.values.results(term) if depth else ():
                if (found := born(file, result, depth - 1)) is not None:
                    return found
            inner = node.args[0] if name in v.SAME_PATH and node.args else None
            if inner is not None and depth and (found := born(file, term.at(inner), depth - 1)) is not None:
                return found
        elif isinstance(node, (ast.Attribute, ast.Subscript)) and depth:
            if isinstance(node, ast.Subscript) or node.attr == "name":
                opened = file.handles.opened(term.at(node.value)) or born(file, term.at(node.value), depth - 1)
                if opened is not None and opened.spelling in v.BIRTHS:
                    return opened
    return None


def named_after(source: Key, target: Key) -> bool:
    """Is the name of the one made from the other's, or are both made alike but for an ending?"""
    if holds(target, source) or not isinstance(source, tuple) or not isinstance(target, tuple):
        return False
    if any(holds(source, part) for part in _identities(target)):
        return True
    if len(source) == len(target) > 1 and source[:-1] == target[:-1]:
        one, other = _text(source[-1]), _text(target[-1])
        return bool(other) and other in one
    return False


def _identities(target: Key) -> Iterator[Key]:
    """The target, and what it is when a folder was put before its name."""
    yield target
    if isinstance(target, tuple) and target[0] == "join" and len(target) > 2:
        last = target[-1]
        if isinstance(last, tuple) and last[0] in ("parameter", "bound", "name"):
            yield last


def _text(key: Key) -> str:
    """The constants of a key, in order."""
    if isinstance(key, tuple):
        return str(key[1]) if key[:1] == ("constant",) else "".join(_text(part) for part in key[1:])
    return ""
