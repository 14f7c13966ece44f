"""Carries a plan out on one text: edits, imports, and every guard over the result."""

from __future__ import annotations

from collections.abc import Sequence

from codemods.apply import apply
from codemods.imports import Imports
from codemods.unused import without_unused
from codemods.verify import reproduced, verify
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import Edit


def carried_out(source: Source, filename: str, edits: Sequence[Edit], helpers: str) -> str:
    """Return the new text, or raise with the reason why the file stays as it is."""
    module = reproduced(source.text)
    imports = Imports(source, filename, helpers)
    edited = imports.added(apply(module, source, edits, imports.local))
    after = without_unused(edited, source.text, filename).code
    verify(source, after, edits, imports.wanted)
    return after
