"""A block that only writes one thing becomes one call."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import Protocol

from flake8_atomic.analysis.code.aliases import always
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.edits import Argument, Call, Do
from flake8_atomic.fixes.calls import as_given, helper, mentions, taken_by_helper
from flake8_atomic.fixes.openings import BUILTIN, arguments, text_arguments
from flake8_atomic.fixes.taking import takes
from flake8_atomic.fixes.texts import as_json

_TEXT = frozenset({"w", "wt", "tw"})
_BINARY = frozenset({"wb", "bw"})


class Written(Protocol):
    """The statements while a file is open, and how its handle is called."""

    @property
    def name(self) -> str: ...
    @property
    def term(self) -> Term: ...
    @property
    def body(self) -> Sequence[ast.stmt]: ...


def collapsed(opened: Open, mode: str, block: Written) -> Do | None:
    """The one call that does what the block does, where there is one."""
    first = _called(block.body[0])
    if first is None or len(block.body) > 2:
        return None
    end = ""
    if len(block.body) == 2:
        last = _called(block.body[1])
        end = _text_written(last, block.name) if last is not None else ""
        if not end:
            return None
    if always(block.term.at(first.func), "json.dump") and _second(first, block.name):
        if takes(first, block.term):
            return None
        made = _json(opened, mode, first, end)
        return Do(made) if made is not None else None
    return Do(made) if not end and (made := _written(opened, mode, first, block.name)) is not None else None


def _called(statement: ast.stmt) -> ast.Call | None:
    node = statement.value if isinstance(statement, ast.Expr) else None
    return node if isinstance(node, ast.Call) else None


def _text_written(call: ast.Call, name: str) -> str:
    """The line end that `f.write("\\n")` adds, as source."""
    if ast.unparse(call.func) != f"{name}.write" or len(call.args) != 1 or call.keywords:
        return ""
    value = call.args[0]
    is_end = isinstance(value, ast.Constant) and value.value == "\n"
    return '"\\n"' if is_end else ""


def _second(call: ast.Call, name: str) -> bool:
    """Is the handle what it dumps into, and nothing else of what it is given?"""
    where = call.args[1:2] or [word.value for word in call.keywords if word.arg == "fp"]
    return bool(where) and isinstance(where[0], ast.Name) and where[0].id == name and mentions(call, name) == 1


def _written(opened: Open, mode: str, call: ast.Call, name: str) -> Call | None:
    func = call.func
    if not (isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id == name):
        return None
    return _whole(opened, mode, call) if func.attr == "write" and mentions(call, name) == 1 else None


def inline_write(opened: Open, mode: str, call: ast.Call) -> Call | None:
    """`open(p, "w").write(text)`."""
    func = call.func
    is_write = isinstance(func, ast.Attribute) and func.attr == "write" and func.value is opened.call
    return _whole(opened, mode, call) if is_write else None


def inline_dump(opened: Open, mode: str, call: ast.Call) -> Call | None:
    """`json.dump(data, open(p, "w"))`."""
    where = call.args[1:2] or [word.value for word in call.keywords if word.arg == "fp"]
    is_json = always(opened.path.at(call.func), "json.dump") and bool(where) and where[0] is opened.call
    return _json(opened, mode, call, "") if is_json else None


def _whole(opened: Open, mode: str, call: ast.Call) -> Call | None:
    """`atomic_write_text(p, text)` in place of a handle's `write(text)`."""
    data, extra = call.args, _extra(opened)
    if len(data) != 1 or call.keywords or isinstance(data[0], ast.Starred) or extra is None:
        return None
    if takes(data[0], opened.path):
        return None
    if mode in _BINARY and not extra and opened.spelling != "codecs.open":
        return Call(helper("atomic_write_bytes"), (Argument(opened.path.node), Argument(data[0])), call)
    if mode in _TEXT or opened.spelling == "codecs.open":
        words = (Argument(opened.path.node), Argument(data[0]), *extra)
        return Call(helper("atomic_write_text"), words, call, as_json(opened, words))
    return None


def _json(opened: Open, mode: str, call: ast.Call, end: str) -> Call | None:
    extra = _extra(opened)
    if extra is None or mode not in _TEXT:
        return None
    words = [Argument('"\\n"', "end")] if end else []
    rest = [given for given in as_given(call) if given.keyword not in ("", "fp", "obj")]
    if len(call.args) > 2 or any(isinstance(arg, ast.Starred) for arg in call.args) or taken_by_helper(rest):
        return None
    obj = call.args[0] if call.args else next((word.value for word in call.keywords if word.arg == "obj"), None)
    if obj is None:
        return None
    return Call(helper("atomic_write_json"), (Argument(opened.path.node), Argument(obj), *extra, *words, *rest), call)


def _extra(opened: Open) -> list[Argument] | None:
    """What the open says of the text, by keyword; None where a helper that writes the whole cannot take it."""
    if opened.spelling not in BUILTIN | {".open", "codecs.open"}:
        return None
    if opened.spelling == "codecs.open" and "encoding" not in arguments(opened):
        return None
    values = text_arguments(opened)
    # What is called for them would be called after what is called for the data.
    if values is None or any(isinstance(part, ast.Call) for value in values.values() for part in _parts(value)):
        return None
    return [Argument(value, name) for name, value in values.items()]


def _parts(value: ast.expr | str) -> Iterable[ast.AST]:
    return () if isinstance(value, str) else ast.walk(value)
