"""Files that are written whole without our helpers: by those of others or of the project, or by a home-made replace."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.code.arguments import given_to
from flake8_atomic.analysis.code.definitions import definition
from flake8_atomic.analysis.code.expressions import entering
from flake8_atomic.analysis.code.names import Term, called_as, dotted
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.events import Atomic, Event, Use, Whole
from flake8_atomic.analysis.files.openings import argument
from flake8_atomic.analysis.paths.receivers import is_path
from flake8_atomic.analysis.replaces.replaces import Replace
from flake8_atomic.analysis.state.own_writers import OwnWriters

_OPENING = frozenset({"safer.open", "safer.writer"})
_ATOMIC = frozenset({"atomic", "atomically"})
_WRITING = frozenset({
    "write", "writer", "writing", "save", "saver", "saving", "dump", "store", "persist", "put", "open", "file",
    "text", "bytes", "json", "yaml", "toml", "pickle", "csv",
})  # fmt: skip
_PLACES = frozenset({"path", "filename", "file_path", "filepath", "file", "dest", "dest_path", "target", "dst"})
_READING = frozenset({"r", "rb", "rt", "a", "ab", "at"})
_MODE = v.Argument(1, "mode")


def written_by_others(file: File, scope: Scope, names: tuple[str, ...]) -> Iterator[Atomic]:
    """What a scope has written by the helpers of other libraries, or of the project."""
    own = OwnWriters(file, names)
    safer = "safer" in file.source.imports
    if not (names or safer or file.text_of.speaks(scope, ("tomic", *file.aliases))):
        return
    for node, place in flow_of(scope).calls:
        called = called_as(node)
        # To look up what each call of a file stands for costs more than all else that is asked here.
        told = safer or "tomic" in called or called in file.aliases
        if called in v.ATOMIC_WRITES or not (told or names):
            continue
        function = Term(node.func, scope, place)
        if own.include(function) or _says_so(function, node):
            path = _path(node, function, file)
            if path is not None:
                # What is entered takes the data from the block, and is given how it shall write.
                entered = entering(scope.node, node) is not None
                data = () if entered else tuple(arg for arg in given_to(node) if arg is not path)
                yield Atomic(node, scope, place, function.at(path), called_as(node), data)


def _says_so(function: Term, node: ast.Call) -> bool:
    """Does its name say that it writes atomically, and no function of this file, which is judged by what it does?"""
    mode = argument(node, _MODE)
    told = mode.value if isinstance(mode, ast.Constant) and isinstance(mode.value, str) else None
    name = dotted(function) or ""
    if name in _OPENING:
        return told is not None and "w" in told
    words = set(split_words(name.rpartition(".")[2] or called_as(node)))
    if words.isdisjoint(_ATOMIC) or words.isdisjoint(_WRITING) or told in _READING:
        return False
    here = definition(function)
    return here is None or here.function is None


def _path(node: ast.Call, at: Term, file: File) -> ast.expr | None:
    """The path among the arguments: the one that is called so, else the first, but where the second is proved one."""
    for keyword in node.keywords:
        if keyword.arg in _PLACES:
            return keyword.value
    first = [arg for arg in node.args[:2] if not isinstance(arg, ast.Starred)]
    proved = [arg for arg in first if is_path(at.at(arg), file.paths)]
    return next(iter([*proved, *first]), None)


def written_by_replace(replace: Replace) -> Atomic:
    """What a home-made replace publishes, with what is put into the temp by the function that renames it."""
    rename = replace.rename
    here = (filling.event for filling in replace.fillings if filling.event.scope is rename.scope)
    data = tuple(node for event in here for node in _content(event, replace))
    return Atomic(rename.call, rename.scope, rename.place, rename.target, "replace", data)


def _content(event: Event, replace: Replace) -> Iterator[ast.expr]:
    """What is written; of a call that is given the temp, what else it is given."""
    if isinstance(event, (Use, Whole)):
        yield from (node for node in event.data if isinstance(node, ast.expr))
    else:
        yield from (node for node in given_to(event.call) if not replace.concerns(node, event))
