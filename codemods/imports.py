"""Where a helper's import goes, and under which name the file calls it.

All on the text: import statements stand above what the fixes change, where the text is still the one that was parsed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from codemods.importing.adding import Adding
from codemods.importing.imports_refused import Refusals
from codemods.importing.names_taken import names_of
from codemods.project.import_lines import Line
from codemods.project.loading import imports_of
from codemods.project.modules import module_of, relative, resolved
from codemods.syntax.planned import lines_of
from codemods.syntax.style import Style
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import HELPERS, Edit, Imported

_NO_LINE = 1 << 60


class Imports:
    """The imports that the fixes of one file ask for."""

    def __init__(self, source: Source, filename: str, helpers: str = HELPERS, edits: Sequence[Edit] = ()) -> None:
        self._source = source
        self._helpers = helpers
        self._names = names_of(source)
        self._own = module_of(filename, helpers)
        self._refusals = Refusals(source, filename)
        self._lines = sorted({line for edit in edits for line in lines_of(edit)}) or [_NO_LINE]
        self._asked: dict[tuple[str, str], Line] = {}
        self.called: dict[tuple[str, str], set[str]] = {}
        """For each module and name of a plan, the expressions by which the file calls it."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What the file must import in addition."""
        return tuple(self._asked.values())

    def local(self, wanted: Imported) -> str:
        """The expression by which the edited code calls it; NoFix where an import would not do."""
        module = self._helpers if wanted.module == HELPERS else wanted.module
        found = next(self._present(module, wanted.name), None)
        if found is None:
            self._refusals.check(module, self._lines)
            found = self._added(module, wanted.name)
        self.called.setdefault((wanted.module, wanted.name), set()).add(found)
        return found

    def _present(self, module: str, name: str) -> Iterator[str]:
        """What the file itself imports by then, where nothing else bears that name."""
        whole: list[str] = []
        for node in self._source.tree.body:
            if not isinstance(node, (ast.Import, ast.ImportFrom)) or node.lineno >= self._lines[0]:
                continue
            for alias in node.names:
                local, is_whole = self._offered(node, alias, module, name)
                if local and self._stands_for(node, local.partition(".")[0]):
                    if is_whole:
                        whole.append(local)
                    else:
                        yield local
        yield from (f"{local}.{name}" if name else local for local in whole)

    def _offered(self, node: ast.Import | ast.ImportFrom, alias: ast.alias, module: str, name: str) -> tuple[str, bool]:
        """How code may call what it wants because of this import, and whether that is the module as a whole."""
        if isinstance(node, ast.Import):
            is_inside = not alias.asname and alias.name.startswith(f"{module}.")
            return (alias.asname or module if alias.name == module or is_inside else ""), True
        base = resolved(node.module, node.level, self._own.package)
        is_name = bool(name) and (base, alias.name) == (module, name)
        return (alias.asname or alias.name if is_name or f"{base}.{alias.name}" == module else ""), not is_name

    def _stands_for(self, node: ast.Import | ast.ImportFrom, local: str) -> bool:
        binding = [other for other, place in self._names.bindings(local) if place is self._source.tree]
        # `import a.b` and `import a.c` bind the same `a`.
        same = all(other is node or (_binds_package(node) and _binds_package(other)) for other in binding)
        return same and not any(self._names.shadowed(local, line) for line in self._lines)

    def _added(self, module: str, name: str) -> str:
        line = self._asked.get((module, name))
        if line is None:
            line = self._asked[module, name] = self._line(module, name)
        return line.local

    def _line(self, module: str, name: str) -> Line:
        wanted = name or module
        taken = {line.local.partition(".")[0] for line in self.lines}
        bound = wanted.partition(".")[0]
        asname = ""
        stem = wanted.rpartition(".")[2].lstrip("_")
        number = 1
        # Two leading underscores would be another name inside of a class.
        while bound in taken or self._names.taken(bound) or bound.startswith("__"):
            asname = bound = f"_{stem}" if number == 1 else f"_{stem}_{number}"
            number += 1
        if name and self._is_relative(module):
            module = relative(module, self._own.package)
        return Line(module, name, asname)

    def _is_relative(self, module: str) -> bool:
        """Does the file name the modules of its own package, of which this is one, by where they stand?"""
        top = self._own.package.partition(".")[0]
        if not top or module.partition(".")[0] != top:
            return False
        imports = [node for node in imports_of(self._source.tree) if isinstance(node, ast.ImportFrom)]
        return any(node.level for node in imports) and not any(
            not node.level and (node.module or "").partition(".")[0] == top for node in imports
        )

    def added(self, after: str, style: Style) -> str:
        """The rewritten text with the imports that the calls to `local` asked for."""
        return Adding(self._source, self._own, style).into(after, self.lines)


def _binds_package(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and all(not alias.asname for alias in node.names)
