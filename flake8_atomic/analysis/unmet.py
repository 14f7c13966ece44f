"""Files that meet no old one: their folder is new, emptied or named after its content, or nothing has their name."""

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
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words, wording_of

_FREE = frozenset({"free", "unique", "unused"})
_DIGESTS = frozenset({"checksum", "digest", "fingerprint", "hash", "md5", "sha1", "sha256"})


def meets_no_old_one(one: Saved, saver: Scope, file: File) -> bool:
    """Is it shown that no file of the last run can lie where this one is written?"""
    here = Event(one.call, saver, one.place)
    paths = (one.path, one.event.path)
    if any(emptied_before(file, here, path) or lies_in_new_folder(file, here, path) for path in paths):
        return True
    # A folder that is called by a digest of what lies in it holds the same, whenever it was written.
    if is_drawn(file, one.path, {saver}) or wording_of(one.path, file.values).folder & _DIGESTS:
        return True
    parts = [part for path in paths for part in made_of(file, path)]
    folders = {file.paths.key(part) for part in parts} - {file.paths.key(path) for path in paths}
    return any(map(_is_free, parts)) or finds_none(file, here, folders)


def _is_free(part: Term) -> bool:
    """`next_free_version()` has looked for what is not there."""
    return isinstance(part.node, ast.Call) and not _FREE.isdisjoint(split_words(called_as(part.node)))


def is_stamped(group: list[Saved], saver: Scope, file: File) -> bool:
    """Is the last of them looked at first, where the function may stop? After a failure it says that all are old."""
    first, last = group[0], group[-1]
    stops = [place for _, place in flow_of(saver).returns if place.order < first.place.order]
    reads = file.reads(saver, file.paths.key(last.path)) if stops else []
    return any(read.place.order < stop.order for read in reads for stop in stops)
