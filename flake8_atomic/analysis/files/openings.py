"""Recognises the calls that open a file, with the path and the modes they may have."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name, spelled
from flake8_atomic.analysis.code.strings import constants
from flake8_atomic.analysis.code.values import Origin, Values
from flake8_atomic.analysis.files.already_open import is_handle
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.analysis.paths.bases import start_of

_MODE = re.compile(r"[rwaxbtU+]{1,4}\Z")
_TRUNCATING = re.compile(r"w[bt+]*(?:%s|\{\w*\})?\Z")
_FLAGS = {"O_TRUNC": "w", "O_APPEND": "a", "O_EXCL": "x"}
_OTHERS = frozenset({"O_RDWR", "O_WRONLY"})  # who only asks for O_CREAT touches the file


def argument(node: ast.Call, where: v.Argument) -> ast.expr | None:
    """The expression given for an argument, by position or by keyword."""
    position, keyword = where
    for given in node.keywords:
        if given.arg == keyword:
            return given.value
    if 0 <= position < len(node.args) and not any(isinstance(arg, ast.Starred) for arg in node.args[: position + 1]):
        return node.args[position]
    return None


def opened_by(call: Term, name: str | None, values: Values) -> Open | None:
    """The file that this call opens, if it opens one by name."""
    node = call.node
    assert isinstance(node, ast.Call)
    if name is not None:
        if name in v.OPENERS:
            return _by_function(call, node, name, v.OPENERS[name], values)
        if name == "os.open":
            return _by_flags(call, node, values)
        if (last := name.rpartition(".")[2]) in v.OPENERS_ANYWHERE:
            return _by_function(call, node, last, v.OPENERS_ANYWHERE[last], values)
        if name in v.BIRTHS:
            return Open(node, call.scope, call.place, call, frozenset({"w"}), name)
        if name == "os.fdopen":
            return _by_descriptor(call, node, values)
        if name.rpartition(".")[0] in v.PATH_TYPES and name.endswith(".open") and node.args:
            mode = _modes(call, node, v.Argument(1, "mode"), "r", values)
            return Open(node, call.scope, call.place, call.at(node.args[0]), mode, ".open")
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "open":
        return _by_method(call, node, node.func.value, values)
    return _by_wrapper(call, node, values)


def _by_wrapper(call: Term, node: ast.Call, values: Values) -> Open | None:
    """`def fopen(path, mode): return open(path, mode)` opens where it is called."""
    if called_as(node) not in values.wrappers:
        return None
    for result in (origin.term for value in values.results(call) for origin in values.origins(value)):
        inner = result.node
        if not isinstance(inner, ast.Call) or (name := dotted(result.at(inner.func))) not in v.OPENERS:
            continue
        opener = v.OPENERS[name]
        path, mode = argument(inner, opener.path), argument(inner, opener.mode)
        given = values.substituted(result.at(path), call) if path is not None else None
        if given is None:
            continue
        modes = _chosen(result.at(mode), call, node, values) if mode is not None else {opener.default}
        return Open(node, call.scope, call.place, given, frozenset(modes), name)
    return None


def _chosen(mode: Term, call: Term, node: ast.Call, values: Values) -> set[str]:
    """The modes that this call tells its wrapper, or else the default: what others tell it opens nothing here."""
    given = values.substituted(mode, call)
    spread = any(word.arg is None for word in node.keywords) or any(isinstance(arg, ast.Starred) for arg in node.args)
    if given is not None or spread:
        return constants(given or mode, values)
    origins = values.origins(mode)
    if not any(values.arguments(inner) for origin in origins for inner in _parameters_in(origin, values)):
        return constants(mode, values)
    defaults = (origin.term.node for origin in origins)
    return {node.value for node in defaults if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def _parameters_in(mode: Origin, values: Values) -> Iterator[Origin]:
    """The parameters that a mode is, or is made of."""
    yield from (origin for origin in (mode,) if origin.how == "parameter")
    parts = list(ast.walk(mode.term.node))
    asked = {id(node) for part in parts if isinstance(part, ast.IfExp) for node in ast.walk(part.test)}
    names = (mode.term.at(node) for node in parts if isinstance(node, ast.Name) and id(node) not in asked)
    yield from (origin for name in names for origin in values.origins(name) if origin.how == "parameter")


def _by_function(call: Term, node: ast.Call, name: str, opener: v.Opener, values: Values) -> Open | None:
    path = argument(node, opener.path)
    if path is None:
        return None
    if (inner := _descriptor(call.at(path), values)) is not None:
        return inner
    if any(given.arg == "fileobj" for given in node.keywords) or is_handle(call.at(path), values):
        return None
    return Open(
        node,
        call.scope,
        call.place,
        call.at(path),
        _modes(call, node, opener.mode, opener.default, values),
        name,
    )


def _by_method(call: Term, node: ast.Call, receiver: ast.expr, values: Values) -> Open | None:
    mode = argument(node, v.METHOD_OPENER.mode)
    # Only a mode says that this is a path's own open(): webbrowser, zip members and devices are opened by other words.
    if mode is None or (len(node.args) > 1 and not isinstance(node.args[1], ast.Constant)):
        return None
    if any(keyword.arg not in (None, *v.METHOD_OPEN) for keyword in node.keywords):
        return None  # `handle.open("wb", compression=1)`: a path's own takes no such thing
    path, spelling = receiver, ".open"
    if node.args and mode is not node.args[0]:
        # `store.open(name, mode="w")`: what has the method is no path, and may lie on another machine.
        if not spelled(receiver).endswith("fs"):
            return None
        path, spelling = node.args[0], "fs.open"
    elif all(_is_of_cloud(origin.term.node) for origin in values.origins(call.at(receiver))):
        return None
    modes = constants(call.at(mode), values)
    if not all(_MODE.match(text) for text in modes) or not (modes or last_name(mode) == "mode"):
        return None
    return Open(node, call.scope, call.place, call.at(path), frozenset(modes), spelling)


def _is_of_cloud(node: ast.expr) -> bool:
    """Is it `bucket.blob(name)`, where what is written appears when it is whole?"""
    return isinstance(node, ast.Call) and called_as(node) in ("blob", "get_blob")


def _by_flags(call: Term, node: ast.Call, values: Values) -> Open | None:
    path, flags = argument(node, v.Argument(0, "path")), argument(node, v.Argument(1, "flags"))
    if path is None or flags is None:
        return None
    words = flag_words(call.at(flags), values)
    modes = {letter for flag, letter in _FLAGS.items() if flag in words}
    changed = not words.isdisjoint(_OTHERS)
    # Exclusive creation and appending leave nothing to tear, whatever else is asked for.
    touched = "a" if "O_CREAT" in words and not words & _OTHERS else "r"
    kept = modes & {"x", "a"} or modes or {"r+" if changed else touched}
    return Open(node, call.scope, call.place, call.at(path), frozenset(kept), "os.open")


def flag_words(term: Term, values: Values) -> set[str]:
    """The names of the O_ flags that may be set."""
    words: set[str] = set()
    seen: set[int] = set()
    todo = [term]
    while todo:
        for origin in values.origins(todo.pop()):
            node = origin.term.node
            if id(node) in seen:
                continue
            seen.add(id(node))
            if isinstance(node, ast.BinOp):
                todo += [origin.term.at(node.left), origin.term.at(node.right)]
            elif isinstance(node, ast.Attribute):
                words.add(node.attr)
            elif isinstance(node, ast.Name):
                words.add((dotted(origin.term) or "").rpartition(".")[2])
    return words


def _by_descriptor(call: Term, node: ast.Call, values: Values) -> Open | None:
    fd = argument(node, v.Argument(0, "fd"))
    return None if fd is None else _descriptor(call.at(fd), values)


def _descriptor(term: Term, values: Values) -> Open | None:
    """The file behind a descriptor that os.open() made in this file."""
    for origin in values.origins(term):
        node = origin.term.node
        if isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) == "os.open":
            return _by_flags(origin.term, node, values)
        if isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) == "os.dup" and node.args:
            return _descriptor(origin.term.at(node.args[0]), values)
        if origin.how == "item" and isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) in v.BIRTHS:
            return Open(node, origin.term.scope, origin.term.place, origin.term, frozenset({"w"}), "tempfile.mkstemp")
    return None


def _modes(call: Term, node: ast.Call, where: v.Argument, default: str, values: Values) -> frozenset[str]:
    mode = argument(node, where)
    if mode is None:
        return frozenset({default})
    # Whatever follows, `"w" + binary` and `f"w{binary}"` truncate.
    begun = _TRUNCATING.match(start_of(call.at(mode), values) or "")
    return frozenset(constants(call.at(mode), values) or ({"w"} if begun else ()))
