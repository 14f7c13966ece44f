"""Which of the files that a function saves, itself or through methods of its class, belong together."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import partial

from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.companions import Saved
from flake8_atomic.analysis.files.events import Together
from flake8_atomic.analysis.state.saved_objects import is_saved_in_turn
from flake8_atomic.analysis.together.alone import stands_alone
from flake8_atomic.analysis.together.fields import looped
from flake8_atomic.analysis.together.together import FIELDS, belonging, callers_in_class, runs
from flake8_atomic.apart import may_stand_apart
from flake8_atomic.inspection import Inspection
from flake8_atomic.saved import parameters_in, saved_by, saved_in, saved_through_calls, says_that_it_saves, written_by


def saved_together(inspection: Inspection) -> Iterator[Together]:
    """The files that this scope, or one that calls it beside others, saves one after another."""
    file, scope = inspection.file, inspection.trace.scope
    own = saved_by(inspection) if _may_have_company(inspection) else []
    for one in own:
        loop = looped(one, file)
        if loop is None or not is_saved_in_turn(file, scope, one) or stands_alone(file, one, scope):
            continue
        if not may_stand_apart(inspection, scope, [one], FIELDS):
            yield Together(one.call, scope, one.place, (one.event,), "a loop over the fields of one object", loop)
    # Whoever calls twenty writers would be looked at twenty times, each time with all of its calls.
    for saver in file.unseen([scope, *_callers(inspection, own)]) if own else []:
        every = saved_in(inspection, saver) + list(saved_through_calls(inspection, saver))
        for run in runs(every) if len(every) > 1 else ():
            found = belonging(file, run, saver)
            if found is not None and not may_stand_apart(inspection, saver, *found):
                group, why = found
                yield Together(group[0].call, saver, group[0].place, tuple(one.event for one in group), why)
                break


def _callers(inspection: Inspection, own: list[Saved]) -> list[Scope]:
    """The methods of the same class that call it to save something, and whoever tells it what to write where."""
    file, scope = inspection.file, inspection.trace.scope
    if not own or not _saves(file, scope):
        return []
    told = any(parameters_in(one.path, file.values) for one in own)
    callers = [call.scope for call in file.values.calls_of(scope)] if told else callers_in_class(file, scope)
    return [caller for caller in dict.fromkeys(callers) if caller is not scope]


def _may_have_company(inspection: Inspection) -> bool:
    """Are two files written, one in a loop, or one beside what others save? Most scopes write one, and alone."""
    file, scope = inspection.file, inspection.trace.scope
    written = list(written_by(inspection))
    if len(written) > 1 and len({file.paths.key(event.path) for event in written}) > 1:
        return True
    if any(isinstance(block.node, ast.For) for event in written for block in event.place.block.around()):
        return True
    if not written or not _saves(file, scope):
        return False
    saving = _saving_lines(file)
    callers = file.values.scopes_with(f"{scope.name}(")
    return any(len(saving.get(caller, ())) + (caller in file.hinted) > 1 for caller in callers)


def _saving_lines(file: File) -> dict[Scope, set[int]]:
    """The lines on which each scope speaks of calling what writes a file here and says so; no flow is read for it."""
    if file.saving is None:
        file.saving = {}
        for saver in filter(partial(_saves, file), file.hinted):
            for line in file.text_of.lines(file.top, f"{saver.name}("):
                scope = file.top.at_line(line)
                if line != scope.first:
                    file.saving.setdefault(scope, set()).add(line)
    return file.saving


def _saves(file: File, scope: Scope) -> bool:
    """Does the function say by its name that it saves something?"""
    return scope.function is not None and says_that_it_saves(scope.name, file)
