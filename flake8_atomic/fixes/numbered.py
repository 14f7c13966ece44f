"""May what is opened be a number, that of a file which is open already? Such a file has no name to replace."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.descriptors import is_descriptor
from flake8_atomic.analysis.paths.types_told import type_names, types_of

DEEP = 3
# The linter counts what is written to these as a write to the path; whoever opens that path once more cannot.
_OPENED = frozenset({"os.open", "posix.open", "nt.open"})


def may_be_number(file: File, path: Term, depth: int = DEEP) -> bool:
    """Does its type say so, its name, what the function asks of it, or what a caller in this file gives?"""
    if file.values.made_by(path, _OPENED):
        return True
    if "int" in types_of(path, file.values) or is_descriptor(path, file.values) or _is_asked(path):
        return True
    given = [origin for origin in file.values.origins(path) if origin.how == "parameter"]
    return any(_may_be_given(file, origin, depth) for origin in given)


def _may_be_given(file: File, parameter: Origin, depth: int) -> bool:
    bound = parameter.bound
    assert bound is not None
    own = Term(ast.Name(bound.binding.name, ast.Load()), bound.scope, bound.binding.place)
    if is_descriptor(own, file.values) or _is_asked(own):
        return True
    return depth > 0 and any(may_be_number(file, given, depth - 1) for given in file.values.arguments(parameter))


def _is_asked(path: Term) -> bool:
    """Does its function ask whether it is a number?"""
    calls = (
        call for call, place in flow_of(path.scope).calls if dotted(Term(call.func, path.scope, place)) == "isinstance"
    )
    same = ast.dump(path.node)
    return any(
        len(call.args) == 2 and ast.dump(call.args[0]) == same and "int" in type_names(call.args[1]) for call in calls
    )
