"""A directory's names, contents and metadata as a value that can be read, compared and written."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple


class Node(NamedTuple):
    """What one name stands for; `data` is a link's target where `kind` is "link"."""

    kind: str
    mode: int
    uid: int
    gid: int
    data: bytes = b""
    xattrs: tuple[tuple[str, bytes], ...] = ()
    inode: int = 0


Tree = Mapping[str, Node]
"""Names relative to the root; equal `inode` numbers are hard links of one file."""


def frozen(tree: Tree) -> tuple[tuple[str, Node], ...]:
    """Return the tree as something a set can hold."""
    return tuple(sorted(tree.items()))


def canonical(tree: Tree) -> dict[str, Node]:
    """Number the inodes by first appearance, so that equal trees compare equal."""
    numbers: dict[int, int] = {}
    return {
        name: node._replace(inode=numbers.setdefault(node.inode, len(numbers))) for name, node in sorted(tree.items())
    }


def scan(root: Path) -> dict[str, Node]:
    """Read the tree below `root`, which is not itself part of it."""
    return canonical(dict(_nodes(root)))


def _nodes(root: Path) -> Iterator[tuple[str, Node]]:
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                path = Path(entry.path)
                node = read_node(path)
                yield str(path.relative_to(root)), node
                if node.kind == "dir":
                    pending.append(path)


def read_node(path: Path) -> Node:
    """Read one name without following a link."""
    status = path.lstat()
    kind, data = "other", b""
    if stat.S_ISREG(status.st_mode):
        kind, data = "file", path.read_bytes()
    elif stat.S_ISLNK(status.st_mode):
        kind, data = "link", os.fsencode(path.readlink())
    elif stat.S_ISDIR(status.st_mode):
        kind = "dir"
    names = os.listxattr(path, follow_symlinks=False) if kind in ("file", "dir") else []
    xattrs = tuple((name, os.getxattr(path, name)) for name in sorted(names))
    permissions = stat.S_IMODE(status.st_mode)
    return Node(kind, permissions, status.st_uid, status.st_gid, data, xattrs, status.st_ino)


def build(tree: Tree, root: Path) -> None:
    """Write the tree below the empty directory `root`."""
    made: dict[int, Path] = {}
    for name in sorted(tree, key=lambda name: name.count("/")):
        node, path = tree[name], root / name
        if node.inode in made and node.kind != "dir":
            path.hardlink_to(made[node.inode])
            continue
        made[node.inode] = path
        _create(node, path)
    for name in sorted(tree, key=lambda name: -name.count("/")):
        _dress(tree[name], root / name)


def _create(node: Node, path: Path) -> None:
    if node.kind == "dir":
        path.mkdir()
    elif node.kind == "link":
        path.symlink_to(os.fsdecode(node.data))
    elif node.kind == "file":
        path.write_bytes(node.data)  # atomic: scratch -- a crash state for a checker, made again from its identity
    else:
        os.mkfifo(path)


def _dress(node: Node, path: Path) -> None:
    status = path.lstat()
    if (status.st_uid, status.st_gid) != (node.uid, node.gid):
        os.chown(path, node.uid, node.gid, follow_symlinks=False)
    if node.kind == "link":
        return
    for name, value in node.xattrs:
        # A scratch directory on a filesystem without attributes still shows names and contents.
        with suppress(OSError):
            os.setxattr(path, name, value)
    path.chmod(node.mode)
