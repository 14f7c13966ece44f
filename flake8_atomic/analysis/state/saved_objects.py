"""Is an object saved to be had again, rather than shown: does its saver say so, or does something load it?"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.definitions import family
from flake8_atomic.analysis.code.names import called_as, spelled
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import function_words, split_words
from flake8_atomic.analysis.facts.drawn import made_of
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.paths.path_names import variables
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.taken_in import read_again, taken_in

_SAVING = frozenset({"save", "store", "persist", "dump", "flush", "sync", "checkpoint"})
_LOADING_NOTHING = frozenset({"ABC", "BaseModel", "Generic", "NamedTuple", "Protocol", "TypedDict", "object"})
# When an object is done with, all of it is saved; who stops may only say what a run has made.
_ENDING = frozenset({"exit", "aexit", "close", "aclose", "commit", "shutdown"})
# `save_all_to_disk` says no more than `save`.
_WHOLE = frozenset({
    "all", "both", "data", "everything", "files", "file", "folder", "dir", "directory", "disk", "local", "locally",
    "object", "parts", "path", "self", "state", "to", "on", "in", "as", "the",
})  # fmt: skip
# Where a dialog asks for the place, the file is for whoever has chosen it.
_CHOOSING = frozenset({"getSaveFileName", "asksaveasfilename"})
_OVERWRITING = frozenset({"overwrite", "clobber", "force"})


def is_saved_whole(file: File, saver: Scope, owner: str, group: Sequence[Saved]) -> bool:
    """Does a function save all of it, or each part a method of its own, or may it be told that old files lie there?"""
    if _is_overwritten(saver) or (_saves_it(saver, owner) and _keeps_it(file, saver, group)):
        return True
    return _is_saved_by_parts(file, saver, group)


def _keeps_it(file: File, saver: Scope, group: Sequence[Saved]) -> bool:
    """Does the object know where it is kept, or may a class that it is built on load it? Any path is an export."""
    made = [part for one in group for part in made_of(file, one.path)]
    if any(_is_chosen(origin.term.node) for part in made for origin in file.values.origins(part)):
        return False
    if saver.owner is not None and _may_be_loaded(file, saver.owner):
        return True
    parts = {part for name in made for part in variables(name)}
    return not any(binding.name in parts for binding in flow_of(saver).parameters)


def _is_chosen(node: ast.expr) -> bool:
    """Does a dialog ask somebody where to?"""
    return isinstance(node, ast.Call) and called_as(node) in _CHOOSING


def _may_be_loaded(file: File, owner: Scope) -> bool:
    """Is there a class that it is built on elsewhere, or one of this file that reads something?"""
    classes = family(owner)
    known = {each.name for each in classes} | _LOADING_NOTHING
    bases = [base for each in classes if isinstance(each.node, ast.ClassDef) for base in each.node.bases]
    if any(spelled(base).rpartition(".")[2] not in known for base in bases):
        return True
    return any(True for each in classes[1:] for method in each.children for _ in taken_in(file, method))


def _saves_it(saver: Scope, owner: str) -> bool:
    """`save(self)`, `save_chat(chat)` and `__exit__(self)`; `save_ranks(self)` saves a part."""
    words = set(function_words(saver))
    if owner == "self" and words and words <= _ENDING:
        return True
    own = split_words(owner) + (split_words(saver.owner.name) if saver.owner is not None else [])
    return bool(words & _SAVING) and words <= _SAVING | _WHOLE | lexicon.WRITING | set(own)


def is_saved_in_turn(file: File, saver: Scope, one: Saved) -> bool:
    """Does a function that writes one part after another in a loop save them, or something load them?"""
    for_somebody = wording_of(one.path, file.values).suffix in lexicon.OUTPUT_SUFFIXES
    says = not for_somebody and not _SAVING.isdisjoint(function_words(saver))
    return says or read_again(file, [one], saver) > 0


def _is_overwritten(saver: Scope) -> bool:
    """Is the function told whether the files that are there may go?"""
    return any(binding.name in _OVERWRITING for binding in flow_of(saver).parameters)


def _is_saved_by_parts(file: File, saver: Scope, group: Sequence[Saved]) -> bool:
    """`self._save_queue()` and `self._save_done()`, none of which is a table for somebody."""
    return all(
        one.event.scope is not saver
        and not _SAVING.isdisjoint(function_words(one.event.scope))
        and wording_of(one.path, file.values).suffix not in lexicon.OUTPUT_SUFFIXES
        for one in group
    )
