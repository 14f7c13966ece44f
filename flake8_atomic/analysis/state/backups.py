"""Backups by another spelling than a copy: what one file holds is written beside it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.wording import wording_of


def is_backup(file: File, path: Term, data: list[Term]) -> bool:
    """Is it `path.with_suffix(".bak").write_text(path.read_text())`, whose source stays as it is?"""
    words = wording_of(path, file.values)
    if not words.name_says(lexicon.BACKUP):
        return False
    target = file.paths.key(path)
    made_of = target[1:2] if isinstance(target, tuple) and target[0] in ("call", "text") else ()
    return any(file.paths.key(read) in made_of for term in data for read in _read_whole(file, term))


def _read_whole(file: File, data: Term) -> Iterator[Term]:
    """The paths whose whole content this is."""
    for origin in file.values.origins(data):
        func = origin.term.node.func if isinstance(origin.term.node, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in ("read_text", "read_bytes"):
            yield origin.term.at(func.value)
