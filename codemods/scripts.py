"""Is this file run by another interpreter, or in an environment of its own, where the helpers cannot be imported?"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator

NOTE = "the file may be run by its path, and the helpers cannot be imported there"
BUILT = "a build tool runs the file, in an environment that need not have the helpers"
_BUILD_TOOLS = frozenset({"conan", "conans", "distutils", "hatchling", "nox", "setuptools", "skbuild"})


def script_note(tree: ast.Module, filename: str) -> list[str]:
    """A note for what builds a project, and for a script in a package that imports nothing from elsewhere."""
    folder, name = os.path.split(filename)
    imported = set(_imported(tree))
    in_package = os.path.exists(os.path.join(folder, "__init__.py"))
    if imported & _BUILD_TOOLS and (not in_package or name == "setup.py"):
        return [BUILT]
    if not in_package or name == "__main__.py" or not any(map(_is_guard, tree.body)):
        return []
    return [NOTE] if imported <= sys.stdlib_module_names else []


def _is_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.dump(node.test) and "__main__" in ast.dump(node.test)


def _imported(tree: ast.Module) -> Iterator[str]:
    """The packages that it imports when it is loaded; those of its own package are named by dots."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield "." if node.level else (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
