"""The project around some paths: where it begins, where its modules are, what it depends on at run time."""

from __future__ import annotations

import configparser
import itertools
import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence

MARKS = ("pyproject.toml", "setup.cfg", "setup.py", ".git")
_REQUIREMENT = re.compile(r"""(?:^|["'])\s*flake8[-_.]+atomic\s*(?:$|["'\[<>=!~;@ #(])""", re.IGNORECASE | re.MULTILINE)
_NOT_AT_RUN_TIME = re.compile(r"dev|test|lint|doc|ci|check", re.IGNORECASE)


class Refused(Exception):
    """The run cannot begin; the message is the one line that says why."""


def root_of(path: str) -> str:
    """The nearest folder at or above that is marked as a project, else the working directory above, or the folder."""
    start, here = _folder(path), os.path.abspath(os.curdir)
    above = list(_upwards(start))
    return next(filter(is_marked, above), here if here in above else start)


def is_marked(folder: str) -> bool:
    """Does something in the folder say that a project begins here?"""
    return any(os.path.exists(os.path.join(folder, mark)) for mark in MARKS)


def import_roots(paths: Iterable[str]) -> list[str]:
    """The folders from which the code below these paths can import, most likely first."""
    found = [os.path.abspath(os.curdir), os.path.abspath("src")]
    for path in paths:
        root = root_of(path)
        found += [import_root(path), root, os.path.join(root, "src"), os.path.join(root, "lib")]
    return [folder for folder in dict.fromkeys(found) if os.path.isdir(folder)]


def import_root(path: str) -> str:
    """The folder above the outermost package that holds this file or folder."""
    folder = _folder(path)
    while os.path.exists(os.path.join(folder, "__init__.py")):
        folder = os.path.dirname(folder)
    return folder


def is_in_package(path: str) -> bool:
    """Is its folder, or one above it in the project, a package?"""
    root = root_of(path)
    folders = itertools.takewhile(lambda folder: folder != root, _upwards(_folder(path)))
    return any(os.path.exists(os.path.join(folder, "__init__.py")) for folder in (*folders, root))


def depends_on_us(paths: Sequence[str]) -> bool:
    """Do all of these projects say that they need flake8-atomic at run time?"""
    folders = {os.path.dirname(path) or os.curdir for path in paths}
    return all(any(map(names_us, _requirements(root))) for root in set(map(root_of, folders)))


def names_us(text: str) -> bool:
    """Is flake8-atomic one of the requirements in this text, each in quotes or on a line of its own?"""
    return _REQUIREMENT.search(text) is not None


def text_in(root: str, name: str) -> str:
    """The text of a file of the folder, nothing where there is none."""
    try:
        with open(os.path.join(root, name), encoding="utf-8", errors="replace") as file:
            return file.read()
    except OSError:
        return ""


def _requirements(root: str) -> Iterator[str]:
    """Yield each piece of metadata that may name a run-time dependency."""
    yield from _of_pyproject(text_in(root, "pyproject.toml"))
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text_in(root, "setup.cfg"))
    except configparser.Error:
        pass  # not ours to complain of
    else:
        yield parser.get("options", "install_requires", fallback="")
    yield text_in(root, "setup.py")
    for name in sorted(os.listdir(root)) if os.path.isdir(root) else ():
        if name.startswith("requirements") and name.endswith((".txt", ".in")) and not _NOT_AT_RUN_TIME.search(name):
            yield text_in(root, name)


def _of_pyproject(text: str) -> Iterator[str]:
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    project, tools = told.get("project"), told.get("tool")
    if isinstance(project, dict):
        yield str(project.get("name"))
        yield from map(str, project.get("dependencies", ()))
    poetry = tools.get("poetry") if isinstance(tools, dict) else None
    if isinstance(poetry, dict):
        yield from map(str, poetry.get("dependencies", ()))


def _folder(path: str) -> str:
    return os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path) or os.curdir)


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    while (above := os.path.dirname(folder)) != folder:
        folder = above
        yield folder
