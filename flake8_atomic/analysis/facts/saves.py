"""Does a library's method empty the file at the path that it is given? `tree.to_json("name")` makes a text."""

from __future__ import annotations

import ast
import re

from flake8_atomic.analysis.code.names import Term, called_as, dotted, last_name
from flake8_atomic.analysis.code.strings import constants
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.files.already_open import is_handle
from flake8_atomic.analysis.files.events import Save
from flake8_atomic.analysis.paths.receivers import is_path
from flake8_atomic.analysis.paths.types_told import types_of
from flake8_atomic.analysis.vocabulary import BOOKS, FRAMES, SAVER_MODES, SAVERS, TREE_TYPES, TREES

# What is called so is written to, whoever has opened it.
_HANDLES = frozenset({"buf", "buffer", "fileobj", "handle", "sink", "stream"})
# `pa.BufferOutputStream()`, `pa.OSFile(path, "wb")`, `fs.open_output_stream(name)`: Arrow writes to what it has opened.
_SINK = re.compile(r"\w*(?:Stream|File|Buffer|_stream|memory_map)")
_TAKING = (ast.Call, ast.keyword, ast.FormattedValue, ast.Attribute, ast.Subscript)


def saves_to_a_path(save: Save, file: File) -> bool:
    """Is it a method of what the library makes, and is it given a path rather than a handle?"""
    if save.receiver is not None and not _is_tree(save.receiver, file):
        return False
    if save.function.startswith(".") and not (_is_of_frames(save, file) and _empties(save, file)):
        return False
    if save.function.endswith(".dump") and save.function not in SAVERS and is_path(save.path, file.paths) is not True:
        return False  # a stream, as most that are given
    if _HANDLES & set(split_words(last_name(save.path.node))[-1:]) or _goes_elsewhere(save, file):
        return False
    return file.handles.opened(save.path) is None and not is_handle(save.path, file.values)


def _goes_elsewhere(save: Save, file: File) -> bool:
    """Does Arrow write to a filesystem of another kind, or to a sink of its own?"""
    if not save.function.startswith("pyarrow."):
        return False
    made = (origin.term.node for origin in file.values.origins(save.path))
    sinks = any(isinstance(node, ast.Call) and _SINK.fullmatch(called_as(node)) for node in made)
    return sinks or any(word.arg == "filesystem" for word in save.call.keywords)


def book_of(save: Save, file: File) -> ast.AST | None:
    """The `ExcelWriter(path)` that it is one sheet of, if it is any: all of them are saved as one file."""
    for origin in file.values.origins(save.path):
        node = origin.term.node
        if isinstance(node, ast.Call) and dotted(origin.term.at(node.func)) in BOOKS:
            return node
    return None


def _is_of_frames(save: Save, file: File) -> bool:
    """Is it the method of a table or a model? `file.write(tree.to_json("name"))` takes a text from it."""
    return not isinstance(file.parents.of(save.call), _TAKING) and file.text_of.holds(file.top, FRAMES)


def _empties(save: Save, file: File) -> bool:
    """Does the method empty the file, not append to it or refuse one that is there?"""
    mode = next((keyword.value for keyword in save.call.keywords if keyword.arg == "mode"), None)
    if mode is None:
        return SAVER_MODES.get(save.function[1:], "w") == "w"
    return any(text.startswith("w") for text in constants(save.term(mode), file.values))


def _is_tree(term: Term, file: File) -> bool:
    return file.values.made_by(term, TREES) or not TREE_TYPES.isdisjoint(types_of(term, file.values))
