"""[tool.flake8-atomic.helpers] is read here, and a call that could never be written is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_atomic.settings.helper_call import Argument, Constant, HelperCall
from flake8_atomic.settings.helper_calls import HelperCalls
from flake8_atomic.settings.values import BadSetting, is_dotted_name, shown

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

_SHARED = frozenset({"path", "perms", "sync"})
_TEXT = _SHARED | {"encoding", "errors", "newline"}
DUMP = frozenset(
    {"skipkeys", "ensure_ascii", "check_circular", "allow_nan", "cls", "indent", "separators", "default", "sort_keys"}
)
PARAMETERS: Mapping[str, frozenset[str]] = {
    "atomic_write_text": _TEXT | {"data"},
    "atomic_write_bytes": _SHARED | {"data"},
    "atomic_write_json": _TEXT | DUMP | {"obj", "end"},
    "atomic_open": _TEXT | {"mode", "buffering"},
}
_NEEDED = frozenset({"path", "data", "obj"})

_CALL = re.compile(r"\s*(?P<function>[\w.]+)\s*\(\s*(?P<arguments>.*?)\s*\)\s*", re.DOTALL)
_LITERAL = r"""-?(?:0x[\da-fA-F]+|0o[0-7]+|(?:0|[1-9]\d*)(?:\.\d+)?)|"[^"\\\n]*"|'[^'\\\n]*'"""
_ARGUMENT = re.compile(rf"(?:(?P<keyword>[^\W\d]\w*)\s*=\s*)?(?P<value>[^\W\d]\w*|{_LITERAL})\s*(?:,\s*|$)")


def parse_calls(option: str, table: object) -> HelperCalls:
    """Return the checked table; `option` is how messages name it."""
    if not isinstance(table, dict):
        hint = "names of atomic writers go under atomic-helpers"
        raise BadSetting(option, f"{table!r} is not a table of calls, {hint}")
    _known(option, table, PARAMETERS)
    return HelperCalls(tuple((helper, _call(f"{option}.{helper}", helper, row)) for helper, row in table.items()))


def _call(option: str, helper: str, row: object) -> HelperCall:
    if not isinstance(row, dict) or not isinstance(row.get("call"), str):
        raise BadSetting(option, f'{row!r} has no call = "function(path, ...)"')
    _known(option, row, ("call", "fixed", "unsafe"))
    unsafe = row.get("unsafe", "")
    if not isinstance(unsafe, str):
        raise BadSetting(f"{option}.unsafe", f"{unsafe!r} is not a string")
    function, arguments = _parts(f"{option}.call", row["call"])
    fixed = _fixed(f"{option}.fixed", row.get("fixed", {}))
    passed = [argument.parameter for argument in arguments if argument.parameter]
    _once(option, [*passed, *(name for name, _ in fixed)])
    _known(option, (*passed, *(name for name, _ in fixed)), PARAMETERS[helper])
    for name in sorted((_NEEDED & PARAMETERS[helper]).difference(passed)):
        raise BadSetting(f"{option}.call", f"{shown(row['call'])} does not pass {name}")
    return HelperCall(function, arguments, fixed, unsafe)


def _parts(option: str, call: str) -> tuple[str, tuple[Argument, ...]]:
    match = _CALL.fullmatch(call)
    if match is None or not is_dotted_name(match["function"]):
        raise BadSetting(option, f"{shown(call)} is not a call")
    arguments: list[Argument] = []
    text = match["arguments"]
    at = 0
    while at < len(text):
        found = _ARGUMENT.match(text, at)
        keyword = (found and found["keyword"]) or ""
        after_keyword = bool(arguments and arguments[-1].keyword and not keyword)
        if found is None or after_keyword or (keyword and not is_dotted_name(keyword)):
            raise BadSetting(option, f"{shown(text[at:])} is not how a call goes on")
        arguments.append(Argument(keyword, found["value"]))
        at = found.end()
    _once(option, [argument.keyword for argument in arguments if argument.keyword])
    return match["function"], tuple(arguments)


def _fixed(option: str, table: object) -> tuple[tuple[str, Constant], ...]:
    if not isinstance(table, dict):
        raise BadSetting(option, f"{table!r} is not a table of values")
    for name, value in table.items():
        if not isinstance(value, str | int | float | bool):
            raise BadSetting(f"{option}.{name}", f"{value!r} is not a string, a number, true or false")
    return tuple(table.items())


def _known(option: str, names: Collection[str], known: Collection[str]) -> None:
    for name in names:
        if name not in known:
            raise BadSetting(option, f"{shown(name)} is not one of {', '.join(sorted(known))}")


def _once(option: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise BadSetting(option, f"{name} is given twice, passed or fixed")
