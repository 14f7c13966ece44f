"""A test that patches what is replaced no longer reaches it: that is for the user to decide."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from flake8_atomic.analysis.names import spelled
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
    local = {spelling for edit in fix.edits for spelling in _spellings(edit)}
    for name, place in patched.items():
        owner, _, last = _parted(name, module)
        if name in names or (owner and last in local):
            return [f"the tests patch {name}, {place}"]
    return []


def patched_here(filename: str, patched: Mapping[str, str]) -> frozenset[str]:
    """The names of this file that tests patch, which must stay there to be patched."""
    found = [_parted(name, _module(filename)) for name in patched]
    return frozenset(rest.partition(".")[0] for is_own, _, rest in found if is_own)


def _module(filename: str) -> str:
    path = PurePath(filename).with_suffix("")
    return ".".join(path.parts[:-1] if path.name == "__init__" else path.parts)


def _parted(name: str, module: str) -> tuple[bool, str, str]:
    """Is it a name of this module, and which? `pkg.config.json.dump` is json.dump of src/pkg/config.py."""
    parts = name.split(".")
    for end in range(len(parts) - 1, 0, -1):
        head = ".".join(parts[:end])
        if module == head or module.endswith(f".{head}"):
            return True, head, ".".join(parts[end:])
    return False, "", ""


def _spellings(edit: object) -> Iterator[str]:
    """The names under which the code calls what goes: `json.dump`, and `json`, which may be patched as a whole."""
    roots = [edit.old] if isinstance(edit, CallInstead) else getattr(edit, "old", ())
    for root in roots:
        for node in ast.walk(root):
            if isinstance(node, ast.Call):
                name = spelled(node.func)
                yield name
                yield name.partition(".")[0]
