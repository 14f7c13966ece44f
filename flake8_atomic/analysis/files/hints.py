"""The text says where to look: most functions write no file and are never read."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.names import arms, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.text_of import TextOf
from flake8_atomic.analysis.code.values import Values
from flake8_atomic.analysis.files.telling import TELLS

_FRAMES = tuple(
    f".to_{kind}{end}"
    for kind in ("csv", "json", "pickle", "parquet", "feather", "excel", "hdf", "stata", "orc", "netcdf")
    for end in "(,"
)
_STAGED = ("tmp", "temp", "suffix", "with_name", ".part", ".new", ".lock", "stag", "swap", "atomic")


class _Hint(NamedTuple):
    """A stem, how the text goes on, and the modules of which the file must import one for it to mean a file."""

    stem: str
    endings: tuple[str, ...]
    modules: tuple[str, ...] = ()


# Each stem costs one search in every file that imports its modules, so there are few.
_HINTS = (
    _Hint("open", ("open(", "open (", "open\n", "open_file(", "open_file\n")),
    _Hint(
        "write_",
        (
            "write_text",
            "write_bytes",
            "write_json(",
            "write_csv",
            "write_parquet(",
            "write_ndjson(",
            "write_ipc(",
            "write_index",
            "write_feather",
            "write_table",
        ),
    ),
    _Hint(".write(", (".write(",), ("etree", "ElementTree", "configobj")),
    _Hint("File", ("File(", "File\n", "FileIO(", "FileIO\n"), ("gzip", "bz2", "lzma", "import io", "from io")),
    _Hint("copy", ("copyfile", "copy(", "copy2", "copy\n", "copy,"), ("shutil",)),
    _Hint("Lock", ("Lock(", "Lock\n"), ("portalocker",)),
    _Hint("nput", ("nput(", "nput\n"), ("fileinput",)),
    _Hint(
        "save",
        (
            "save(",
            "save\n",
            "save,",
            "savez",
            "savetxt",
            "save_npz",
            "savemat",
            "save_file",
            "save_model",
            "save_weights(",
        ),
        ("torch", "paddle", "safetensors", "keras", "numpy", "scipy", "accelerate", "fabric"),
    ),
    _Hint("dump", ("dump(", "dump\n", "dump,"), ("joblib", "yaml")),
    _Hint(".to_", _FRAMES),
    _Hint(".tofile(", (".tofile(",), ("numpy",)),
    _Hint("rename", ("rename(", "rename (", "renames(", "rename\n")),
    _Hint("move", ("move(", "move\n", "move,"), ("shutil",)),
    _Hint(".replace(", (".replace(",)),
    _Hint("tomic", ("tomic",), ("tomic", "fileutils")),
)
_RENAMING = frozenset({"rename", ".replace("})
_WRITING = v.ATOMIC_WRITES | {name.rpartition(".")[2] for name in v.WRITERS}
_MODULES = tuple({name.partition(".")[0] for name in v.WRITERS})
_ASSIGNED = frozenset(v.WHOLE_WRITES) | {name.rpartition(".")[2] for name in v.WRITERS | v.HANDLE_CALLS}


def hint_offsets(text: str, imports: str, own: tuple[str, ...] = ()) -> list[int]:
    """Where the text speaks of writing a file, also by one of a project's own writers; nowhere means that none is."""
    found: list[int] = []
    unstaged: list[int] = []
    calls = dict.fromkeys(f"{name.rpartition('.')[2]}(" for name in own)
    for stem, endings, modules in _HINTS + tuple(_Hint(call, (call,)) for call in calls) if own else _HINTS:
        if modules and not any(module in imports for module in modules):
            continue
        at = text.find(stem)
        here = []
        tells = TELLS.get(stem)
        while at >= 0:
            if text.startswith(endings, at) and (tells is None or tells(text, at)):
                here.append(at)
            at = text.find(stem, at + len(stem))
        if here and stem in _RENAMING and not any(word in text for word in _STAGED):
            # What `os` renames is a file, whatever else the text speaks of; others, where files are written.
            unstaged += here
            here = [at for at in here if text.endswith(("os", "os."), 0, at)]
        found += here
    if any(map(_renames_a_writer, imports.split(" as ")[:-1])):
        found.append(0)  # where it is called, no word of it may stand
    return found + unstaged if found else found


def _renames_a_writer(before: str) -> bool:
    """Is it `from gzip import open`, before ` as packed`? What other modules call so is judged by what it does."""
    name, module = _last_word(before), before[before.rfind("from ") + len("from ") :]
    return name in v.ATOMIC_WRITES or (name in _WRITING and module.startswith(_MODULES))


def _last_word(text: str) -> str:
    # A pattern of words costs a third of all the searches.
    return text[max(text.rfind(" "), text.rfind("(")) + 1 :]


def _imported(node: ast.ImportFrom) -> Iterator[str]:
    """The names that an import gives to what is known by another, or that the hints only know with its module."""
    for alias in node.names:
        if alias.asname is not None:
            if "tomic" in alias.name or f"{node.module}.{alias.name}" in v.FUNCTIONS:
                yield alias.asname
        elif node.module in ("os", "shutil") and alias.name in _WRITING:
            yield alias.name


def hinted_scopes(text_of: TextOf, top: Scope, offsets: list[int], others: frozenset[str]) -> list[Scope]:
    """The functions, classes and modules whose own text shows that they may write a file."""
    lines = {text_of.line_at(offset) for offset in offsets}
    lines.update(line for alias in others for line in text_of.lines(top, f"{alias}("))
    return sorted({top.at_line(line) for line in lines}, key=lambda scope: (scope.first, -scope.last))


def aliases(values: Values) -> frozenset[str]:
    """Other names under which this file calls what the vocabulary knows."""
    found = set(values.fopens)
    for scope in values.top.walk():
        if "tomic" in scope.name and scope.function is None:
            found.add(scope.name)
        for node in scope.imports:
            if isinstance(node, ast.ImportFrom):
                found.update(_imported(node))
        for assigned in scope.aliases:
            if any(last_name(value) in _ASSIGNED for value in arms(assigned.value)):
                found.update(target.id for target in assigned.targets if isinstance(target, ast.Name))
    return frozenset(found - {""})
