"""Where a helper's import goes, and under which name the file calls it.

All on the text: import statements stand above what the fixes change, where the text is still the one that was parsed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from codemods.import_lines import Line, rows_of
from codemods.imports_refused import Refusals
from codemods.merging import merged, spliced
from codemods.modules import imports_of, module_of, relative, resolved, shared_start
from codemods.names_taken import Names
from codemods.placing import place
from codemods.planned import lines_of
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import HELPERS, Edit, Imported

_WIDTHS = (79, 88)
_WIDEST = 100
_NO_LINE = 1 << 60


class Imports:
    """The imports that the fixes of one file ask for."""

    def __init__(self, source: Source, filename: str, helpers: str = HELPERS, edits: Sequence[Edit] = ()) -> None:
        self._source = source
        self._helpers = helpers
        self._names = Names(source.text, source.tree)
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
                local = alias.asname or alias.name
                if not self._stands_for(node, local.partition(".")[0]):
                    continue
                if isinstance(node, ast.Import):
                    if alias.name == module or (not alias.asname and alias.name.startswith(f"{module}.")):
                        whole.append(alias.asname or module)
                    continue
                base = resolved(node.module, node.level, self._own.package)
                if name and (base, alias.name) == (module, name):
                    yield local
                elif f"{base}.{alias.name}" == module:
                    whole.append(local)
        yield from (f"{local}.{name}" if name else local for local in whole)

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

    def added(self, after: str) -> str:
        """The rewritten text with the imports that the calls to `local` asked for."""
        common = shared_start(self._source.text, after)
        changed = self._source.line_at(common)
        rows = rows_of(self._source)
        first = min((row.first for row in rows if row.last >= changed), default=changed)
        end = self._source.line_starts[min(first, changed) - 1]
        head, tail = after[:end], after[end:]
        for module in dict.fromkeys(line.module for line in self.lines):
            plain = [line for line in self.lines if line.module == module and not line.name]
            named = [line for line in self.lines if line.module == module and line.name]
            for line in plain:
                head, tail = self._with_statement(head, tail, [line])
            if named:
                head, tail = self._with_names(head, tail, named)
        return head + tail

    def _with_names(self, head: str, tail: str, lines: list[Line]) -> tuple[str, str]:
        alone = []
        for line in lines:
            splices = self._merged(Source.parse(head), line)
            if splices is None:
                alone.append(line)
            else:
                head = spliced(head, splices)
        return self._with_statement(head, tail, alone) if alone else (head, tail)

    def _merged(self, source: Source, line: Line) -> list[tuple[int, int, str]] | None:
        module = _absolute(line, self._own.package)
        for node in source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.names[0].name != "*":
                if resolved(node.module, node.level, self._own.package) == module:
                    return merged(source, node, line, self._width)
        return None

    def _with_statement(self, head: str, tail: str, lines: list[Line]) -> tuple[str, str]:
        source = Source.parse(head)
        whole = Source(head + tail, self._source.tree)
        texts = [whole.line(number) for number in range(1, len(whole.line_starts) + 1)]
        statement = _statement(lines, self._width)
        module = lines[0].module
        added = place(texts, source, statement, module, self._own)
        end = len(source.line_starts) - (not source.line(len(source.line_starts))) + added
        return "".join(texts[:end]), "".join(texts[end:])

    @property
    def _width(self) -> int:
        """How wide the lines of this file may be, to judge by those that it has."""
        longest = max(map(len, self._source.text.splitlines()), default=0)
        return next((width for width in _WIDTHS if longest <= width), _WIDEST)


def _binds_package(node: ast.AST) -> bool:
    return isinstance(node, ast.Import) and all(not alias.asname for alias in node.names)


def _absolute(line: Line, package: str) -> str:
    module = line.module.lstrip(".")
    return resolved(module or None, len(line.module) - len(module), package)


def _statement(lines: list[Line], width: int) -> list[str]:
    module = lines[0].module
    if not lines[0].name:
        return [f"import {lines[0].imported}"]
    names = sorted(line.imported for line in lines)
    statement = f"from {module} import {', '.join(names)}"
    if len(statement) <= width or len(names) == 1:
        return [statement]
    return [f"from {module} import (", *(f"    {name}," for name in names), ")"]
