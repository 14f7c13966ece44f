"""Statements that stand in two texts letter for letter: what they mean is the same, and nobody need look into them."""

from __future__ import annotations

import ast

from codemods.importing.import_rows import DEFINITIONS
from flake8_atomic.analysis.code.source import Source, first_line


def text_of(source: Source, statement: ast.stmt) -> tuple[int, str]:
    """Where a statement begins on its line, and its text from the beginning of that line on: indents are part of it."""
    span = source.span(statement)
    begin, end = source.line_starts[first_line(statement) - 1], source.line_starts[span.end_line - 1] + span.end_column
    return span.column, source.text[begin:end]


def without_known(before: Source, after: Source) -> ast.Module:
    """The later tree without those functions and classes of the module that the earlier one has as well."""
    known = {text_of(before, node) for node in before.tree.body if isinstance(node, DEFINITIONS)}
    changed = [
        node for node in after.tree.body if not isinstance(node, DEFINITIONS) or text_of(after, node) not in known
    ]
    return ast.Module(changed, [])
