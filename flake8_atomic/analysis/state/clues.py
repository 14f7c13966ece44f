"""Single clues to what a file is for: where it lies, what names it, who made its content."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.names import Term, dotted, spelled
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import Wording
from flake8_atomic.analysis.paths.bases import start_of

_SAME_TEXT = frozenset({"encode", "strip", "rstrip", "lstrip"})
_DEEP = 4
_HOME = re.compile(r"~(?:[/\\]|\Z)")
_IN_ENVIRONMENT = re.compile(r"(?:^|/)[${%]*(HOME|USERPROFILE|APPDATA|LOCALAPPDATA)(?![\w.-])")


def roots(words: Wording, path: Term, values: Values) -> Iterator[str]:
    """The folders of the user's own files that the path starts from."""
    if words.text.startswith(("~/", "~\\")) or ("~" in words.text and _HOME.match(start_of(path, values) or "")):
        yield "the home folder"
    yield from (f"the folder of {name}" for name in sorted(words.calls) if name.startswith(v.HOMES))
    if "XDG_" in words.text:
        yield "the XDG folder"
    if (named := _IN_ENVIRONMENT.search(words.text)) is not None:
        yield f"the folder of {named[1]}"


def is_kept(path: Term) -> bool:
    """Is it named by an attribute of the object, or by a constant, also one of a class?"""
    node = path.node
    if isinstance(node, ast.Name):
        return node.id.isupper()
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    return node.value.id in ("self", "cls") or (node.attr.isupper() and definition(path.at(node.value)) is not None)


def makers_of(data: Iterable[Term], values: Values) -> Iterator[str]:
    """The names of the functions that return what is written."""
    todo, seen = [(term, _DEEP) for term in data], set[int]()
    while todo:
        term, depth = todo.pop(0)
        for origin in values.origins(term):
            node = origin.term.node
            call = node.left if isinstance(node, ast.BinOp) else node
            if isinstance(call, ast.Call) and isinstance(call.func, (ast.Attribute, ast.Name)):
                yield dotted(origin.term.at(call.func)) or spelled(call.func)
            if depth and id(node) not in seen:
                seen.add(id(node))
                todo += [(inner, depth - 1) for inner in _inner(origin.term, values)]


def _inner(term: Term, values: Values) -> list[Term]:
    """What makes all of a text but its space: `text + "\\n"`, `text.encode()`, what a function of the file returns."""
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
    told = [part for part in parts if not _is_space(part)]
    return [term.at(told[0])] if len(told) == 1 and not isinstance(told[0], ast.Constant) else []


def _is_space(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)) and not part.value.strip()


def is_constant(data: Iterable[Term], values: Values) -> bool:
    """Is all that is written a text of the program, which it writes again where somebody removes the file?"""
    parts = [origin for term in data for origin in values.origins(term)]
    return bool(parts) and all(isinstance(origin.term.node, ast.Constant) for origin in parts)
