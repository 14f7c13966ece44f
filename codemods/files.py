"""Which files a run handles, each once and at its real place."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple

from codemods.project.listing import is_closed, listing, of_others
from codemods.project.vendored import is_vendored
from flake8_atomic.settings.selection import Selection

_NO_FILE = "not a regular file"
_NO_SOURCE = (_NO_FILE, os.strerror(errno.ENOENT), os.strerror(errno.ELOOP))


class Target(NamedTuple):
    """A file by the name that the user knows, and by the one under which it is written."""

    path: str
    real: str


@dataclass
class Targets:
    """What was found, in the order of the names, and why the rest cannot be handled."""

    selection: Selection
    files: list[Target] = field(default_factory=list)
    problems: dict[str, str] = field(default_factory=dict)
    of_others: set[str] = field(default_factory=set)
    """Folders of code that others wrote, which were passed over."""

    def add(self, paths: Sequence[str]) -> None:
        """Take these files, and the Python files of these folders."""
        found: dict[str, str] = {}
        for path in paths:
            below = os.path.isdir(path)
            real_of = _real_ones() if below else os.path.realpath
            for file in self._below(path) if below else self._itself(path):
                real = real_of(file)
                # A link and its file are one: the name that is not a link is the one to speak of.
                if real not in found or os.path.islink(found[real]):
                    found[real] = file
        self.files = sorted(Target(_plain(path), real) for real, path in found.items())

    def _itself(self, path: str) -> Iterator[str]:
        if self.selection.excludes(path):
            return
        if (problem := _unusable(path)) is not None:
            self.problems[_plain(path)] = problem
        elif not is_vendored(os.path.dirname(path)):
            yield path

    def _below(self, folder: str) -> Iterator[str]:
        if is_closed(os.path.abspath(folder)):
            self.problems[_plain(folder)] = (
                "a virtual environment or a folder of tools is not entered; name what is in it"
            )
            return
        some = False
        # Most folders hold many files, and each is asked the same.
        shuts = cache(partial(self.selection.shuts, under=folder))
        vendored = cache(is_vendored)
        others = cache(partial(of_others, folder=folder))
        for path in listing(folder, self._closed):
            inner = os.path.dirname(path)
            if self.selection.admits(path) and not (shuts(inner) or self.selection.excludes(path)):
                problem = _unusable(path)
                # Nobody named it: a link that leads nowhere, a pipe or a file that git misses is passed over.
                if problem in _NO_SOURCE:
                    continue
                some = True
                if problem is not None:
                    self.problems[_plain(path)] = problem
                elif not vendored(inner):
                    if foreign := others(inner):
                        self.of_others.add(_plain(foreign))
                    else:
                        yield path
        if not some and _plain(folder) not in self.problems:
            self.problems[folder] = "this folder has no Python files, or all of them are ignored or excluded"

    def _closed(self, error: OSError) -> None:
        self.problems[_plain(str(error.filename))] = f"this folder cannot be listed, {error.strerror}"


def _unusable(path: str) -> str | None:
    try:
        mode = os.stat(path).st_mode
    except OSError as error:
        return error.strerror or str(error)
    except ValueError:
        return "no file can have this name"
    return None if stat.S_ISREG(mode) else _NO_FILE


def _real_ones() -> Callable[[str], str]:
    """`realpath` for the files of a walk, which asks for each folder once: it looks at every part of a path."""
    real = cache(os.path.realpath)

    def real_of(file: str) -> str:
        if os.path.islink(file):
            return os.path.realpath(file)
        folder, name = os.path.split(file)
        return os.path.join(real(folder), name)

    return real_of


def _plain(path: str) -> str:
    return path.removeprefix(os.path.join(os.curdir, ""))
