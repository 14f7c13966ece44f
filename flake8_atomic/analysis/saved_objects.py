"""Is an object saved to be had again, rather than shown: does its saver say so, or does something load it?"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TypeGuard

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.companions import Saved
from flake8_atomic.analysis.drawn import made_of
from flake8_atomic.analysis.events import Event, Open, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, definition, spelled, visible
from flake8_atomic.analysis.path_names import names_of, variables
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import function_words, split_words, wording_of

_SAVING = frozenset({"save", "store", "persist", "dump", "flush", "sync", "checkpoint"})
_LOADING_NOTHING = frozenset({"ABC", "BaseModel", "Generic", "NamedTuple", "Protocol", "TypedDict", "object"})
# `save_all_to_disk` says no more than `save`.
_WHOLE = frozenset({
    "all", "both", "data", "everything", "files", "file", "folder", "dir", "directory", "disk", "local", "locally",
    "object", "parts", "path", "self", "state", "to", "on", "in", "as", "the",
})  # fmt: skip
_RELOADING = frozenset({"load", "read", "restore", "resume"})
_LOADING = _RELOADING | {"from", "open", "import", "init", "unpickle", "deserialize"}
_NO_THING = lexicon.READING | lexicon.WRITING | {"all", "init", "resume"}
_PLACES = frozenset({"base", "dir", "directory", "file", "filename", "folder", "name", "out", "output", "path", "root"})
_OVERWRITING = frozenset({"overwrite", "clobber", "force"})


def is_saved_to_be_had_again(file: File, saver: Scope, owner: str, group: Sequence[Saved]) -> bool:
    """Does a function save all of it, each part a method of its own, or something load it, or old files lie there?"""
    if _is_overwritten(saver) or (_saves_it(saver, owner) and _keeps_it(file, saver, group)):
        return True
    return _is_saved_by_parts(file, saver, group) or _is_loaded(file, saver, group)


def _keeps_it(file: File, saver: Scope, group: Sequence[Saved]) -> bool:
    """Does the object know where it is kept, or may a class that it is built on load it? Any path is an export."""
    bases = saver.owner.node.bases if saver.owner is not None and isinstance(saver.owner.node, ast.ClassDef) else []
    if any(spelled(base).rpartition(".")[2] not in _LOADING_NOTHING for base in bases):
        return True
    parts = {part for one in group for name in made_of(file, one.path) for part in variables(name)}
    return not any(binding.name in parts for binding in flow_of(saver).parameters)


def _saves_it(saver: Scope, owner: str) -> bool:
    """`save(self)`, `save_all(self)` and `save_chat(chat)`; `save_ranks(self)` saves a part."""
    words = set(function_words(saver))
    own = split_words(owner) + (split_words(saver.owner.name) if saver.owner is not None else [])
    return bool(words & _SAVING) and words <= _SAVING | _WHOLE | lexicon.WRITING | set(own)


def is_saved_in_turn(file: File, saver: Scope, one: Saved) -> bool:
    """Does a function that writes one part after another in a loop save them, or something load them?"""
    return says_it_saves(saver) or _is_loaded(file, saver, [one])


def says_it_saves(saver: Scope) -> bool:
    """Does it call itself a saver, if only of a part?"""
    return not _SAVING.isdisjoint(function_words(saver))


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


def _is_loaded(file: File, saver: Scope, group: Sequence[Saved]) -> bool:
    """Is there a loader of the same thing in its class or module?"""
    writers = [one.event.scope for one in group]
    for scope in saver.parent.children if saver.parent is not None else ():
        words = set(function_words(scope))
        loading = _LOADING if scope not in (saver, *writers) else _RELOADING
        # Most objects read something when they are made: their settings, a list of names.
        if words & (loading if "init" not in words or says_it_saves(saver) else _RELOADING):
            if _is_counterpart(file, scope, saver, group) and _reads(file, scope):
                return True
    return False


def _is_counterpart(file: File, loader: Scope, saver: Scope, group: Sequence[Saved]) -> bool:
    """Are both named after the same thing, or what they read and write?"""
    own, *things = [thing_of(scope) for scope in (saver, *(one.event.scope for one in group))]
    loaded = thing_of(loader)
    # `load` takes what `save` has written, and not what `write_csv` has written beside it.
    if own == loaded or any(thing & loaded for thing in (own, *things)) or all(thing == loaded for thing in things):
        return True
    read = {name for event in file.trace(loader).events if is_read(event) for name in _called(event.path)}
    return any(read & _called(one.path) for one in group)


def _called(path: Term) -> set[str]:
    """What a path is called by; everybody has a `folder` and a `path`, and `settings.HOME` is no other `settings`."""
    names = {name for name in (*names_of(path), *variables(path)) if not _PLACES.issuperset(split_words(name))}
    imported = {name for name in names if any(bound.binding.how == "import" for bound in visible(name, path))}
    return {name for name in names - imported if not name.startswith(".")}  # `.json` is called like any other


def thing_of(scope: Scope) -> set[str]:
    """What a function saves or loads, by its name."""
    return set(function_words(scope)) - _NO_THING


def _reads(file: File, scope: Scope) -> bool:
    """Does it read a file, itself or in a function that it calls?"""
    called = (definition(Term(node.func, scope, place)) for node, place in flow_of(scope).calls)
    every = (each for each in dict.fromkeys([scope, *called]) if each is not None)
    return any(is_read(event) for each in every for event in file.trace(each).events)


def is_read(event: Event) -> TypeGuard[Read | Open]:
    """Does it take what is in a file, rather than ask whether there is one?"""
    return (isinstance(event, Read) and not event.asks) or (isinstance(event, Open) and event.reads)
