"""A project's own writers in place of ours, where the call fits what they take and do."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from codemods.project.fitting import DEFAULTS, fixed_notes, is_constant
from flake8_atomic.edits import (
    HELPERS,
    Argument,
    Call,
    CallInstead,
    Do,
    Edit,
    Enter,
    Fix,
    Imported,
    Instead,
    NoFix,
    Value,
)
from flake8_atomic.edits import Statement as Planned
from flake8_atomic.settings.call_table import DUMP
from flake8_atomic.settings.helper_call import HelperCall

_JSON, _TEXT = "atomic_write_json", "atomic_write_text"
_POSITIONAL = {
    _TEXT: ("path", "data", "encoding", "errors", "newline"),
    "atomic_write_bytes": ("path", "data"),
    _JSON: ("path", "obj"),
    "atomic_open": ("path", "mode", "buffering", "encoding", "errors", "newline"),
}


def mapped(
    fix: Fix, calls: Mapping[str, HelperCall], offered: frozenset[str] | None, open_ended: frozenset[str]
) -> Fix:
    """The fix with the project's writers; raises `NoFix` with the argument that does not fit."""
    if not calls and offered is None:
        return fix
    mapping = _Mapping(calls, offered, open_ended)
    edits = tuple(mapping.edit(edit) for edit in fix.edits)
    return replace(fix, edits=edits, notes=(*fix.notes, *mapping.notes))


class _Mapping:
    """One fix on its way to the project's names; it gathers what their writers do besides."""

    def __init__(
        self, calls: Mapping[str, HelperCall], offered: frozenset[str] | None, open_ended: frozenset[str]
    ) -> None:
        self._calls = calls
        self._offered = offered
        self._open_ended = open_ended
        self.notes: list[str] = []

    def edit(self, edit: Edit) -> Edit:
        """The edit with every call in it mapped."""
        if isinstance(edit, CallInstead):
            return CallInstead(edit.old, self._call(edit.new)) if isinstance(edit.new, Call) else edit
        return Instead(edit.old, tuple(self._statement(new) for new in edit.new))

    def _statement(self, new: Planned) -> Planned:
        if isinstance(new, Do):
            return Do(self._call(new.call), new.awaited)
        if isinstance(new, Enter):
            return Enter(self._call(new.call), new.name, tuple(self._statement(inner) for inner in new.body))
        return new

    def _call(self, call: Call) -> Call:
        name = call.function.name if isinstance(call.function, Imported) else ""
        if not isinstance(call.function, Imported) or call.function.module != HELPERS:
            return Call(call.function, tuple(self._argument(given) for given in call.arguments), call.like)
        if call.otherwise is not None and name not in self._calls and _JSON in self._calls:
            try:
                return self._called(call.otherwise, self._calls[_JSON], _JSON)
            except NoFix:
                if self._offered is not None and name not in self._offered:
                    raise
        if name in self._calls:
            return self._called(call, self._calls[name], name)
        if self._offered is not None and name not in self._offered:
            argument = "mode" if name == "atomic_open" else "data"
            raise NoFix(f"{argument} does not fit, there is no {name} among your helpers; map or write one")
        return call

    def _argument(self, given: Argument) -> Argument:
        if isinstance(given.value, Call):
            return Argument(self._call(given.value), given.keyword)
        if isinstance(given.value, Imported) and given.value.module == HELPERS and given.value.name in self._calls:
            raise NoFix(
                f"{self._calls[given.value.name].function} would be called in a thread; write that call yourself"
            )
        return given

    def _called(self, call: Call, writer: HelperCall, name: str) -> Call:
        given = _by_name(call, name)
        passed = [argument.parameter for argument in writer.arguments if argument.parameter]
        fixed = dict(writer.fixed)
        notes = [writer.unsafe] if writer.unsafe else []
        for parameter, constant in fixed.items():
            notes += fixed_notes(parameter, constant, given.pop(parameter, None), writer.function)
        arguments = []
        besides = [name for name in given if name not in passed]
        for parameter in besides:
            if not is_constant(given[parameter], DEFAULTS.get(parameter, ...)) and not self._takes(writer, parameter):
                raise NoFix(f"{writer.function} does not take {parameter}=")
        for argument in writer.arguments:
            if argument.parameter is None:
                arguments.append(Argument(argument.value, argument.keyword))
            else:
                value = given.get(argument.parameter, repr(DEFAULTS.get(argument.parameter)))
                arguments.append(Argument(value, argument.keyword))
        arguments += [Argument(given[name], name) for name in besides if self._takes(writer, name)]
        self.notes += notes
        module, _, function = writer.function.rpartition(".")
        return Call(Imported(module, function), tuple(arguments), call.like)

    def _takes(self, writer: HelperCall, parameter: str) -> bool:
        """Does the writer pass on to json.dump whatever it is given?"""
        return writer.function in self._open_ended and parameter in DUMP


def _by_name(call: Call, name: str) -> dict[str, Value]:
    """What the planned call gives for each parameter."""
    found: dict[str, Value] = {}
    positional = iter(_POSITIONAL[name])
    for given in call.arguments:
        if given.keyword == "**" or isinstance(given.value, ast.Starred):
            raise NoFix("its arguments are not written out, so nobody knows whether they fit")
        found[given.keyword or next(positional, "")] = given.value
    return found
