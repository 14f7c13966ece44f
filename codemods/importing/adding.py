"""Adds imports to a rewritten text, above all that changed: there it is still the text that was parsed."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from codemods.importing.among import Placed
from codemods.importing.import_rows import rows_of
from codemods.importing.merging import merged, name_order, spliced
from codemods.importing.placing import place
from codemods.project.import_lines import Line
from codemods.project.modules import Module, resolved, shared_start
from codemods.syntax.style import Style
from flake8_atomic.analysis.code.source import Source


class Adding:
    """The imports of one file, about to grow."""

    def __init__(self, source: Source, own: Module, style: Style) -> None:
        self._source = source
        self._own = own
        self._style = style

    def into(self, after: str, lines: Sequence[Line]) -> str:
        """The rewritten text with these imports: merged with what is there, or statements of their own."""
        common = shared_start(self._source.text, after)
        changed = self._source.line_at(common)
        rows = rows_of(self._source)
        first = min((row.first for row in rows if row.last >= changed), default=changed)
        end = self._source.line_starts[min(first, changed) - 1]
        head, tail = after[:end], after[end:]
        for module in dict.fromkeys(line.module for line in lines):
            plain = [line for line in lines if line.module == module and not line.name]
            named = [line for line in lines if line.module == module and line.name]
            for line in plain:
                head, tail = self._with_statement(head, tail, [line])
            if named:
                head, tail = self._with_names(head, tail, named)
        return head + tail

    def _with_names(self, head: str, tail: str, lines: list[Line]) -> tuple[str, str]:
        together = []
        for line in lines:
            if self._style.single or (line.asname and not self._style.combined):
                head, tail = self._with_statement(head, tail, [line])
                continue
            splices = self._merged(self._read(head), line)
            if splices is None:
                together.append(line)
            else:
                head = spliced(head, splices)
        return self._with_statement(head, tail, together) if together else (head, tail)

    def _merged(self, source: Source, line: Line) -> list[tuple[int, int, str]] | None:
        module = _absolute(line, self._own.package)
        for node in source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.names[0].name != "*" and self._is_shared(node):
                if resolved(node.module, node.level, self._own.package) == module:
                    return merged(source, node, line, self._style.width)
        return None

    def _is_shared(self, node: ast.ImportFrom) -> bool:
        return self._style.combined or not node.names[0].asname or node.end_lineno != node.lineno

    def _with_statement(self, head: str, tail: str, lines: list[Line]) -> tuple[str, str]:
        source = self._read(head)
        whole = Source(head + tail, self._source.tree)
        texts = [whole.line(number) for number in range(1, len(whole.line_starts) + 1)]
        first = min((line.name for line in lines), key=name_order)
        placed = Placed(_statement(lines, self._style.width), lines[0].module, first, self._style)
        added = place(texts, source, placed, self._own)
        end = len(source.line_starts) - (not source.line(len(source.line_starts))) + added
        return "".join(texts[:end]), "".join(texts[end:])

    def _read(self, head: str) -> Source:
        """The beginning of the text with its tree: that of the file, until an import is added to it."""
        if not self._source.text.startswith(head):
            return Source.parse(head)
        end = self._source.line_at(len(head) - 1) if head else 0
        whole = [node for node in self._source.tree.body if self._source.span(node).end_line <= end]
        return Source(head, ast.Module(whole, []))


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
