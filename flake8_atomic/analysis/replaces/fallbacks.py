"""Is a temp copied over its target because it could not be renamed there?"""

from __future__ import annotations

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Copy, Rename
from flake8_atomic.analysis.paths.wording import wording_of


def copies_instead(file: File, copied: Copy) -> bool:
    """Is it in the handler of a try that renames the same temp to the same target?"""
    failed = copied.place.block.failed()
    if not failed or lexicon.TEMPORARY.isdisjoint(wording_of(copied.source, file.values).tail):
        return False
    ends = file.paths.key(copied.source), file.paths.key(copied.path)
    return any(
        (file.paths.key(rename.source), file.paths.key(rename.target)) == ends
        and not failed.isdisjoint(rename.place.block.tried())
        for rename in file.trace(copied.scope).of(Rename)
    )
