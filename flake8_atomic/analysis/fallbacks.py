"""Is a temp copied over its target because it could not be renamed there?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.events import Copy, Rename
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.wording import wording_of


def copies_instead(file: File, copied: Copy) -> bool:
    """Is it in the handler of a try that renames the same temp to the same target?"""
    tried = {id(b.node) for b in copied.place.block.around() if b.arm.startswith("handler")}
    if not tried or lexicon.TEMPORARY.isdisjoint(wording_of(copied.source, file.values).tail):
        return False
    ends = file.paths.key(copied.source), file.paths.key(copied.path)
    return any(
        (file.paths.key(rename.source), file.paths.key(rename.target)) == ends and _is_in_body(rename, tried)
        for rename in file.trace(copied.scope).of(Rename)
    )


def _is_in_body(rename: Rename, tried: set[int]) -> bool:
    around = rename.place.block.around()
    return any(isinstance(b.node, ast.Try) and b.arm == "body" and id(b.node) in tried for b in around)
