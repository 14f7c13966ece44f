"""What the files of a project import of each other, read once for all of them."""

from __future__ import annotations

import gc
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from codemods.project.listing import listing
from codemods.project.project import import_root, is_marked, root_of

_FROM = re.compile(r"[ \t]*from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(\([^)]*\)|[^\n#]*)")
# The same groups, without dots and a module.
_PLAIN = re.compile(r"[ \t]*()()import[ \t]+([^\n#;]*)")
_ALIASED = re.compile(r"([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*(?:,|\)|#|$)", re.MULTILINE)
_NAMED = re.compile(r"(?:^|[,(])(?:\s|#.*\n)*([\w*]+)")


class Borrower(NamedTuple):
    """A file that imports these names from another; a star is one of them. Or the module itself, by this name."""

    path: str
    level: int
    module: tuple[str, ...]
    names: frozenset[str]

    def takes_from(self, path: str) -> bool:
        """Is it from this file that it imports?"""
        parts = tuple(stem(path).split(os.sep))
        if not self.level:
            return parts[-len(self.module) :] == self.module
        folder = tuple(os.path.dirname(self.path).split(os.sep))
        return parts == (*folder[: len(folder) - self.level + 1], *self.module)


class Imports(NamedTuple):
    """Who in a project imports from which module, and who imports it by which name; by the last part of its own."""

    borrowers: dict[str, list[Borrower]]
    users: dict[str, list[Borrower]]


def imports_around(path: str) -> Imports:
    """Who imports from whom in the project of a file; from what was read once."""
    return _imports(*_place(os.path.abspath(path)))


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
def _imports(place: str, deep: bool) -> Imports:
    """What the files of a project import of each other."""
    found = Imports(defaultdict(list), defaultdict(list))
    paths = [os.path.abspath(path) for path in _sources(place, deep)]
    known = {os.path.basename(stem(path)) for path in paths}
    for path in paths:
        folder = os.path.dirname(path).split(os.sep)
        for statement in _statements(text_of(path)):
            dots, above, names = statement.groups()
            if statement.re is _FROM:
                parts = _parts(above)
                last = (*folder[-len(dots) :][:1], *parts)[-1] if dots or parts else ""
                if last in known:
                    found.borrowers[last].append(Borrower(path, len(dots), parts, frozenset(_NAMED.findall(names))))
            for module, alias in _ALIASED.findall(names):
                if (last := module.rpartition(".")[2]) in known:
                    user = Borrower(path, len(dots), _parts(f"{above}.{module}"), frozenset({alias or module}))
                    found.users[last].append(user)
    # A worker would be taken for full of what its files have left, and the next one begin all over again.
    gc.collect()
    return found


def _statements(text: str) -> Iterator[re.Match[str]]:
    """What looks like an import; a pattern that tries each line would take most of a run over many files."""
    at = 0
    while (at := text.find("import", at)) >= 0:
        start = text.rfind("\n", 0, at) + 1
        if found := _FROM.match(text, start) or _PLAIN.match(text, start):
            yield found
        # A line begins with one statement; each further word on it would only find that again.
        end = text.find("\n", max(at, found.end() if found else 0))
        at = end if end >= 0 else len(text)


def _parts(module: str) -> tuple[str, ...]:
    return tuple(filter(None, module.split(".")))


def _sources(place: str, deep: bool) -> Iterator[str]:
    beside = next(os.walk(place), (place, [], []))[2]
    for path in listing(place) if deep else [os.path.join(place, name) for name in beside]:
        if path.endswith(".py"):
            yield path


def text_of(path: str) -> str:
    """What stands in a file; nothing where it cannot be read."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def stem(path: str) -> str:
    """The path of a module, or of the package whose `__init__` it is."""
    return path.removesuffix(".py").removesuffix(f"{os.sep}__init__")
