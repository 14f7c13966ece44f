"""How a temp is filled: one call, one block, or from its opening to its close; and the helper call for each."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace as changed
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Open
from flake8_atomic.analysis.names import Term, called_as, dotted
from flake8_atomic.analysis.temp_names import is_derived
from flake8_atomic.edits import Argument, Call, Do, Enter, NoFix, Statement
from flake8_atomic.fixes.calls import METHOD_OPEN, OPEN, as_given, given, helper
from flake8_atomic.fixes.collapsing import collapsed
from flake8_atomic.fixes.openings import BUILTIN, COMPRESSED
from flake8_atomic.fixes.temp import Temp
from flake8_atomic.fixes.texts import as_json

LOCKS = "creating the temporary file also locks out other writers; take a lock of its own, then use a helper"
_NAMED = ("mode", "buffering", "encoding", "newline", "suffix", "prefix", "dir", "delete", "errors")
_WRITING = frozenset({"dump", "record", "write"})
_TEXT = ("buffering", "encoding", "errors", "newline")
_YOURSELF = "write the target with one of the helpers"


class Body(NamedTuple):
    """The statements during which the temp is open, and the name of its handle."""

    body: list[ast.stmt]
    name: str
    term: Term


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
    return _opening(temp, call, OPEN) if name in BUILTIN | {"os.fdopen"} else None


def _is_of_temp(temp: Temp, node: ast.expr) -> bool:
    if isinstance(node, ast.Call) and dotted(temp.term.at(node.func)) == "os.open":
        return bool(node.args) and temp.is_path(node.args[0])
    return temp.is_path(node) or temp.is_descriptor(node)


def _opening(temp: Temp, call: ast.Call, names: Sequence[str]) -> Opening | None:
    values = given(call, names)
    values.pop("file", None)
    closing = values.pop("closefd", None)
    if "opener" in values or (isinstance(closing, ast.Constant) and not closing.value):
        raise NoFix(f"line {call.lineno} opens it in a way of its own; {_YOURSELF}")
    written = values.pop("mode", None)
    mode = _mode(temp, written, "r")
    if "r" in mode and "+" not in mode:
        return None
    if "w" not in mode and "x" not in mode:
        raise NoFix(f"line {call.lineno} opens it to add to it; {_YOURSELF}")
    if "x" in mode and is_derived(temp.replace):
        raise NoFix(LOCKS)
    return Opening(call, mode.replace("x", "w"), values, written)


def _named(temp: Temp, call: ast.Call) -> Opening:
    values = given(call, _NAMED)
    deleting = values.pop("delete", None)
    if not isinstance(deleting, ast.Constant) or deleting.value:
        raise NoFix("the temporary file removes itself; say delete=False, or write the target with atomic_open")
    for name in ("suffix", "prefix", "dir"):
        values.pop(name, None)
    written = values.pop("mode", None)
    return Opening(call, _mode(temp, written, "w+b"), values, written)


def _mode(temp: Temp, node: ast.expr | None, otherwise: str) -> str:
    if node is None:
        return otherwise
    origins = temp.inspection.file.values.origins(temp.term.at(node))
    values = {getattr(origin.term.node, "value", None) if origin.how == "expression" else None for origin in origins}
    mode = values.pop() if len(values) == 1 else None
    if not isinstance(mode, str):
        raise NoFix("its mode is not always the same; where it is always a `w` mode, write that")
    return mode


def written_in_one(temp: Temp, statement: ast.stmt) -> Call | None:
    """`temp.write_text(data)` or `os.write(descriptor, data)`, as the helper that writes the target."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return None
    target = Argument(temp.replace.rename.target.node)
    if dotted(temp.term.at(call.func)) in v.RAW_WRITES and call.args and temp.is_descriptor(call.args[0]):
        if called_as(call) != "write" or len(call.args) != 2 or call.keywords:
            raise NoFix(f"line {call.lineno} writes to the descriptor in a way of its own; {_YOURSELF}")
        return Call(helper("atomic_write_bytes"), (target, Argument(call.args[1])), call)
    func = call.func
    if isinstance(func, ast.Attribute) and func.attr in v.WHOLE_WRITES and temp.is_path(func.value):
        words = [target, *as_given(call)]
        otherwise = as_json(temp.replace.rename, words) if func.attr == "write_text" else None
        return Call(helper(f"atomic_{func.attr}"), tuple(words), call, otherwise)
    return None


def block(temp: Temp, opening: Opening, body: Body, perms: str) -> Statement:
    """The one call, or the `with atomic_open(…)`, that does what the block does."""
    target = temp.replace.rename.target
    writes_only = opening.mode if _reads(temp, body) else opening.mode.replace("+", "")
    mode = _sorted(writes_only)
    words = [ast.keyword(name, opening.values[name]) for name in _TEXT if name in opening.values]
    call = ast.Call(ast.Name("open", ast.Load()), [target.node, ast.Constant(mode)], words)
    opened = Open(call, target.scope, target.place, target, frozenset({mode}), "open")
    whole = collapsed(opened, mode, body) if body.body else None
    if whole is not None:
        return Do(with_perms(whole.call, perms))
    as_written = opening.written if getattr(opening.written, "value", None) == mode else None
    arguments = [Argument(target.node), Argument(as_written or f'"{mode}"')]
    arguments += [Argument(value, name) for name, value in opening.values.items()]
    return Enter(with_perms(Call(helper("atomic_open"), tuple(arguments)), perms), body.name, tuple(body.body))


def _reads(temp: Temp, body: Body) -> bool:
    """Does the block read what it has written, or hand the file to somebody who may?"""
    parents, handles = temp.inspection.file.parents, temp.inspection.file.handles
    for node in (part for one in body.body for part in ast.walk(one)):
        if isinstance(node, ast.Name) and node.id == body.name:
            around = parents.of(node)
            call = parents.of(around) if isinstance(around, ast.keyword) else around
            if isinstance(call, ast.Call) and handles.doing(body.term, call) in _WRITING:
                continue
            if not isinstance(around, ast.Attribute) or around.attr not in ("write", "writelines", "flush"):
                return True
    return False


def _sorted(mode: str) -> str:
    """The letters as the helpers' types spell them."""
    letters = "w" + ("b" if "b" in mode else "")
    return letters + ("+" if "+" in mode else "")


def with_perms(call: Call, perms: str) -> Call:
    """The call with the mode of a new file."""
    if not perms:
        return call
    otherwise = with_perms(call.otherwise, perms) if call.otherwise is not None else None
    return changed(call, arguments=(*call.arguments, Argument(perms, "perms")), otherwise=otherwise)
