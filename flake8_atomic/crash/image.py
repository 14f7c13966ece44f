"""A filesystem in memory that operations are applied to."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .operations import Chmod, Chown, Grow, Link, Operation, Rename, Truncate, Unlink, Write, Xattr
from .tree import Node, Tree, canonical

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = 0
ZERO = b"\0"
GARBAGE = b"\xa5"


@dataclass(slots=True)
class Inode:
    """One file, directory or link; `size` is what readers see of `data`."""

    kind: str
    mode: int
    uid: int
    gid: int
    data: bytes = b""
    size: int = 0
    xattrs: dict[str, bytes] = field(default_factory=dict)
    entries: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Inode:
        """Return one that can change without this one."""
        twin = copy(self)
        twin.xattrs, twin.entries = dict(self.xattrs), dict(self.entries)
        return twin


class Image:
    """Inodes by number; what cannot be reached from the root is not seen.

    `fill` stands where a file has a size and nothing was ever written; `holes` tells whether that was seen.
    """

    def __init__(self, inodes: dict[int, Inode], fill: bytes = ZERO) -> None:
        self.inodes = {number: inode.copy() for number, inode in inodes.items()}
        self.fill = fill
        self.holes = False

    def apply(self, operation: Operation) -> None:
        """Let one operation reach the disk."""
        match operation:
            case Link(directory, name, number):
                self.inodes[directory].entries[name] = number
            case Unlink(directory, name):
                self.inodes[directory].entries.pop(name, None)
            case Rename(source, target):
                self.apply(source)
                self.apply(target)
            case Write(number, offset, data):
                self._write(self.inodes[number], offset, data)
            case Grow(number, size):
                self.inodes[number].size = size
            case Truncate(number, size):
                self._truncate(self.inodes[number], size)
            case Chmod(number, mode):
                self.inodes[number].mode = mode
            case Chown(number, uid, gid):
                self._chown(self.inodes[number], uid, gid)
            case _:
                self._set_attribute(operation)

    def _write(self, inode: Inode, offset: int, data: bytes) -> None:
        self.holes |= offset > len(inode.data)
        before = inode.data[:offset].ljust(offset, self.fill)
        inode.data = before + data + inode.data[offset + len(data) :]

    def _truncate(self, inode: Inode, size: int) -> None:
        inode.data = self._contents(inode)[:size].ljust(size, ZERO)
        inode.size = size

    def _contents(self, inode: Inode) -> bytes:
        self.holes |= inode.size > len(inode.data)
        return inode.data[: inode.size].ljust(inode.size, self.fill)

    def _set_attribute(self, change: Xattr) -> None:
        xattrs = self.inodes[change.inode].xattrs
        xattrs.pop(change.name, None)
        if change.value is not None:
            xattrs[change.name] = change.value

    @staticmethod
    def _chown(inode: Inode, uid: int, gid: int) -> None:
        inode.uid, inode.gid = uid, gid
        if inode.kind == "file":
            inode.mode &= ~(0o6000 if inode.mode & 0o010 else 0o4000)

    def tree(self) -> dict[str, Node]:
        """Return what is seen from the root."""
        return canonical(dict(self._walk(ROOT, "", frozenset((ROOT,)))))

    def _walk(self, directory: int, prefix: str, above: frozenset[int]) -> Iterator[tuple[str, Node]]:
        for name, number in self.inodes[directory].entries.items():
            inode = self.inodes[number]
            data = self._contents(inode) if inode.kind == "file" else inode.data
            xattrs = tuple(sorted(inode.xattrs.items()))
            yield prefix + name, Node(inode.kind, inode.mode, inode.uid, inode.gid, data, xattrs, number)
            # Half a rename can leave a directory inside itself.
            if inode.kind == "dir" and number not in above:
                yield from self._walk(number, f"{prefix}{name}/", above | {number})


def inodes_of(tree: Tree, root: Node) -> dict[int, Inode]:
    """Return the tree as inodes, the root being number 0."""
    inodes = {ROOT: Inode("dir", root.mode, root.uid, root.gid)}
    numbers = {"": ROOT}
    for name, node in sorted(tree.items()):
        number = numbers[name] = node.inode + 1
        inodes.setdefault(
            number,
            Inode(node.kind, node.mode, node.uid, node.gid, node.data, len(node.data), dict(node.xattrs)),
        )
        parent, _, last = name.rpartition("/")
        inodes[numbers[parent]].entries[last] = number
    return inodes
