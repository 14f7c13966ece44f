"""A test that patches what is replaced no longer reaches it: that is for the user to decide."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from flake8_atomic.analysis.code.names import spelled
from flake8_atomic.edits import CallInstead, Fix

_BUILTIN = "builtins."


def patched_note(fix: Fix, filename: str, patched: Mapping[str, str]) -> list[str]:
    """A note for the first test that patches a name which the fix calls no more."""
    if not patched:
        return []
    if "pyfakefs" in patched:
        return [f"the tests fake the file system, {patched['pyfakefs']}"]
    names = set(fix.replaces) | {_BUILTIN + name for name in fix.replaces if "." not in name}
    module = _module(filename)
    local = {spelling for edit in fix.edits for spelling in _spellings(edit)} - {""}
    for name, place in patched.items():
        inside = _inside(name, module)
        # `pkg.config.Path.write_text` is pathlib's, where the module has it from.
        elsewhere = "." in inside and any(replaced.endswith(f".{inside}") for replaced in names)
        if name in names or inside in local or elsewhere:
            return [f"the tests patch {name}, {place}"]
    return []


def patched_here(filename: str, patched: Mapping[str, str]) -> frozenset[str]:
    """The names of this file that tests patch, which must stay there to be patched."""
    found = (_inside(name, _module(filename)) for name in patched)
    return frozenset(name.partition(".")[0] for name in found if name)


def _module(filename: str) -> str:
    path = PurePath(filename).with_suffix("")
    return ".".join(path.parts[:-1] if path.name == "__init__" else path.parts)


def _inside(name: str, module: str) -> str:
    """A name as this module has it, empty if it is none of its own: `pkg.config.open` is open of src/pkg/config.py."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        if f".{module}".endswith("." + ".".join(parts[:end])):
            return ".".join(parts[end:])
    return ""


def _spellings(edit: object) -> Iterator[str]:
    """The names under which the code calls what goes: `json.dump`, and `json`, which may be patched as a whole."""
    roots = [edit.old] if isinstance(edit, CallInstead) else getattr(edit, "old", ())
    for root in roots:
        for node in ast.walk(root):
            if isinstance(node, ast.Call):
                name = spelled(node.func)
                yield name
                yield name.partition(".")[0]
