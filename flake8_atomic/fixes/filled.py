"""How a temp is filled: one call, one block, or from its opening to its close; and the helper call for each."""

from __future__ import annotations

import ast
from dataclasses import replace as changed
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.edits import Argument, Call, Do, Enter, NoFix, Statement
from flake8_atomic.fixes.calls import as_given, helper
from flake8_atomic.fixes.collapsing import collapsed
from flake8_atomic.fixes.entered import Opening
from flake8_atomic.fixes.temp import Temp
from flake8_atomic.fixes.texts import as_json

_WRITING = frozenset({"dump", "record", "write"})
_TEXT = ("buffering", "encoding", "errors", "newline")
_YOURSELF = "write the target with one of the helpers"


class Body(NamedTuple):
    """The statements during which the temp is open, and the name of its handle."""

    body: list[ast.stmt]
    name: str
    term: Term


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
