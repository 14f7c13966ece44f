"""Which module a file is, and which file a module is."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import NamedTuple

from codemods.project.project import root_of


class Module(NamedTuple):
    """A file as import statements see it: its dotted name, the folder that name starts from, and its package.

    What stands in one of the folders of its project is its own code as well, to whoever sorts imports.
    """

    name: str
    root: str
    package: str
    project: tuple[str, ...] = ()


def module_of(filename: str, imported: str) -> Module:
    """The module that a file is, named as one that can import the other."""
    folder, base = os.path.split(os.path.abspath(filename))
    below: list[str] = []
    packages: list[str] | None = None
    while True:
        if packages is None and not os.path.isfile(os.path.join(folder, "__init__.py")):
            packages, root = list(below), folder
        if packages is not None and file_of(imported, folder) is not None:
            # A folder without __init__ is a package as well, where it is imported as one.
            packages, root = list(below), folder
            break
        parent, part = os.path.split(folder)
        if parent == folder or not part.isidentifier():
            break
        folder = parent
        below.insert(0, part)
    packages, root = (below, folder) if packages is None else (packages, root)
    stem = base.removesuffix(".py")
    package = ".".join(packages)
    name = package if stem == "__init__" and package else ".".join([*packages, stem])
    project = root_of(filename)
    return Module(name, root, package, (project, os.path.join(project, "src")))


def resolved(module: str | None, level: int, package: str) -> str:
    """The absolute name of what a `from` statement names; one that leaves the package keeps its dots."""
    parts = package.split(".") if package else []
    if not level:
        return module or ""
    if level > len(parts):
        return "." * level + (module or "")
    return ".".join([*parts[: len(parts) - level + 1], *filter(None, [module])])


def shared_start(one: Sequence[str], other: Sequence[str]) -> int:
    """How far two sequences are the same."""
    same, end = 0, min(len(one), len(other))
    while same < end:
        middle = (same + end + 1) // 2
        if one[same:middle] == other[same:middle]:
            same = middle
        else:
            end = middle - 1
    return same


def relative(module: str, package: str) -> str:
    """The module as a file of this package names it from where it stands; as it is where they share nothing."""
    own, theirs = package.split("."), module.split(".")
    shared = shared_start(own, theirs)
    return "." * (len(own) - shared + 1) + ".".join(theirs[shared:]) if shared else module


def file_of(module: str, root: str) -> str | None:
    """The file of a module below a folder, or None."""
    place = os.path.join(root, *module.split("."))
    found = (os.path.join(place, "__init__.py"), f"{place}.py")
    return next((path for path in found if os.path.isfile(path)), None)


def is_own(top: str, own: Module) -> bool:
    """Is this package or module part of the project that the file belongs to?"""
    if top == own.package.partition(".")[0] or file_of(top, own.root) is not None:
        return True
    places = [os.path.join(folder, top) for folder in own.project]
    return any(os.path.isdir(place) or os.path.isfile(f"{place}.py") for place in places)
