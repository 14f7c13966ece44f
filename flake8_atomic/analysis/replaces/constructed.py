"""Renames in a method of a class of this file that is given a temp, its handle and its target when it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import member
from flake8_atomic.analysis.code.names import Bound, Term
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import given_for
from flake8_atomic.analysis.facts.exits import holder_of, renames_on_exit
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Event, Open, Rename
from flake8_atomic.analysis.paths.keys import parameter
from flake8_atomic.analysis.replaces.publishing import publishes
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.replaces.temps import born


def published_on_exit(file: File, scope: Scope) -> Iterator[Rename]:
    """The renames of a method by which a `with` block publishes what it was given, also where the block fails."""
    if scope.parent is None or not isinstance(scope.parent.node, ast.ClassDef):
        return
    for rename in file.trace(scope).of(Rename):
        source, target = _kept(file, rename.source), _kept(file, rename.target)
        if source is None or target is None or not renames_on_exit(file, rename):
            continue
        made = file.values.calls_of(source.scope)
        if made and all(_is_given_a_temp(file, call, source, target) for call in made):
            yield rename


def _kept(file: File, path: Term) -> Bound | None:
    """The parameter of `__init__` that `self.path` always stands for."""
    owner, node = holder_of(path), path.node
    init = member(owner, "__init__") if owner is not None else None
    if owner is None or init is None or not isinstance(node, ast.Attribute):
        return None
    bounds = file.values.attribute(owner, node.attr)
    value = bounds[0].binding.value if len(bounds) == 1 and bounds[0].scope is init else None
    if value is None:
        return None
    key = file.paths.key(bounds[0].term(value))
    given = flow_of(init).parameters
    return next((Bound(binding, init) for binding in given if key == parameter(binding.name, init)), None)


def _is_given_a_temp(file: File, call: Term, source: Bound, target: Bound) -> bool:
    """Is the class made here of a temp that is still being written, and of the target that the temp is named after?"""
    assert isinstance(call.node, ast.Call)
    sources, targets = given_for(call, source), given_for(call, target)
    if not sources or not targets:
        return False
    temp, event = call.at(sources[0]), Event(call.node, call.scope, call.place)
    rename = Rename(event.call, event.scope, event.place, temp, call.at(targets[0]), "os.replace")
    replace = Replace(file, rename, born(file, temp))
    return publishes(replace) and any(_is_handed_on(file, call, handle) for handle in replace.handles)


def _is_handed_on(file: File, call: Term, handle: Open) -> bool:
    """Is the class given the handle, or one that was opened by the number of it?"""
    assert isinstance(call.node, ast.Call)
    for given in given_to(call.node):
        opened = file.handles.opened(call.at(given))
        if opened is not None and (opened is handle or file.handles.opened(opened.path) is handle):
            return True
    return False
