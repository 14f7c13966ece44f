"""Which module a file is, which file a module is, and what is loaded with it."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from codemods.project import root_of
from flake8_atomic.analysis.scopes import bodies


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


def loads(module: str, own: Module) -> bool:
    """Does loading that module load the file first, so that the file cannot import it when it is loaded itself?"""
    # The packages around the file are being loaded already when it is: what they import does no harm.
    around = {own.name, own.package, *(own.package[:end] for end in _ends(own.package))}
    todo = [module, *(module[:end] for end in _ends(module) if module[:end] not in around)]
    done: set[str] = set()
    while todo:
        name = todo.pop()
        if name == own.name:
            return True
        if name not in done:
            done.add(name)
            path = file_of(name, own.root)
            package = name if path is not None and os.path.basename(path) == "__init__.py" else name.rpartition(".")[0]
            for other in _loaded_by(path, package, own.root) if path is not None else ():
                todo += [other, *(other[:end] for end in _ends(other) if other[:end] not in around)]
    return False


def _ends(name: str) -> list[int]:
    """Where the names of the packages around a module end."""
    return [place for place, character in enumerate(name) if character == "."]


@lru_cache(maxsize=4096)
def _loaded_by(path: str, package: str, root: str) -> tuple[str, ...]:
    """The modules that a file imports when it is loaded."""
    try:
        with open(path, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return ()
    return tuple(name for node in imports_of(tree) for name in _named(node, package, root))


def _named(node: ast.Import | ast.ImportFrom, package: str, root: str) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
        return
    base = resolved(node.module, node.level, package)
    for alias in node.names:
        inner = f"{base}.{alias.name}"
        yield inner if file_of(inner, root) else base


def imports_of(tree: ast.Module) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements that run when the module is loaded."""
    todo: list[list[ast.stmt]] = [tree.body]
    while todo:
        for node in todo.pop():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield node
            elif isinstance(node, ast.If) and is_type_checking(node.test):
                todo.append(node.orelse)
            elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                todo.extend(bodies(node))


def is_type_checking(test: ast.expr) -> bool:
    """Is this the condition that only type checkers fulfil?"""
    name = test.attr if isinstance(test, ast.Attribute) else test.id if isinstance(test, ast.Name) else ""
    return name == "TYPE_CHECKING"
