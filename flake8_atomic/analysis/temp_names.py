"""What a temp is called and where it lies: the same name for all, another filesystem."""

from __future__ import annotations

import ast

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Open
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.openings import argument
from flake8_atomic.analysis.paths import holds
from flake8_atomic.analysis.replaces import Replace

MOVES = frozenset({"shutil.move", "django.core.files.move.file_move_safe"})
RENAMING = frozenset({"os.rename", "os.renames", "rename", "pathlib.Path.rename"})
_OF_PATHS = frozenset(f"os.path.{name}" for name in ("dirname", "basename", "join", "split", "splitext"))
_NAMING = frozenset(
    {"parent", "name", "stem", "suffix", "with_suffix", "with_name", "with_stem", "dirname", "basename"}
)


def fixed_name(replace: Replace) -> bool:
    """Is the temp's name the same in every process: nothing but the target's own and constants?"""
    if replace.birth is not None or any("x" in mode for handle in replace.handles for mode in handle.modes):
        return False
    todo = [replace.source]
    while todo:
        key = todo.pop()
        if not isinstance(key, tuple) or key[0] == "constant" or holds(replace.target, key):
            continue
        how, *parts = key
        if how in ("join", "text"):
            todo += parts
        elif how == "item" or (how == "attribute" and parts[1] in _NAMING):
            todo.append(parts[0])
        elif how == "call" and parts[0] in _OF_PATHS:
            todo += parts[-1]
        elif how == "call" and len(parts) == 3 and parts[1] in _NAMING:
            todo += [parts[0], *parts[2]]
        else:
            return False
    return True


def elsewhere(file: File, birth: Open) -> bool:
    """Was the temp born without a word of where, so that it may lie on another filesystem?"""
    node = birth.call
    position = 2 if birth.spelling == "tempfile.mkstemp" else 6
    where = argument(node, v.Argument(position, "dir"))
    if where is None:
        return not any(keyword.arg is None for keyword in node.keywords)
    return all(_default_folder(origin.term) for origin in file.values.origins(birth.term(where)))


def _default_folder(term: Term) -> bool:
    node = term.node
    if isinstance(node, ast.Call):
        return dotted(term.at(node.func)) in ("tempfile.gettempdir", "tempfile.mkdtemp")
    return isinstance(node, ast.Constant) and node.value in (None, "/tmp", "/var/tmp")
