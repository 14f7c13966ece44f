"""Single clues to what a file is for: where it lies, what names it, who made its content."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.names import Term, dotted, spelled
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.words import Wording


def fits(words: Wording, pattern: str) -> bool:
    """Does the path fit a glob, or hold a word, of the project's own?"""
    if pattern.lower() in words.tail | words.folder:
        return True
    return fnmatch(words.text, pattern) or fnmatch(words.text, f"*/{pattern}")


def roots(words: Wording) -> Iterator[str]:
    """The folders of the user's own files that the path starts from."""
    if words.text.startswith(("~/", "~\\")):
        yield "the home folder"
    yield from (f"the folder of {name}" for name in sorted(words.calls) if name.startswith(v.HOMES))
    if "XDG_" in words.text:
        yield "the XDG folder"


def is_kept(path: Term) -> bool:
    """Is it named by an attribute of the object, or by a constant?"""
    node = path.node
    if isinstance(node, ast.Name):
        return node.id.isupper()
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def makers_of(data: Iterable[Term], values: Values) -> Iterator[str]:
    """The names of the functions that return what is written."""
    for term in data:
        for origin in values.origins(term):
            node = origin.term.node
            call = node.left if isinstance(node, ast.BinOp) else node
            if isinstance(call, ast.Call) and isinstance(call.func, (ast.Attribute, ast.Name)):
                yield dotted(origin.term.at(call.func)) or spelled(call.func)
