"""Where an import of the helpers would break the file, and what its author can do about it."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from functools import cached_property

from codemods.importing.import_rows import last_path_change, rows_of
from codemods.project.loading import loads
from codemods.project.modules import Module, module_of, resolved
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import HELPERS, NoFix

_ABSENT = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


class Refusals:
    """What speaks against imports in one file."""

    def __init__(self, source: Source, filename: str) -> None:
        self._source = source
        self._filename = filename

    def check(self, module: str, lines: list[int]) -> None:
        """Raise NoFix where the file cannot import the module for code on these lines."""
        own = module_of(self._filename, module)
        top = module.partition(".")[0]
        if top in sys.stdlib_module_names and top != own.name.partition(".")[0]:
            return
        if own.name == module or own.name.startswith(f"{module}."):
            raise NoFix(f"this file is a part of {module}, which it would import; write it by hand")
        if loads(module, own):
            raise NoFix(f"{module} imports this file, so this file cannot import it; move the helpers out of the way")
        if any(module in _modules(node.body, own) for node in self._tries):
            raise NoFix(f"this file imports {module} only where it is there; import it without the try first")
        if self._imports_itself_in_two_ways(own) and top == own.package.partition(".")[0]:
            raise NoFix(f"this file imports its own package in two ways; import {module} by hand")
        if lines[0] < self._path_change and not module.startswith(HELPERS.partition(".")[0]):
            raise NoFix(f"{module} can be imported only after sys.path is changed further down; import it by hand")

    @cached_property
    def _path_change(self) -> int:
        """The line of the last change of the path that imports follow."""
        rows = rows_of(self._source)
        last = last_path_change(self._source, rows)
        return rows[last].first if last >= 0 else 0

    @cached_property
    def _tries(self) -> list[ast.Try]:
        return [node for node in self._source.tree.body if isinstance(node, ast.Try) and _expects_absence(node)]

    def _imports_itself_in_two_ways(self, own: Module) -> bool:
        top = own.package.partition(".")[0]
        for node in self._tries:
            mine = {name for name in _modules(node.body, own) if name.partition(".")[0] == top}
            others = {name for handler in node.handlers for name in _modules(handler.body, own)}
            # `pkg.utils` here and `utils` there; `pkg.fast` and `pkg.slow` are two modules with one name in them.
            if any(one.endswith(f".{other}") for one in mine for other in others):
                return True
        return False


def _expects_absence(node: ast.Try) -> bool:
    """Does it catch an import that fails?"""
    caught = [handler.type for handler in node.handlers]
    kinds = [part for kind in caught for part in (kind.elts if isinstance(kind, ast.Tuple) else [kind])]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in _ABSENT) for kind in kinds)


def _modules(body: list[ast.stmt], own: Module) -> Iterator[str]:
    """The modules that these statements import, or import from."""
    for node in body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolved(node.module, node.level, own.package)
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
