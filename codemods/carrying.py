"""Carries a plan out on one text: edits, imports, and every guard over the result."""

from __future__ import annotations

from collections.abc import Sequence

from codemods.apply import apply
from codemods.importing.unused import without_unused
from codemods.imports import Imports
from codemods.planning import Wish
from codemods.project.borrowed import is_borrowed
from codemods.project.patch_notes import patched_here
from codemods.syntax.breaking import broken
from codemods.syntax.planned import Planned
from codemods.syntax.reading import read
from codemods.syntax.style import style_of
from codemods.verify import verify
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Edit


def carried_out(source: Source, filename: str, edits: Sequence[Edit], wish: Wish) -> str:
    """Return the new text, or raise with the reason why the file stays as it is."""
    tree = read(source.text)
    imports = Imports(source, filename, wish.helpers, edits)
    edited = tree.code_of(apply(tree, source, edits, imports.local))
    style = style_of(source, filename)
    edited = broken(source, edited, tree.module.default_indent, style.longest)
    wanted = patched_here(filename, wish.patched)
    cleared = without_unused(
        source, imports.added(edited, style), filename, lambda name: name in wanted or is_borrowed(name, filename)
    )
    planned = Planned(edits, imports.called, imports.lines, cleared.removed, cleared.kept)
    verify(source, cleared.text, filename, planned)
    return cleared.text
