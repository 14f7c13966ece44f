"""Which files, saved one after another in one function, belong together, and what says so."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from flake8_atomic.analysis.code.blocks import Block
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved, copies, is_fixed
from flake8_atomic.analysis.together.about import by_companion
from flake8_atomic.analysis.together.alone import needed
from flake8_atomic.analysis.together.fields import by_object
from flake8_atomic.analysis.together.key_pairs import by_key_pair
from flake8_atomic.analysis.together.loaders import by_loader

FIELDS = "the fields of one object"
ABOUT = "a file about the other"
LOADED = "the function that reads them all"
KEY_PAIR = "the halves of a key pair"
_COMPOUND = (ast.For, ast.AsyncFor, ast.If, ast.Match, ast.Try, ast.TryStar, ast.While)


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


def belonging(file: File, run: Sequence[Saved], saver: Scope) -> tuple[list[Saved], str] | None:
    """Those that belong together, and why; None where nothing says so."""
    run = [one for one in run if not is_fixed(one, file.values)]
    for why, groups in (
        (KEY_PAIR, by_key_pair(file, run, saver)),
        (FIELDS, by_object(file, run, saver)),
        (LOADED, by_loader(file, run, saver)),
        (ABOUT, by_companion(file, run, saver)),
    ):
        for group in groups:
            # Two that are needed bring the others along: these cost the group nothing.
            bound = group if why == KEY_PAIR else needed(file, group, saver)
            # What one call writes is judged in the function that it calls.
            if any(_always_both(bound[0], one) and one.call is not bound[0].call for one in bound[1:]):
                if not copies(group) and _in_a_row(file, group):
                    return group, why
    return None


def _in_a_row(file: File, group: Sequence[Saved]) -> bool:
    """Do the calls of methods that each save a part follow one another, with little done between them?"""
    calls = [one.call for one in group if one.call is not one.event.call and one.path is one.event.path]
    if len(calls) < 2:
        return True
    first, *others = map(file.parents.statement, calls)
    suite = file.parents.suite(first)
    places = [number for number, each in enumerate(suite) if each is first or each in others]
    between = suite[places[0] : places[-1]]
    return len(places) > len(others) and not any(isinstance(each, _COMPOUND) for each in between)


def callers_in_class(file: File, scope: Scope) -> list[Scope]:
    """The methods of the same class that call this one."""
    if scope.owner is None or scope.owner is not scope.parent:
        return []
    callers = dict.fromkeys(call.scope for call in file.values.calls_of(scope))
    return [caller for caller in callers if caller.owner is scope.owner and caller is not scope]
