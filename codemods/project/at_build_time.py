"""Is a file imported while its own project is built, by `setup.py` or as a part of its own build backend?"""

from __future__ import annotations

import ast
import os
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

from codemods.project.project import names_us, root_of, text_in


def is_built_with(filename: str, helpers: str) -> bool:
    """Does the build of the project import the file, where it cannot import the helpers?"""
    path = os.path.abspath(filename)
    root = root_of(path)
    system = _build_system(text_in(root, "pyproject.toml"))
    if names_us(str(system.get("requires"))):
        return False
    imported = _imported(root, system)
    return any(fnmatchcase(_module(path, folder), glob) and not _has(folder, helpers) for folder, glob in imported)


def _has(folder: str, helpers: str) -> bool:
    """Can the helpers be imported from there?"""
    ours = os.path.join(folder, helpers.partition(".")[0])
    return os.path.isdir(ours) or os.path.isfile(f"{ours}.py")


def _imported(root: str, system: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the folders from which something is imported, and what, a glob where that goes on to import more."""
    for module in _names(text_in(root, "setup.py")):
        yield root, module
        yield os.path.join(root, "src"), module
    backend = str(system.get("build-backend", "")).partition(":")[0].partition(".")[0]
    for folder in system.get("backend-path", ()):
        yield os.path.normpath(os.path.join(root, str(folder))), backend
        yield os.path.normpath(os.path.join(root, str(folder))), f"{backend}.*"


def _names(text: str) -> Iterator[str]:
    """Yield each module that this text imports, with the packages it is in, and what may be a module of one."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            named = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            named = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in named:
            parts = name.split(".")
            yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def _module(path: str, folder: str) -> str:
    """What the file is called by an import from this folder."""
    name = os.path.relpath(path, folder).removesuffix(".py").replace(os.sep, ".")
    return name.removesuffix(".__init__")


def _build_system(text: str) -> dict[str, Any]:
    try:
        system = tomllib.loads(text).get("build-system")
    except tomllib.TOMLDecodeError:
        return {}
    return system if isinstance(system, dict) else {}
