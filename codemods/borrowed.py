"""Names that a file imports for itself, and that other files of its project import from there."""

from __future__ import annotations

import ast
import gc
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from codemods.listing import listing
from codemods.project import import_root, is_marked, root_of
from flake8_atomic.analysis.names import spelled

_FROM = re.compile(r"^[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)", re.MULTILINE)
_PLAIN = re.compile(r"^[ \t]*import[ \t]+([^\n#;]*)", re.MULTILINE)
_ALIASED = re.compile(r"([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:,|\)|#|$)", re.MULTILINE)
_NAMED = re.compile(r"(?:^|[,(])(?:\s|#.*\n)*([\w*]+)")


class _Borrower(NamedTuple):
    """A file that imports these names from another; a star is one of them. Or the module itself, by this name."""

    path: str
    level: int
    module: tuple[str, ...]
    names: frozenset[str]

    def takes_from(self, path: str) -> bool:
        """Is it from this file that it imports?"""
        parts = tuple(_module(path).split(os.sep))
        if not self.level:
            return parts[-len(self.module) :] == self.module
        folder = tuple(os.path.dirname(self.path).split(os.sep))
        return parts == (*folder[: len(folder) - self.level + 1], *self.module)


class _Imports(NamedTuple):
    """Who in a project imports from which module, and who imports it by which name; by the last part of its own."""

    borrowers: dict[str, list[_Borrower]]
    users: dict[str, list[_Borrower]]


def is_borrowed(name: str, filename: str) -> bool:
    """Does another file of the project import this name from the file, reach it there, or need it by a star?"""
    todo = [os.path.abspath(filename)]
    for path in todo:
        for borrower in _imports(*_place(path)).borrowers[os.path.basename(_module(path))]:
            if not borrower.takes_from(path):
                continue
            if name in borrower.names or ("*" in borrower.names and _uses(borrower.path, name)):
                return True
            if "*" in borrower.names and borrower.path not in todo:
                todo.append(borrower.path)
    return any(_is_reached(name, path) for path in todo)


def _is_reached(name: str, path: str) -> bool:
    """Does another file import the module, and reach the name through it: `import pkg.config as c`, `c.json`?"""
    users = _imports(*_place(path)).users[os.path.basename(_module(path))]
    return any(
        _reaches(_text(user.path), alias, name) for user in users if user.takes_from(path) for alias in user.names
    )


def _reaches(text: str, alias: str, name: str) -> bool:
    if f"{alias}.{name}" not in text:
        return False
    try:
        nodes = ast.walk(ast.parse(text))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    attributes = (node for node in nodes if isinstance(node, ast.Attribute))
    return any(node.attr == name and spelled(node.value) == alias for node in attributes)


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix(f"{os.sep}__init__")


def _uses(path: str, name: str) -> bool:
    """Does it speak of a name without importing that itself?"""
    text = _text(path)
    own = re.search(rf"^[ \t]*(?:from[ \t].*)?import\b.*\b{name}\b", text, re.MULTILINE)
    return own is None and re.search(rf"\b{name}\b", text) is not None


def _place(path: str) -> tuple[str, bool]:
    """The folder that is looked through for a file, and whether with those below: a project, a package, or its own."""
    root, folder = root_of(path), os.path.dirname(path)
    if is_marked(root):
        return root, True
    top = import_root(folder)
    # Without a project the folder may be somebody's home.
    return (
        (folder, False) if top == folder else (os.path.join(top, os.path.relpath(folder, top).split(os.sep)[0]), True)
    )


@lru_cache(maxsize=4)
def _imports(place: str, deep: bool) -> _Imports:
    """What the files of a project import of each other."""
    found = _Imports(defaultdict(list), defaultdict(list))
    paths = [os.path.abspath(path) for path in _sources(place, deep)]
    known = {os.path.basename(_module(path)) for path in paths}
    for path in paths:
        text = _text(path)
        froms = _FROM.findall(text)
        folder = os.path.dirname(path).split(os.sep)
        for dots, module, names in froms:
            parts = tuple(filter(None, module.split(".")))
            last = (*folder[-len(dots) :][:1], *parts)[-1] if dots or parts else ""
            if last in known:
                found.borrowers[last].append(_Borrower(path, len(dots), parts, frozenset(_NAMED.findall(names))))
        for dots, above, names in (*(("", "", names) for names in _PLAIN.findall(text)), *froms):
            for module, alias in _ALIASED.findall(names):
                if (last := module.rpartition(".")[2]) in known:
                    parts = tuple(filter(None, f"{above}.{module}".split(".")))
                    found.users[last].append(_Borrower(path, len(dots), parts, frozenset({alias or module})))
    # A worker would be taken for full of what its files have left, and the next one begin all over again.
    gc.collect()
    return found


def _sources(place: str, deep: bool) -> Iterator[str]:
    beside = next(os.walk(place), (place, [], []))[2]
    for path in listing(place) if deep else [os.path.join(place, name) for name in beside]:
        if path.endswith(".py"):
            yield path


def _text(path: str) -> str:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""
