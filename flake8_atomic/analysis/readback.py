"""Is the path that is written read elsewhere in the file: by a loader, or by whoever asks whether it exists?"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from flake8_atomic.analysis import lexicon
from flake8_atomic.analysis import vocabulary as v
from flake8_atomic.analysis.events import Event, Read
from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.flow import leaves
from flake8_atomic.analysis.names import Term, dotted, visible
from flake8_atomic.analysis.paths import Key
from flake8_atomic.analysis.scopes import Scope, bodies
from flake8_atomic.analysis.wording import function_words

_READS = re.compile(r"open|read|exists|is_?file|load|parse|stat")
_DEEP = 3


def read_elsewhere(file: File, write: Event, path: Term) -> Event | None:
    """The read that shows that a later run takes what this write leaves."""
    key = file.paths.key(path)
    if not isinstance(key, tuple) or key[0] in ("unknown", "deep", "made", "expression"):
        return None
    for read in file.reads(write.scope, key):
        # What is read after the write in the same run is a check or a use, not a later start.
        if read.call is not write.call and read.place.order < write.place.order:
            if not (isinstance(read, Read) and read.asks) or _decides(read, write):
                return read
    return next((read for scope in _others(file, write, path, key) for read in file.reads(scope, key)), None)


def readers(file: File, write: Event, path: Term) -> list[Event]:
    """Every place in the file where what this path holds is read, and not only asked after."""
    key = file.paths.key(path)
    reads = (read for scope in (write.scope, *_others(file, write, path, key)) for read in file.reads(scope, key))
    return [read for read in reads if read.call is not write.call and not (isinstance(read, Read) and read.asks)]


def _others(file: File, write: Event, path: Term, key: Key) -> list[Scope]:
    """The other scopes that may speak of the same path."""
    scopes = partners(write.scope) if _of_caller(key) else _mentioning(file, path)
    return [scope for scope in scopes if scope is not write.scope]


def _decides(asked: Event, write: Event) -> bool:
    """Is the write done, or left out, because the file is there: is a half one taken for whole?"""
    inside = {id(block.node) for block in write.place.block.around()}
    todo: list[ast.stmt] = list(asked.scope.node.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.If) and any(part is asked.call for part in ast.walk(node.test)):
            # Who raises because the file is there, takes it for nothing.
            return id(node) in inside or (leaves(node.body) and not isinstance(node.body[-1], ast.Raise))
        todo.extend(statement for body in bodies(node) for statement in body)
    return False


def _of_caller(key: object) -> bool:
    """Is the path made of what the caller gives, which two functions may call alike and mean otherwise?"""
    return isinstance(key, tuple) and (key[:1] == ("parameter",) or any(_of_caller(part) for part in key))


def partners(scope: Scope) -> list[Scope]:
    """`load_index` and `save_index` of one class or module speak of one thing."""
    words = function_words(scope)
    thing = [word for word in words if word not in lexicon.WRITING]
    partners = []
    for sibling in scope.parent.children if scope.parent is not None else ():
        called = function_words(sibling)
        if called != words and [word for word in called if word not in lexicon.READING] == thing:
            partners.append(sibling)
    return partners


def _mentioning(file: File, path: Term) -> list[Scope]:
    """The functions whose text holds a name that the path is made of, and reads something."""
    tokens = sorted(set(_tokens(path, _DEEP)), key=len, reverse=True)[:6]
    lines = [line for token in tokens for line in file.text_of.lines(file.top, token, whole=True)]
    scopes = dict.fromkeys(map(file.top.at_line, lines))
    return [scope for scope in scopes if file.text_of.holds(scope, _READS)]


def _tokens(term: Term, depth: int) -> Iterator[str]:
    """The names and file names that another function would write to mean the same path."""
    for node in ast.walk(term.node):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "." in node.value:
            yield node.value.rstrip("/").rpartition("/")[2]
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            bounds = visible(node.id, term)
            if not bounds or bounds[0].scope.function is None:
                if dotted(term.at(node)) not in v.SAME_PATH:
                    yield node.id
            elif depth:
                for bound in bounds:
                    if bound.binding.how == "value" and bound.binding.value is not None:
                        yield from _tokens(bound.term(bound.binding.value), depth - 1)
