"""The smallest changes that can reach the disk on their own, and what orders them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable

PAGE = 4096


@dataclass(frozen=True, slots=True)
class Link:
    """A name now stands for an inode."""

    directory: int
    name: str
    inode: int


@dataclass(frozen=True, slots=True)
class Unlink:
    """A name is gone."""

    directory: int
    name: str


@dataclass(frozen=True, slots=True)
class Rename:
    """One name is gone and another stands for its inode, in one step."""

    source: Unlink
    target: Link
    replaces: bool


@dataclass(frozen=True, slots=True)
class Write:
    """Part of a file's contents; not seen beyond the file's size."""

    inode: int
    offset: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Grow:
    """A file's size after a write; bytes that never came are holes."""

    inode: int
    size: int


@dataclass(frozen=True, slots=True)
class Truncate:
    """A file's size was set; bytes beyond it are forgotten."""

    inode: int
    size: int


@dataclass(frozen=True, slots=True)
class Chmod:
    """A file's permissions."""

    inode: int
    mode: int


@dataclass(frozen=True, slots=True)
class Chown:
    """A file's owner and group."""

    inode: int
    uid: int
    gid: int


@dataclass(frozen=True, slots=True)
class Xattr:
    """One extended attribute, or its removal."""

    inode: int
    name: str
    value: bytes | None


Operation = Link | Unlink | Rename | Write | Grow | Truncate | Chmod | Chown | Xattr


@dataclass(frozen=True, slots=True)
class Sync:
    """A sync that ended; it saw what ended before it `began`. `inode` None is the whole filesystem."""

    inode: int | None
    began: int
    data_only: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """The program said how far it is."""

    name: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened, the traced call it came from and when that call ended."""

    what: Operation | Sync | Mark
    call: int
    ended: int


def fields(operation: Operation) -> tuple[Hashable, ...]:
    """Return the places on disk it writes: two operations on one place keep their order."""
    match operation:
        case Rename(source, target):
            return (*fields(source), *fields(target))
        case Link() | Unlink():
            return ((operation.directory, operation.name),)
        case Write(inode, offset, data):
            pages = range(offset // PAGE, (offset + len(data) - 1) // PAGE + 1)
            return tuple((inode, "page", page) for page in pages)
        case Grow() | Truncate():
            return ((operation.inode, "size"),)
        case Xattr(inode, name):
            return ((inode, "xattr", name),)
        case _:
            # A change of owner clears set-id bits, so it writes the mode as well.
            return ((operation.inode, "owner"),)


def split(inode: int, offset: int, data: bytes, parts: int = 4) -> list[Write]:
    """Cut a write where pages end, into at most `parts` pieces."""
    first = PAGE - offset % PAGE
    cuts = [0, *range(first, len(data), PAGE), len(data)]
    while len(cuts) > parts + 1:
        del cuts[len(cuts) // 2]
    return [Write(inode, offset + start, data[start:end]) for start, end in pairwise(cuts) if end > start]
