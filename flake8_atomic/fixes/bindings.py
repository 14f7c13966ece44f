"""The statements of a function that bind names, nested functions left out."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.parents import FUNCTIONS
from flake8_atomic.analysis.code.scopes import Function, bodies


def is_placeholder(statement: ast.stmt) -> bool:
    """Is it `name = None`, or another constant that says that there is none yet?"""
    value = statement.value if isinstance(statement, (ast.Assign, ast.AnnAssign)) else None
    value = value.operand if isinstance(value, ast.UnaryOp) else value
    return isinstance(value, ast.Constant)


def bindings_of(function: Function) -> list[tuple[ast.stmt, str]]:
    """The statements of a function that bind a name, in the order of the text."""
    found: list[tuple[ast.stmt, str]] = []
    todo = [function.body]
    while todo:
        for statement in todo.pop():
            if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
                continue
            inner = [node for suite in bodies(statement) for node in suite]
            header = [node for node in ast.iter_child_nodes(statement) if node not in inner]
            found += [
                (statement, part.id)
                for node in header
                if not isinstance(node, ast.excepthandler)
                for part in ast.walk(node)
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            ]
            todo.extend(bodies(statement))
    return sorted(found, key=lambda pair: pair[0].lineno)
