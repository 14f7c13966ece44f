"""Temps that are removed by what does not know them one by one: their folder goes, or all of their ending do."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.files.events import Remove
from flake8_atomic.analysis.paths.paths import Key
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.staging import folder_goes


def is_swept(replace: Replace) -> bool:
    """Is the temp removed with the folder that it lies in, or by whoever removes all that end as it does?"""
    if replace.birth is None and (_is_in_passing_folder(replace) or _is_removed_by_ending(replace)):
        return True
    return folder_goes(replace)


def _is_in_passing_folder(replace: Replace) -> bool:
    """Is it named by a function of elsewhere, which was told a temporary folder?"""
    paths = replace.file.paths
    for origin in paths.values.origins(replace.rename.source):
        node = origin.term.node
        if isinstance(node, ast.Call) and any(paths.temporary(origin.term.at(arg)) for arg in node.args):
            return True
        # What a function of this file makes lies where that says, whatever the function is called.
        if results := paths.values.results(origin.term):
            return all(map(paths.temporary, results))
    return paths.temporary(replace.rename.source)


def _is_removed_by_ending(replace: Replace) -> bool:
    """Does the file say `if name.endswith(".part"): unlink(name)`, or go through `glob("*.part")`?"""
    file, ending = replace.file, _ending(replace.source)
    if not ending.startswith(".") or len(ending) < 2:
        return False
    scopes = file.values.scopes_with(ending)
    return any(_asked_for(ending, event.place) for scope in scopes for event in file.trace(scope).of(Remove))


def _ending(key: Key) -> str:
    """The constant that a path ends in."""
    while isinstance(key, tuple) and key:
        if key[0] == "constant":
            return str(key[1])
        key = key[-1]
    return ""


def _asked_for(ending: str, place: Place) -> bool:
    for block in place.block.around():
        node = block.node
        if isinstance(node, ast.If) and block.arm == "body" and f".endswith({ending!r})" in ast.unparse(node.test):
            return True
        if isinstance(node, ast.For) and "glob(" in ast.unparse(node.iter) and f"*{ending}'" in ast.unparse(node.iter):
            return True
    return False
