"""Files that meet no old one: their folder is made, emptied or found empty before, or nothing has their name."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.asked import finds_none
from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.drawn import is_drawn, made_of
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.new_folders import lies_in_new_folder
from flake8_atomic.analysis.removal import emptied_before
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.wording import split_words

_FREE = frozenset({"free", "unique", "unused"})


def meets_no_old_one(one: Saved, saver: Scope, file: File) -> bool:
    """Is it shown that no file of the last run can lie where this one is written?"""
    here = Event(one.call, saver, one.place)
    paths = (one.path, one.event.path)
    if any(emptied_before(file, here, path) or lies_in_new_folder(file, here, path) for path in paths):
        return True
    if is_drawn(file, one.path, {saver}):
        return True
    parts = [part for path in paths for part in made_of(file, path)]
    folders = {file.paths.key(part) for part in parts} - {file.paths.key(path) for path in paths}
    return any(map(_is_free, parts)) or finds_none(file, here, folders)


def _is_free(part: Term) -> bool:
    """`next_free_version()` has looked for what is not there."""
    return isinstance(part.node, ast.Call) and not _FREE.isdisjoint(split_words(called_as(part.node)))
