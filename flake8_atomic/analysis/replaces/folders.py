"""Is it a folder, which has no content that could be synced or replaced?"""

from __future__ import annotations

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.facts.callees import reached
from flake8_atomic.analysis.facts.folders import treated_as_folder
from flake8_atomic.analysis.files.events import Whole
from flake8_atomic.analysis.replaces.replaces import Replace


def is_folder(replace: Replace) -> bool:
    """Is the temp, or its target, made, emptied, listed or filled as a folder is?"""
    file = replace.file
    # What a file is renamed to is a file, whatever stood there; it may be moved into a folder.
    becomes_a_file = _is_opened(replace) and replace.rename.function not in v.MOVES
    keys = {replace.source} if becomes_a_file else {replace.source, replace.target}
    if any(treated_as_folder(file, scope, keys) for scope in replace.scopes):
        return True
    return any(
        treated_as_folder(file, scope, {key})
        for event in replace.given_the_temp
        for scope, key in reached(file, event, replace.source)
    )


def _is_opened(replace: Replace) -> bool:
    """Is the temp opened or written, as no folder is?"""
    return bool(replace.handles) or any(isinstance(filling.event, Whole) for filling in replace.fillings)
