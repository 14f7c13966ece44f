"""The text says where to look: most functions write no file and are never read."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import arms, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.text_of import TextOf

_FRAMES = tuple(
    f".to_{kind}(" for kind in ("csv", "json", "pickle", "parquet", "feather", "excel", "hdf", "stata", "orc", "netcdf")
)
_STAGED = ("tmp", "temp", "suffix", "with_name", ".part", ".new", ".lock", "stag", "swap", "atomic")


class _Hint(NamedTuple):
    """A stem, how the text goes on, and the modules of which the file must import one for it to mean a file."""

    stem: str
    endings: tuple[str, ...]
    modules: tuple[str, ...] = ()


# Each stem costs one search in every file that imports its modules, so there are few.
_HINTS = (
    _Hint("open", ("open(", "open as ", "open\n", "open_file(")),
    _Hint(
        "write_",
        ("write_text", "write_bytes", "write_json(", "write_csv(", "write_parquet(", "write_ndjson(", "write_ipc("),
    ),
    _Hint(".write(", (".write(",), ("etree", "ElementTree")),
    _Hint("File(", ("File(",), ("gzip", "bz2", "lzma")),
    _Hint("copy", ("copyfile", "copy(", "copy2"), ("shutil",)),
    _Hint("fileinput", ("fileinput",), ("fileinput",)),
    _Hint(
        "save",
        ("save(", "savez", "savetxt", "save_npz", "savemat", "save_file", "save_model", "save_weights("),
        ("torch", "paddle", "safetensors", "keras", "numpy", "scipy"),
    ),
    _Hint("dump(", ("dump(",), ("joblib",)),
    _Hint(".to_", _FRAMES),
    _Hint(".tofile(", (".tofile(",), ("numpy",)),
    _Hint("rename", ("rename(", "renames(", "rename as ", "rename\n")),
    _Hint("move(", ("move(",), ("shutil",)),
    _Hint(".replace(", (".replace(",)),
    _Hint("tomic", ("tomic",), ("tomic", "fileutils")),
)
_RENAMING = frozenset({"rename", ".replace("})
_ALIASED = v.ATOMIC_WRITES | frozenset(
    name.rpartition(".")[2] for table in (v.OPENERS, v.DUMPERS, v.SAVERS, v.COPIES, v.RENAMES) for name in table
)
_RETURNED = re.compile(r"\s*return\s+(?:await\s+)?[\w.]*(?:open|File)\(")
_ASSIGNED = frozenset({"open", "replace", "rename", "dump", "save", "copyfile", "copy", "write_text", "write_bytes"})


def hint_offsets(text: str, imports: str, own: tuple[str, ...] = ()) -> list[int]:
    """Where the text speaks of writing a file, also by one of a project's own writers; nowhere means that none is."""
    found: list[int] = []
    calls = {f"{name.rpartition('.')[2]}(" for name in own}
    for stem, endings, modules in (*_HINTS, *(_Hint(call, (call,)) for call in sorted(calls))):
        if modules and not any(module in imports for module in modules):
            continue
        at = text.find(stem)
        here = []
        tells = _TELLS.get(stem)
        while at >= 0:
            if text.startswith(endings, at) and (tells is None or tells(text, at)):
                here.append(at)
            at = text.find(stem, at + len(stem))
        if here and stem in _RENAMING and not any(word in text for word in _STAGED):
            # What `os` renames is a file, whatever else the text speaks of.
            here = [at for at in here if text.endswith(("os", "os."), 0, at)]
        found += here
    return found


def _opens_to_write(text: str, at: int) -> bool:
    """Most files are opened to be read, and most of those opens show it."""
    if text[at + 4] != "(":
        return True
    given = text[at + 5 : text.find(")", at)]
    if text[at - 1] == ".":
        return not given.startswith(_READING) and bool(given)
    path, comma, options = given.partition(",")
    if not path or path[0] in "\n*" or "(" in given or "\n" in given or "mode" in given:
        return True
    return bool(comma) and not options.strip().startswith(_READING)


def _publishes(text: str, at: int) -> bool:
    """`os.replace(…)`, or `path.replace(target)`; text.replace(old, new) and date.replace(year=…) rename nothing."""
    if text.endswith("os", 0, at):
        return True
    at += len(".replace(")
    given = text[at : text.find(")", at)]
    return bool(given) and given[0] not in "\"'\n" and "," not in given and "=" not in given


def _compresses(text: str, at: int) -> bool:
    return text.endswith(("Gzip", "BZ2", "LZMA"), 0, at)


def _saves(text: str, at: int) -> bool:
    """`np.save(…)` is a library's; most others are methods of one's own."""
    return not text.endswith(("self.", ").", "def ", "_"), 0, at) or text.startswith("save_", at)


_READING = ("encoding", "errors", "newline", *(f"{q}{mode}{q}" for q in "'\"" for mode in ("r", "rb", "rt")))
_TELLS: dict[str, Callable[[str, int], bool]] = {
    "open": _opens_to_write,
    ".replace(": _publishes,
    "File(": _compresses,
    "save": _saves,
}


def hinted_scopes(text_of: TextOf, top: Scope, offsets: list[int], others: frozenset[str]) -> list[Scope]:
    """The functions, classes and modules whose own text shows that they may write a file."""
    lines = {text_of.line_at(offset) for offset in offsets}
    lines.update(line for alias in others for line in text_of.lines(top, f"{alias}("))
    found = {id(top.at_line(line)) for line in lines}
    return [scope for scope in top.walk() if id(scope) in found]


def aliases(text_of: TextOf, top: Scope) -> frozenset[str]:
    """Other names under which this file calls what the hints look for."""
    found: set[str] = set()
    for scope in top.walk():
        if "tomic" in scope.name and scope.function is None:
            found.add(scope.name)
        for node in scope.imports:
            found.update(alias.asname for alias in node.names if alias.asname and _is_sought(alias.name))
            if isinstance(node, ast.ImportFrom) and node.module in ("os", "shutil"):
                found.update(alias.name for alias in node.names if alias.name in _ALIASED)
        for assigned in scope.aliases:
            if any(last_name(value) in _ASSIGNED for value in arms(assigned.value)):
                found.update(target.id for target in assigned.targets if isinstance(target, ast.Name))
    for line in text_of.lines(top, "open(") + text_of.lines(top, "File("):
        if _RETURNED.match(text_of.line(line)):
            found.add(top.at_line(line).name)
    return frozenset(found - {""})


def _is_sought(name: str) -> bool:
    return name in _ALIASED or "tomic" in name
