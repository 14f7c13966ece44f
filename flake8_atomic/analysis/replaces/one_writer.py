"""Is a target written by one process alone, so that a temp beside it needs no name of its own?"""

from __future__ import annotations

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.facts.drawn import is_drawn, names_a_run
from flake8_atomic.analysis.facts.new_folders import lies_in_new_folder
from flake8_atomic.analysis.replaces.by_hand import is_run_by_hand
from flake8_atomic.analysis.replaces.locking import is_locked
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.temps import lies_in


def is_of_a_run(replace: Replace) -> bool:
    """Is the temp or the target called after one run, or after a moment?"""
    file, rename = replace.file, replace.rename
    return any(is_drawn(file, path) or names_a_run(file, path) for path in (rename.source, rename.target))


def has_one_writer(replace: Replace) -> bool:
    """Is a lock held that other processes heed, or is it the file of one build, one folder or one user?"""
    if lies_in(replace.file, replace.rename.target, lexicon.MADE_ANEW) or _tells_its_process(replace):
        return True
    file, rename = replace.file, replace.rename
    if is_locked(file, replace.first) or lies_in_new_folder(file, rename, rename.target):
        return True
    return is_run_by_hand(replace)


def _tells_its_process(replace: Replace) -> bool:
    """Is the number of the process noted in it, so that it is the file of the one that has the work?"""
    scope = replace.rename.scope
    return any(dotted(Term(node.func, scope, place)) == "os.getpid" for node, place in flow_of(scope).calls)
