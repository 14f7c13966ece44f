"""Single clues to what a file is for: where it lies, what names it, who made its content."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from fnmatch import fnmatch

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.names import Term, dotted, spelled
from flake8_atomic.analysis.values import Values
from flake8_atomic.analysis.words import Wording

_SAME_TEXT = frozenset({"encode", "strip", "rstrip", "lstrip"})
_DEEP = 4


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


def makers_of(data: Iterable[Term], values: Values, depth: int = _DEEP) -> Iterator[str]:
    """The names of the functions that return what is written."""
    for term in data:
        for origin in values.origins(term):
            node = origin.term.node
            if isinstance(node, ast.Call) and isinstance(node.func, (ast.Attribute, ast.Name)):
                yield dotted(origin.term.at(node.func)) or spelled(node.func)
            if depth:
                yield from makers_of(_inner(origin.term, values), values, depth - 1)


def _inner(term: Term, values: Values) -> list[Term]:
    """What makes all of a text but its space: `text + end`, `text.encode()`, what a function returns."""
    node = term.node
    if isinstance(node, ast.Call):
        func = node.func
        if isinstance(func, ast.Attribute) and func.attr in _SAME_TEXT and isinstance(func.value, (ast.Name, ast.Call)):
            return [term.at(func.value)]
        return values.results(term)
    parts: list[ast.expr] = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        parts = [node.left, node.right]
    elif isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
    elif isinstance(node, (ast.GeneratorExp, ast.ListComp)):
        parts = [node.elt]
    return [term.at(part) for part in parts if not isinstance(part, ast.Constant)] if all(map(_is_inner, parts)) else []


def _is_inner(part: ast.expr) -> bool:
    return not isinstance(part, ast.Constant) or not str(part.value).strip()
