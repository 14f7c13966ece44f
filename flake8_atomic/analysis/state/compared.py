"""Is a file only written where it differs from what is there, so that the next run writes a torn one anew?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.facts.readback import readers
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.state.made_of_old import is_made_of


def is_compared(file: File, event: Event, path: Term, data: tuple[Term, ...], *, rendered: bool, copied: bool) -> bool:
    """Is what is written compared with something first, and nothing lost where a torn file is found?"""
    written = [term for term in data if isinstance(term.node, (ast.Name, ast.Attribute))]
    if not (written or copied) or not file.text_of.speaks(event.scope, ("==", "!=", "cmp")):
        return False
    compared = file.trace(event.scope).compared
    if copied and "filecmp" in compared:
        return True
    if not any(ast.dump(term.node) in compared for term in written):
        return False
    return rendered or not (_is_edited(file, event, path, data) or _is_trusted(file, event, path))


def _is_edited(file: File, event: Event, path: Term, data: tuple[Term, ...]) -> bool:
    """Is it made of what was there? Then a torn file leaves nothing that it could be written anew from."""
    here = {id(read.call) for read in file.reads(event.scope, file.paths.key(path))}
    return bool(here) and any(is_made_of(file, term, here) for term in data)


def _is_trusted(file: File, event: Event, path: Term) -> bool:
    """Does another function read it? That takes it for whole, until this one is called again."""
    return any(read.scope is not event.scope for read in readers(file, event, path))
