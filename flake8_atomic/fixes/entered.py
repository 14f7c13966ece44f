"""The call that opens a temp to be written: its mode, and what a helper takes of its arguments."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from flake8_atomic.analysis.code.aliases import is_chosen
from flake8_atomic.analysis.code.names import dotted, spelled
from flake8_atomic.analysis.replaces.temp_names import is_derived
from flake8_atomic.analysis.vocabulary import METHOD_OPEN
from flake8_atomic.edits import NoFix
from flake8_atomic.fixes.calls import CHOSEN, OPEN, given
from flake8_atomic.fixes.openings import BUILTIN, COMPRESSED
from flake8_atomic.fixes.temp import Temp

LOCKS = "creating the temporary file also locks out other writers; take a lock of its own, then use a helper"
_NAMED = ("mode", "buffering", "encoding", "newline", "suffix", "prefix", "dir", "delete", "errors")
TEXT = {"buffering", "encoding", "errors", "newline"}
_YOURSELF = "write the target with one of the helpers"


class Opening(NamedTuple):
    """A call that opens the temp to be written, with the arguments that a helper takes as well."""

    call: ast.Call
    mode: str
    values: dict[str, ast.expr]
    written: ast.expr | None  # the mode as it stands there


def opening_of(temp: Temp, call: ast.expr) -> Opening | None:
    """What the call opens, where that is the temp, to be written."""
    if not isinstance(call, ast.Call):
        return None
    name = dotted(temp.term.at(call.func))
    if name == "tempfile.NamedTemporaryFile" and temp.replace.birth and temp.replace.birth.call is call:
        return _named(temp, call)
    first = call.args[0] if call.args else None
    if name is None and isinstance(call.func, ast.Attribute) and call.func.attr == "open":
        return _opening(temp, call, METHOD_OPEN) if temp.is_path(call.func.value) else None
    if first is None or not _is_of_temp(temp, first):
        return None
    if name in COMPRESSED or name == "codecs.open":
        raise NoFix(f"{name}() writes it in a form of its own; give it a file from atomic_open yourself")
    if name not in BUILTIN | {"os.fdopen"}:
        return None
    if is_chosen(temp.term.at(call.func)):
        raise NoFix(CHOSEN.format(spelled(call.func)))
    return _opening(temp, call, OPEN)


def _is_of_temp(temp: Temp, node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and dotted(temp.term.at(node.func)) == "os.open":
        return bool(node.args) and temp.is_path(node.args[0])
    return temp.is_path(node) or temp.is_descriptor(node)


def _opening(temp: Temp, call: ast.Call, names: Sequence[str]) -> Opening | None:
    values = given(call, names)
    values.pop("file", None)
    closing = values.pop("closefd", None)
    if isinstance(closing, ast.Constant) and not closing.value:
        raise NoFix(f"line {call.lineno} opens it in a way of its own; {_YOURSELF}")
    written = values.pop("mode", None)
    mode = _mode(temp, written, "r")
    if "r" in mode and "+" not in mode:
        return None
    if "w" not in mode and "x" not in mode:
        raise NoFix(f"line {call.lineno} opens it to add to it; {_YOURSELF}")
    if "x" in mode and is_derived(temp.replace):
        raise NoFix(LOCKS)
    return _known(Opening(call, mode.replace("x", "w"), values, written))


def _named(temp: Temp, call: ast.Call) -> Opening:
    values = given(call, _NAMED)
    deleting = values.pop("delete", None)
    if not isinstance(deleting, ast.Constant) or deleting.value:
        raise NoFix("the temporary file removes itself; say delete=False, or write the target with atomic_open")
    for name in ("suffix", "prefix", "dir"):
        values.pop(name, None)
    written = values.pop("mode", None)
    return _known(Opening(call, _mode(temp, written, "w+b"), values, written))


def _known(opening: Opening) -> Opening:
    """The opening, where it is given nothing that a helper does not take."""
    if not opening.values.keys() <= TEXT:
        raise NoFix(f"line {opening.call.lineno} opens it in a way of its own; {_YOURSELF}")
    return opening


def _mode(temp: Temp, node: ast.expr | None, otherwise: str) -> str:
    if node is None:
        return otherwise
    origins = temp.inspection.file.values.origins(temp.term.at(node))
    values = {getattr(origin.term.node, "value", None) if origin.how == "expression" else None for origin in origins}
    mode = values.pop() if len(values) == 1 else None
    if not isinstance(mode, str):
        raise NoFix("its mode is not always the same; where it is always a `w` mode, write that")
    return mode
