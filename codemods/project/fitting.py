"""Does what a planned call gives fit what a project's own writer always does?"""

from __future__ import annotations

import ast
import codecs

from flake8_atomic.edits import NoFix

# What the helper does where nothing is said; a writer that fixes something else changes what is written.
DEFAULTS: dict[str, object] = {
    "ensure_ascii": True, "end": "", "encoding": None, "errors": None, "newline": None, "sort_keys": False,
    "indent": None, "skipkeys": False, "allow_nan": True, "check_circular": True, "buffering": -1, "perms": None,
    "sync": "full", "separators": None, "default": None, "cls": None, "mode": "w",
}  # fmt: skip


def fixed_notes(parameter: str, constant: object, given: object, function: str) -> list[str]:
    """A note where the writer's own value may differ; raises where it does."""
    if given is None and parameter == "encoding":
        return [f"{function} always writes {constant}, whatever the locale"]
    if given is None and DEFAULTS.get(parameter, ...) == constant:
        return []
    if is_constant(given, constant) or (parameter == "encoding" and _same_codec(given, constant)):
        return []
    told = "which is not given here" if given is None else "and here it is another"
    raise NoFix(f"{parameter} does not fit, {function} always has {parameter}={constant!r}, {told}")


def is_constant(given: object, constant: object) -> bool:
    """Is what is given, as text or as an expression, just this constant?"""
    if isinstance(given, str):
        return given == repr(constant) or given == f'"{constant}"'
    return isinstance(given, ast.Constant) and given.value == constant and type(given.value) is type(constant)


def _same_codec(given: object, constant: object) -> bool:
    value = given.value if isinstance(given, ast.Constant) else None
    if not isinstance(value, str) or not isinstance(constant, str):
        return False
    try:
        return codecs.lookup(value) == codecs.lookup(constant)
    except LookupError:
        return False
