"""Is a target written by one process alone, so that a temp beside it needs no name of its own?"""

from __future__ import annotations

from flake8_atomic.analysis.facts.drawn import is_drawn, names_a_run
from flake8_atomic.analysis.facts.new_folders import lies_in_new_folder
from flake8_atomic.analysis.replaces.by_hand import is_run_by_hand
from flake8_atomic.analysis.replaces.locking import is_locked
from flake8_atomic.analysis.replaces.replaces import Replace


def is_of_a_run(replace: Replace) -> bool:
    """Is the temp or the target called after one run, or after a moment?"""
    file, rename = replace.file, replace.rename
    return any(is_drawn(file, path) or names_a_run(file, path) for path in (rename.source, rename.target))


def has_one_writer(replace: Replace) -> bool:
    """Is a lock held that other processes heed, or is it the file of one folder or one user?"""
    file, rename = replace.file, replace.rename
    if is_locked(file, replace.first) or lies_in_new_folder(file, rename, rename.target):
        return True
    return is_run_by_hand(replace)
