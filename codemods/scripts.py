"""Is this file run by its path, perhaps by another interpreter, where the helpers cannot be imported?"""

from __future__ import annotations

import ast
import os
import sys
from collections.abc import Iterator

NOTE = "the file may be run by its path, and the helpers cannot be imported there"


def script_note(tree: ast.Module, filename: str) -> list[str]:
    """A note for a script inside of a package that imports nothing but the standard library."""
    in_package = os.path.exists(os.path.join(os.path.dirname(filename), "__init__.py"))
    if not in_package or os.path.basename(filename) == "__main__.py" or not any(map(_is_guard, tree.body)):
        return []
    return [] if any(name not in sys.stdlib_module_names for name in _imported(tree)) else [NOTE]


def _is_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.dump(node.test) and "__main__" in ast.dump(node.test)


def _imported(tree: ast.Module) -> Iterator[str]:
    """The packages that it imports when it is loaded; those of its own package are named by dots."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            yield "." if node.level else (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
