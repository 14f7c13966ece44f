"""Is this file run by another interpreter, or in an environment of its own, where the helpers cannot be imported?"""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator

from codemods.project.at_build_time import is_built_with
from codemods.project.import_lines import written_module
from codemods.project.project import is_in_package, names_us
from flake8_atomic.analysis.code.source import Source

NOTE = "the file may be run by its path, and the helpers cannot be imported there"
BUILT = "a build tool runs the file, in an environment that need not have the helpers"
ALONE = "what the functions of this file need they import themselves, as if their source went elsewhere"
INLINE = (
    "the file is run in an environment of its own, add flake8-atomic to the dependencies in its `# /// script` block"
)
_BUILD_TOOLS = frozenset({"conan", "conans", "distutils", "hatchling", "nox", "setuptools", "skbuild"})
_METADATA = re.compile(r"^# /// script[ \t]*\r?$(.*?)^# ///[ \t]*\r?$", re.MULTILINE | re.DOTALL)


def script_note(source: Source, filename: str, helpers: str) -> list[str]:
    """A note for what builds a project, for what is shipped as text, and for what an environment of its own runs."""
    folder, name = os.path.split(filename)
    tree = source.tree
    metadata = _METADATA.search(source.text)
    if metadata and not names_us(metadata[1]):
        return [INLINE]
    imported = set(_imported(tree))
    is_module = os.path.exists(os.path.join(folder, "__init__.py"))
    if (imported & _BUILD_TOOLS and (not is_module or name == "setup.py")) or is_built_with(filename, helpers):
        return [BUILT]
    if not imported and any(map(_imports_itself, tree.body)):
        return [ALONE]
    if not is_in_package(filename) or name == "__main__.py" or not any(map(_is_guard, tree.body)):
        return []
    return [NOTE] if imported <= sys.stdlib_module_names else []


def _is_guard(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in ast.dump(node.test) and "__main__" in ast.dump(node.test)


def _imports_itself(node: ast.stmt) -> bool:
    """Is it a function that imports what another file would at its top, from the standard library?"""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return False
    own = {name for part in ast.walk(node) if isinstance(part, (ast.Import, ast.ImportFrom)) for name in _named(part)}
    return bool(own & sys.stdlib_module_names)


def _imported(tree: ast.Module) -> Iterator[str]:
    """The packages that it imports when it is loaded; those of its own package are named by dots."""
    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)) and written_module(node) != "__future__":
            yield from _named(node)


def _named(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.ImportFrom):
        yield "." if node.level else (node.module or "").partition(".")[0]
    else:
        yield from (alias.name.partition(".")[0] for alias in node.names)
