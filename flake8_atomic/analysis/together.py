"""Which files, saved one after another in one function, belong together, and what says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.blocks import Block
from flake8_atomic.analysis.companions import Saved, by_companion, by_key_pair, by_name
from flake8_atomic.analysis.events import Event
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, called_as
from flake8_atomic.analysis.new_folders import lies_in_new_folder
from flake8_atomic.analysis.parts import parts_in
from flake8_atomic.analysis.readback import read_elsewhere
from flake8_atomic.analysis.removal import emptied_before
from flake8_atomic.analysis.scopes import Scope

ABOUT = "a file about the other"
LOADED = "the function that reads them all"
KEY_PAIR = "the halves of a key pair"


def runs(saved: Sequence[Saved]) -> Iterator[list[Saved]]:
    """Those that are always written one after another, each file once, and those that may follow them."""
    ordered = sorted(saved, key=lambda one: one.place.order)
    todo = ordered
    while todo:
        always = [one for one in todo if _always_both(todo[0], one)]
        run: list[Saved] = []
        for one in ordered:
            joins = one in always or (run and all(other.place.precedes(one.place) for other in run))
            if joins and one.key not in [other.key for other in run]:
                run.append(one)
        yield run
        todo = [one for one in todo if one not in always]


def _always_both(one: Saved, other: Saved) -> bool:
    """Is neither ever written without the other, but for a failure or a loop over nothing?"""
    mine, theirs = _around_loops(one.place.block), _around_loops(other.place.block)
    return mine.always_with(theirs) and theirs.always_with(mine)


def _around_loops(block: Block) -> Block:
    while isinstance(block.node, (ast.For, ast.AsyncFor)) and block.arm == "body" and block.parent is not None:
        block = block.parent
    return block


def belonging(file: File, run: Sequence[Saved]) -> tuple[list[Saved], str] | None:
    """Those that belong together, and why; None where nothing says so."""
    for why, groups in (
        (KEY_PAIR, by_key_pair(run, file.values)),
        ("the fields of one object", _by_object(file, run)),
        (LOADED, _by_loader(file, run)),
        (ABOUT, by_companion(run, file.values)),
        ("a file that names the other", by_name(run, file.paths)),
    ):
        for group in groups:
            # What one call writes is judged in the function that it calls.
            if any(_always_both(group[0], one) and one.call is not group[0].call for one in group[1:]):
                return group, why
    return None


def _by_object(file: File, run: Sequence[Saved]) -> Iterator[list[Saved]]:
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
        yield group


def _by_loader(file: File, run: Sequence[Saved]) -> Iterator[list[Saved]]:
    """Files that one other function reads."""
    readers: dict[int, list[Saved]] = {}
    for one in run:
        read = read_elsewhere(file, one.event, one.path)
        if read is not None and read.scope is not one.event.scope:
            readers.setdefault(id(read.scope), []).append(one)
    yield from readers.values()


def meets_no_old_one(one: Saved, saver: Scope, file: File) -> bool:
    """Is it written into a folder that the function has just made, or emptied?"""
    here = Event(one.call, saver, one.place)
    paths = (one.path, one.event.path)
    return any(emptied_before(file, here, path) or lies_in_new_folder(file, here, path) for path in paths)


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
    return any(len(call.args) > 1 and names & set(_names(call.args[1])) for call in calls)


def _names(node: ast.AST) -> list[str]:
    return [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]


def callers_in_class(file: File, scope: Scope) -> list[Scope]:
    """The methods of the same class that call this one."""
    if scope.owner is None or scope.owner is not scope.parent:
        return []
    callers = dict.fromkeys(call.scope for call in file.values.calls_of(scope))
    return [caller for caller in callers if caller.owner is scope.owner and caller is not scope]
