"""Which inode does a path mean, as the kernel would find it at that moment?"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from .errors import NotModelledError
from .image import ROOT, Image

LINKS = 40


@dataclass(frozen=True, slots=True)
class Place:
    """A name in a directory of the tree; `inode` is None where nothing has that name."""

    directory: int
    name: str
    inode: int | None


class Paths:
    """Finds places below a root; what lies elsewhere stays a path."""

    def __init__(self, image: Image, root: str) -> None:
        self.image = image
        self.root = root

    def find(self, start: int | str, path: str, *, follow: bool) -> Place | str:
        """Walk `path` from a directory's inode, or from a path outside the tree."""
        here: Place | str = Place(ROOT, "", start) if isinstance(start, int) else start
        if path.startswith("/"):
            here = "/"
        pending, links = path.split("/")[::-1], 0
        while pending:
            name = pending.pop()
            if name in ("", "."):
                continue
            parent = here
            here, target = self._step(parent, name)
            if target and (follow or any(pending)):
                links += 1
                if links > LINKS:
                    raise NotModelledError(f"{path!r} goes through more than {LINKS} links")
                pending += target.split("/")[::-1]
                here = "/" if target.startswith("/") else parent
        return here

    def _step(self, here: Place | str, name: str) -> tuple[Place | str, str]:
        if isinstance(here, str):
            path = Path(os.path.normpath(os.path.join(here, name)))
            if str(path) == self.root:
                return Place(ROOT, "", ROOT), ""
            return str(path), str(path.readlink()) if path.is_symlink() else ""
        if here.inode is None:
            raise NotModelledError(f"{here.name!r} is used as a directory and does not exist")
        if name == "..":
            return self._parent(here.inode), ""
        child = self.image.inodes[here.inode].entries.get(name)
        node = None if child is None else self.image.inodes[child]
        target = os.fsdecode(node.data) if node is not None and node.kind == "link" else ""
        return Place(here.inode, name, child), target

    def _parent(self, inode: int) -> Place | str:
        if inode == ROOT:
            return str(Path(self.root).parent)
        for number, node in self.image.inodes.items():
            for name, child in node.entries.items():
                if child == inode:
                    return Place(number, name, number)
        raise NotModelledError("`..` of a directory that has been removed")
