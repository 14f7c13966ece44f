"""What is loaded with a module: which import statements run then, and whether they lead back to a file."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from functools import lru_cache

from codemods.project.modules import Module, file_of, resolved
from flake8_atomic.analysis.code.names import last_name
from flake8_atomic.analysis.code.scopes import bodies


def loads(module: str, own: Module) -> bool:
    """Does loading that module load the file first, so that the file cannot import it when it is loaded itself?"""
    # The packages around the file are being loaded already when it is: what they import does no harm.
    around = {own.name, own.package, *(own.package[:end] for end in _ends(own.package))}
    todo = [module, *(module[:end] for end in _ends(module) if module[:end] not in around)]
    done: set[str] = set()
    while todo:
        name = todo.pop()
        if name == own.name:
            return True
        if name not in done:
            done.add(name)
            path = file_of(name, own.root)
            package = name if path is not None and os.path.basename(path) == "__init__.py" else name.rpartition(".")[0]
            for other in _loaded_by(path, package, own.root) if path is not None else ():
                todo += [other, *(other[:end] for end in _ends(other) if other[:end] not in around)]
    return False


def _ends(name: str) -> list[int]:
    """Where the names of the packages around a module end."""
    return [place for place, character in enumerate(name) if character == "."]


@lru_cache(maxsize=4096)
def _loaded_by(path: str, package: str, root: str) -> tuple[str, ...]:
    """The modules that a file imports when it is loaded."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(name for node in imports_of(tree) for name in _named(node, package, root))


def _named(node: ast.Import | ast.ImportFrom, package: str, root: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = resolved(node.module, node.level, package)
    for alias in node.names:
        inner = f"{base}.{alias.name}"
        yield inner if file_of(inner, root) else base


def imports_of(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements that run when the module is loaded."""
    todo: list[list[ast.stmt]] = [tree.body]
    while todo:
        for node in todo.pop():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield node
            elif isinstance(node, ast.If) and is_type_checking(node.test):
                todo.append(node.orelse)
            elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                todo.extend(bodies(node))


def is_type_checking(test: ast.expr) -> bool:
    """Is this the condition that only type checkers fulfil?"""
    return last_name(test) == "TYPE_CHECKING"
