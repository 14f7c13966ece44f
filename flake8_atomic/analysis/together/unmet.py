"""Files that meet no old one: their folder is new, emptied or named after its content, or nothing has their name."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.facts.asked import finds_none, found_missing
from flake8_atomic.analysis.facts.drawn import is_drawn, made_of, names_a_turn
from flake8_atomic.analysis.facts.new_folders import lies_in_new_folder
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Event, only_asks
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.removal import emptied_before, moved_away

_FREE = frozenset({"free", "unique", "unused"})
_NUMBERED = frozenset({"epoch", "generation", "revision", "version"})
_OVERWRITING = frozenset({"overwrite", "clobber", "exist_ok", "replace"})
_DIGESTS = frozenset({"checksum", "digest", "fingerprint", "hash", "md5", "sha1", "sha256"})


def meets_no_old_one(one: Saved, saver: Scope, file: File) -> bool:
    """Is it shown that no file of the last run can lie where this one is written?"""
    here = Event(one.call, saver, one.place)
    paths = (one.path, one.event.path)
    if any(_refuses_old_ones(call) for call in (one.call, one.event.call)):
        return True
    if any(emptied_before(file, here, path) or lies_in_new_folder(file, here, path) for path in paths):
        return True
    if any(moved_away(file, here, path) for path in paths):
        return True
    # A folder that is called by a digest of what lies in it holds the same, whenever it was written.
    if is_drawn(file, one.path, {saver}) or wording_of(one.path, file.values).folder & _DIGESTS:
        return True
    if names_a_turn(file, one.path):
        return True
    parts = [part for path in paths for part in made_of(file, path)]
    folders = {file.paths.key(part) for part in parts} - {file.paths.key(path) for path in paths}
    if any(_is_free(part) or _is_next(part) or _is_of_one(part) for part in parts):
        return True
    return finds_none(file, here, folders)


def _refuses_old_ones(call: ast.Call) -> bool:
    """`write(path, data, overwrite=False)` leaves an old one alone."""
    told = (word.value for word in call.keywords if word.arg in _OVERWRITING)
    return any(isinstance(value, ast.Constant) and value.value is False for value in told)


def _is_of_one(part: Term) -> bool:
    """`snapshot.timestamp` is that of one snapshot, `pair.key_id` that of one key: what has it, is always the same."""
    if isinstance(part.node, ast.Name):
        return split_words(part.node.id)[-2:] == ["key", "id"]
    words = split_words(part.node.attr) if isinstance(part.node, ast.Attribute) else []
    return words[-1:] == ["timestamp"] or words[-1:] == ["kid"] or words[-2:] == ["key", "id"]


def _is_next(part: Term) -> bool:
    """`self._version + 1` is the number of what is not there yet."""
    node = part.node
    if not (isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and isinstance(node.right, ast.Constant)):
        return False
    return node.right.value == 1 and not _NUMBERED.isdisjoint(split_words(spelled(node.left)))


def _is_free(part: Term) -> bool:
    """`next_free_version()` has looked for what is not there."""
    return isinstance(part.node, ast.Call) and not _FREE.isdisjoint(split_words(called_as(part.node)))


def is_stamped(group: list[Saved], saver: Scope, file: File) -> bool:
    """Is the last of them looked at first, where the function may stop? After a failure it says that all are old."""
    first, last = group[0], group[-1]
    if found_missing(file, Event(last.call, saver, last.place), last.path):
        return True
    stops = [place for _, place in flow_of(saver).returns if place.order < first.place.order]
    reads = file.reads(saver, file.paths.key(last.path)) if stops else []
    # Who returns what is read, or goes by its being there beside the first one, takes any two for a pair.
    looks = [read.place for read in reads if not only_asks(read)]
    return any(look.order < stop.order and not stop.block.always_with(look.block) for look in looks for stop in stops)
