"""Is what is renamed proved a temp, rather than a backup, a product or any file that the object was given?"""

from __future__ import annotations

import ast

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.words import Wording
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.temps import keeps_its_name, named_after


def is_temp(replace: Replace) -> bool:
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
        if words.name_says(lexicon.BACKUP) and not words.name_says(lexicon.TEMPORARY):
            return False
        if keeps_its_name(replace.source, replace.target) and not _is_staged(file, rename.source, words):
            return False
    # A link gives a second name to a file that stays, unless the first one goes.
    return rename.function != "os.link" or bool(replace.removals)


def _may_be_any_file(replace: Replace) -> bool:
    """Does the object keep the path that it was given, or one of tempfile where it was given none?"""
    if replace.birth is None or not isinstance(replace.rename.source.node, ast.Attribute):
        return False
    return replace.file.values.may_be_given(replace.rename.source)


def _is_filled_elsewhere(replace: Replace) -> bool:
    """Is it written by this code itself in a temporary folder, and moved out of it?"""
    temporary = replace.file.paths.temporary
    if not temporary(replace.rename.source) or temporary(replace.rename.target):
        return False
    return bool(replace.handles) or any(filling.known for filling in replace.fillings)


def _is_staged(file: File, source: Term, words: Wording) -> bool:
    return file.paths.temporary(source) or not words.folder.isdisjoint(lexicon.STAGING | lexicon.TEMPORARY)


def _is_the_product(replace: Replace, words: Wording) -> bool:
    """`made = path if path.endswith(".wav") else stem + ".wav"` is the product itself, not a temp."""
    file, target = replace.file, replace.target
    keys = [file.paths.key(origin.term) for origin in file.values.origins(replace.rename.source)]
    if len(keys) < 2 or target not in keys or words.name_says(lexicon.TEMPORARY):
        return False
    return not any(isinstance(key, tuple) and key[0] == "text" and target in key[1:] for key in keys)
