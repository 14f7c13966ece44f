"""Parts of one object that are saved each to a file of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis.code.names import Term, called_as
from flake8_atomic.analysis.code.parts import is_object, parts_in
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.words import function_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.paths.wording import wording_of
from flake8_atomic.analysis.state.saved_objects import is_saved_whole
from flake8_atomic.analysis.state.taken_in import loaded_again

# What is set in one of them holds whatever is set in the other.
_SETTINGS = frozenset({
    "config", "configs", "configuration", "settings", "setting", "preferences", "prefs", "options", "cfg", "conf",
})  # fmt: skip


def by_object(file: File, run: Sequence[Saved], saver: Scope) -> Iterator[list[Saved]]:
    """`json.dump(self.messages, f)` and `json.dump(self.state, g)` save parts of one object."""
    parts = [{part for term in one.data for part in parts_in(term, file.values)} for one in run]
    for owner in dict.fromkeys(owner for found in parts for owner, _ in sorted(found)):
        group: list[Saved] = []
        seen: set[str] = set()
        for one, found in zip(run, parts, strict=True):
            names = {name for holder, name in found if holder == owner}
            if names - seen:
                group.append(one)
                seen |= names
        if len(group) > 1 and not all(is_of_settings(file, one) for one in group):
            if _is_had_again(file, saver, owner, group):
                yield group


def _is_had_again(file: File, saver: Scope, owner: str, group: Sequence[Saved]) -> bool:
    """Does a loader take several of them, or, of an object that is saved as a whole, nobody in this file any?"""
    read = loaded_again(file, group, saver)
    return read > 1 or (read == 0 and is_saved_whole(file, saver, owner, group))


def looped(one: Saved, file: File) -> ast.For | None:
    """The loop that writes one file after another, each with a field of one object."""
    for outer in (block.node for block in one.event.place.block.around()):
        if isinstance(outer, ast.For):
            names = {node.id for node in ast.walk(outer.target) if isinstance(node, ast.Name)}
            listed = [one.path.at(outer.iter)] if isinstance(outer.iter, (ast.Tuple, ast.List)) else []
            fields = {field for each in listed for _, field in parts_in(each, file.values, 0)}
            picked = any(_picks(term, names) for term in one.data)
            if (len(fields) > 1 or picked) and names & set(_names(one.path.node)):
                return outer
    return None


def _picks(term: Term, names: set[str]) -> bool:
    """`getattr(self, name)` for each of the names."""
    calls = (node for node in ast.walk(term.node) if isinstance(node, ast.Call) and called_as(node) == "getattr")
    return any(
        len(call.args) > 1 and _is_kept(term.at(call.args[0])) and names & set(_names(call.args[1])) for call in calls
    )


def _is_kept(holder: Term) -> bool:
    return isinstance(holder.node, ast.Name) and is_object(holder)  # and no module, whose names are all fixed


def _names(node: ast.AST) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def is_of_settings(file: File, one: Saved) -> bool:
    """Is it called settings, or written by a function for settings alone?"""
    thing = {word for word in function_words(one.event.scope) if word not in lexicon.WRITING}
    return (bool(thing) and thing <= _SETTINGS) or bool(wording_of(one.path, file.values).tail & _SETTINGS)
