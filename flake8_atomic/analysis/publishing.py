"""Which renames publish a temp that was written here, and are no backup, move, link or swap of folders."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Rename, Whole
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.folders import is_folder
from flake8_atomic.analysis.names import Term
from flake8_atomic.analysis.publishers import renames_of
from flake8_atomic.analysis.replaces import Replace
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.temps import born, keeps_its_name, lies_in, named_after
from flake8_atomic.analysis.untearable import cannot_be_torn
from flake8_atomic.analysis.wording import Wording, wording_of

_OF_PATHS = frozenset(dir(Path)) | {"copy", "copy_into", "from_uri", "full_match", "move", "move_into", "walk"}


def replaces_of(file: File, scope: Scope) -> list[Replace]:
    """The renames of a scope that publish a temp that was written here."""
    found: list[Replace] = []
    for rename in renames_of(file, scope):
        replace = Replace(file, rename, born(file, rename.source))
        if not (publishes(replace) and replace.fillings):
            continue
        if not any(_is_the_same(replace, other) for other in found):
            found.append(replace)
    # What is renamed on is not published yet: a download that is unpacked beside itself first.
    return [replace for replace in found if not any(other.source == replace.target for other in found)]


def publishes(replace: Replace) -> bool:
    """Is a temp renamed that is no backup put back, no scratch file and no folder?"""
    if not _is_temp(replace) or _is_put_back(replace) or _is_of_another_kind(replace.rename):
        return False
    return not (_is_passing(replace) or is_folder(replace) or _is_swapped_back(replace))


def _is_temp(replace: Replace) -> bool:
    """Is what is renamed proved a temp?"""
    file, rename = replace.file, replace.rename
    if replace.source == replace.target or _may_be_any_file(replace):
        return False
    if replace.birth is None:
        words = wording_of(rename.source, file.values)
        if _is_the_product(replace, words):
            return False
        if not (named_after(replace.source, replace.target) or _is_filled_elsewhere(replace)):
            return False
        # `archive_path.with_suffix(".tmp")` is the temp of an archive.
        if _says(words, lexicon.BACKUP) and not _says(words, lexicon.TEMPORARY):
            return False
        if keeps_its_name(replace.source, replace.target) and not _is_staged(file, rename.source, words):
            return False
    # A link gives a second name to a file that stays, unless the first one goes.
    return rename.function != "os.link" or bool(replace.removals)


def _may_be_any_file(replace: Replace) -> bool:
    """Does the object keep the path that it was given, or one of tempfile where it was given none?"""
    if replace.birth is None or not isinstance(replace.rename.source.node, ast.Attribute):
        return False
    return any(origin.how == "parameter" for origin in replace.file.values.origins(replace.rename.source))


def _is_filled_elsewhere(replace: Replace) -> bool:
    """Is it written by this code itself in a temporary folder, and moved out of it?"""
    temporary = replace.file.paths.temporary
    if not temporary(replace.rename.source) or temporary(replace.rename.target):
        return False
    return bool(replace.handles) or any(isinstance(filling.event, Whole) for filling in replace.fillings)


def _is_of_another_kind(rename: Rename) -> bool:
    """Is a method called on it that no path has? What its `rename` does is for its own class to say."""
    node = rename.source.node
    if rename.function not in v.RENAME_METHODS or not isinstance(node, ast.Name):
        return False
    called = (call.node.func for call in flow_of(rename.scope).calls)
    return any(
        isinstance(func, ast.Attribute)
        and isinstance(func.value, ast.Name)
        and func.value.id == node.id
        and func.attr not in _OF_PATHS
        for func in called
    )


def _says(words: Wording, lexis: frozenset[str]) -> bool:
    return not lexis.isdisjoint((*words.tail, words.suffix))


def _is_staged(file: File, source: Term, words: Wording) -> bool:
    return file.paths.temporary(source) or not words.folder.isdisjoint(lexicon.STAGING | lexicon.TEMPORARY)


def _is_the_product(replace: Replace, words: Wording) -> bool:
    """`made = path if path.endswith(".wav") else stem + ".wav"` is the product itself, not a temp."""
    file, target = replace.file, replace.target
    keys = [file.paths.key(origin.term) for origin in file.values.origins(replace.rename.source)]
    if len(keys) < 2 or target not in keys or _says(words, lexicon.TEMPORARY):
        return False
    return not any(isinstance(key, tuple) and key[0] == "text" and target in key[1:] for key in keys)


def _is_put_back(replace: Replace) -> bool:
    """Is what was saved before a try renamed back because the try has failed?"""
    handled = {id(b.node) for b in replace.rename.place.block.around() if b.arm.startswith("handler")}
    written = (filling.event.place.block.around() for filling in replace.fillings)
    return bool(handled) and not any(id(block.node) in handled for around in written for block in around)


def _is_swapped_back(replace: Replace) -> bool:
    """Was the target itself moved to the other name before, to be kept there meanwhile?"""
    key = replace.file.paths.key
    moved = (event for event in replace.events(Rename) if event is not replace.rename)
    return any(key(event.source) == replace.target and key(event.target) == replace.source for event in moved)


def _is_passing(replace: Replace) -> bool:
    """Is what is published empty, or gone with the process that made it: a scratch file, or the number of a process?"""
    file, target = replace.file, replace.rename.target
    if file.paths.temporary(target):
        return True
    if lies_in(file, target, lexicon.TEMPORARY) or _says(wording_of(target, file.values), lexicon.PID):
        return True
    data = list(_data(replace))
    return bool(data) and cannot_be_torn(data, file.values)


def _data(replace: Replace) -> Iterator[Term]:
    for filling in replace.fillings:
        event = filling.event
        given = getattr(event, "data", None)
        if given is None:
            yield event.term(event.call)
        else:
            # os.write() takes the descriptor first.
            written = given[1:] if getattr(event, "what", "") == "put" else given
            yield from (event.term(node) for node in written if isinstance(node, ast.expr))


def _is_the_same(replace: Replace, other: Replace) -> bool:
    """Is it the same file under the same name: by a link or another function, or after the rename has failed?"""
    same = (replace.source, replace.target) == (other.source, other.target)
    return same and replace.first.call is other.first.call
