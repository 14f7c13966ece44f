"""Names that a file imports for itself, and that other files of its project import from there."""

from __future__ import annotations

import ast
import os
import re

from codemods.project.project_imports import imports_around, stem, text_of
from flake8_atomic.analysis.code.names import spelled


def is_borrowed(name: str, filename: str) -> bool:
    """Does another file of the project import this name from the file, reach it there, or need it by a star?"""
    todo = [os.path.abspath(filename)]
    for path in todo:
        for borrower in imports_around(path).borrowers[os.path.basename(stem(path))]:
            if not borrower.takes_from(path):
                continue
            if name in borrower.names or ("*" in borrower.names and _uses(borrower.path, name)):
                return True
            if "*" in borrower.names and borrower.path not in todo:
                todo.append(borrower.path)
    return any(_is_reached(name, path) for path in todo)


def _is_reached(name: str, path: str) -> bool:
    """Does another file import the module, and reach the name through it: `import pkg.config as c`, `c.json`?"""
    users = imports_around(path).users[os.path.basename(stem(path))]
    return any(
        _reaches(text_of(user.path), alias, name) for user in users if user.takes_from(path) for alias in user.names
    )


def _reaches(text: str, alias: str, name: str) -> bool:
    if f"{alias}.{name}" not in text:
        return False
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    attributes = (node for node in nodes if isinstance(node, ast.Attribute))
    return any(node.attr == name and spelled(node.value) == alias for node in attributes)


def _uses(path: str, name: str) -> bool:
    """Does it speak of a name without importing that itself?"""
    text = text_of(path)
    own = re.search(rf"^[ \t]*(?:from[ \t].*)?import\b.*\b{name}\b", text, re.MULTILINE)
    return own is None and re.search(rf"\b{name}\b", text) is not None
