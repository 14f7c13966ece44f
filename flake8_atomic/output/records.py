"""What the formats are told: plain records, whoever made them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Region(NamedTuple):
    """A piece of a text: lines and columns from 1, in characters, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Replacement(NamedTuple):
    """A piece of the file, and what stands there instead."""

    region: Region
    text: str


@dataclass(frozen=True)
class Site:
    """One finding, and what became of it."""

    code: str
    message: str
    region: Region
    level: str
    """safe, unsafe or none."""
    text: str
    """What an unsafe fix changes at run time, what to do instead where there is no fix."""
    fixed: bool
    replacements: tuple[Replacement, ...] = ()

    @property
    def state(self) -> str:
        """Fixed, unsafe (there is a fix, and nobody asked for it) or left."""
        if self.fixed:
            return "fixed"
        return "unsafe" if self.level == "unsafe" else "left"


@dataclass(frozen=True)
class File:
    """One file; `problem` says why it could not be handled, and then it is as it was."""

    path: str
    sites: tuple[Site, ...] = ()
    problem: str = ""
    note: str = ""
    """What else the user should know of this file."""
    before: bytes = b""
    after: bytes = b""

    @property
    def changed(self) -> bool:
        """Is there something to write?"""
        return self.before != self.after


@dataclass(frozen=True)
class Report:
    """A whole run, its files in the order of their names."""

    files: tuple[File, ...]
    written: bool = True
    """False where the run only tells or shows."""

    @property
    def sites(self) -> list[Site]:
        """Every finding of every file."""
        return [site for file in self.files for site in file.sites]


def as_text(path: str) -> str:
    """The path for a format that escapes characters itself: only bytes that are no text are escaped."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def shown(path: str) -> str:
    """The path for one line of output: what is no text, or would end the line, is escaped."""
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in as_text(path))
