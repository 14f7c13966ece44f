"""One file in a process of its own: read, rewritten, and handed back; nothing is written here."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass, replace
from typing import NamedTuple

from codemods.files import Target
from codemods.project.content import Content, Unusable, decoded
from codemods.rewrite import Site, Wish, rewrite
from codemods.running.chosen import Chosen, Only
from codemods.syntax.replacements import replacements
from flake8_atomic.output import records
from flake8_atomic.settings.selection import Selection


class Identity(NamedTuple):
    """By what a file is known again."""

    device: int
    inode: int
    size: int
    modified: int
    links: int

    @property
    def but_links(self) -> tuple[int, ...]:
        """What stays while other names of the file come and go."""
        return self[:-1]

    @classmethod
    def of(cls, status: os.stat_result) -> Identity:
        """Return the identity of a file as it stands."""
        return cls(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_nlink)


class Outcome(NamedTuple):
    """What became of one file; its bytes only where they differ."""

    file: records.File
    identity: Identity | None = None


@dataclass(frozen=True)
class Work:
    """What a worker does to each file."""

    wish: Wish
    selection: Selection
    with_replacements: bool = False

    def __call__(self, target: Target) -> Outcome:
        """Read and rewrite one file; whatever goes wrong is its problem."""
        try:
            data, identity = read(target.real)
            return Outcome(self.rewritten(data, target.path), identity)
        except OSError as error:
            return Outcome(failed(target.path, error.strerror or str(error)))

    def rewritten(self, data: bytes, path: str) -> records.File:
        """What the rewrite makes of these bytes."""
        try:
            content = decoded(data)
            result = rewrite(content.text, path, self.wish, Chosen(self.selection, path))
            after = content.stored(result.after) if result.after != result.before else b""
            sites = tuple(self._told(site, content, path) for site in result.sites)
        except Unusable as reason:
            return failed(path, str(reason))
        except Exception as error:  # noqa: BLE001 one odd file must not end the run over all the others
            fault = " ".join(f"{type(error).__name__} {error}".split())
            return failed(path, f"atomicize failed on this file, {fault}; please report it with the file")
        if result.problem:
            return records.File(path, sites, result.problem)
        return records.File(path, sites, before=data, after=after) if after else records.File(path, sites)

    def _told(self, site: Site, content: Content, path: str) -> records.Site:
        line, column, end_line, end_column = site.span
        region = records.Region(line, column + 1, end_line, end_column + 1)
        found: tuple[records.Replacement, ...] = ()
        if self.with_replacements and site.level != "none":
            found = self._alone(site, content, path)
        return records.Site(site.code, site.message, region, site.level, site.text, site.fixed, found)

    def _alone(self, site: Site, content: Content, path: str) -> tuple[records.Replacement, ...]:
        """What is replaced where this site alone is fixed, its import included."""
        only = Only(Chosen(self.selection, path), content.text, site.code, site.span.line, site.span.column)
        wish = replace(self.wish, unsafe=True)
        return replacements(content.text, rewrite(content.text, path, wish, only).after)


def failed(path: str, problem: str) -> records.File:
    """A file that could not be handled."""
    return records.File(path, problem=problem)


def read(path: str) -> tuple[bytes, Identity]:
    """The bytes of a file, and by what it is known again."""
    # A pipe that took the file's place since it was found would be waited for until the time limit.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(descriptor, "rb") as file:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(0, "not a regular file", path)
        return file.read(), Identity.of(status)
