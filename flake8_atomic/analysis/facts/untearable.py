"""What is written and cannot be torn: nothing at all, or the number of a process, new at every start."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, dotted, last_name
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.code.words import split_words

_LAYOUT = re.compile(r"(?:\s|%[sd]|\{\w*\})*\Z")
_LIMIT = 24


def cannot_be_torn(data: list[Term], values: Values) -> bool:
    """Is there too little in it to be torn?"""
    return is_nothing(tuple(term.node for term in data)) or only_process_number(data, values)


def is_nothing(data: tuple[ast.expr, ...]) -> bool:
    """Is it empty, or one line end?"""
    return all(isinstance(node, ast.Constant) and node.value in ("", b"", "\n", b"\n") for node in data)


def only_process_number(data: list[Term], values: Values) -> bool:
    """Is there a process number in it, and nothing else but layout?"""
    found, todo, steps = False, list(data), 0
    while todo and steps < _LIMIT:
        steps += 1
        term = todo.pop()
        if _is_number(term):
            found = True
        elif _is_layout(term.node):
            continue
        elif (parts := _parts(term.node)) is not None:
            todo += map(term.at, parts)
        else:
            origins = [origin for origin in values.origins(term) if origin.how == "expression"]
            if not origins or any(origin.term.node is term.node for origin in origins):
                return False
            todo += [origin.term for origin in origins]
    return found and not todo


def _is_number(term: Term) -> bool:
    node = term.node
    if isinstance(node, ast.Call):
        return dotted(term.at(node.func)) in ("os.getpid", "os.getppid")
    return "pid" in split_words(last_name(node))


def _is_layout(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(_LAYOUT.match(node.value))


def _parts(node: ast.expr) -> list[ast.expr] | None:
    """What a text is made of, where it shows."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    if isinstance(node, ast.FormattedValue):
        return [node.value]
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    if isinstance(node, ast.Tuple):
        return node.elts
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("format", "encode"):
        return [node.func.value, *(node.args if node.func.attr == "format" else ())]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("str", "bytes", "repr"):
        return node.args[:1]
    return None
