"""The filesystem as the traced program saw it, and the steps that led there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .descriptors import Descriptors
from .image import Image, Inode
from .operations import Mark, Operation, Step, Sync
from .paths import Paths

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .calls import Call


class Kernel:
    """Applies every operation at once and remembers it as a step."""

    def __init__(
        self,
        inodes: dict[int, Inode],
        root: str,
        directory: str,
        umask: int,
        pid: int,
        owner: tuple[int, int],
    ) -> None:
        self.image = Image(inodes)
        self.born: dict[int, Inode] = {}
        self.paths = Paths(self.image, root)
        self.descriptors = Descriptors(self.paths, directory, umask)
        self.threads = {pid}
        self.owner = owner
        self.steps: list[Step] = []
        self.calls: list[str] = []
        self._lines: dict[int, int] = {}

    def step(self, what: Operation | Sync | Mark, call: Call) -> None:
        """Remember one step of `call`, and carry it out."""
        if call.ended not in self._lines:
            self._lines[call.ended] = len(self.calls)
            error = f" {call.error}" if call.error else ""
            self.calls.append(f"{call.name}{error}")
        self.steps.append(Step(what, self._lines[call.ended], call.ended))
        if not isinstance(what, Sync | Mark):
            self.image.apply(what)

    def steps_of(self, call: Call, operations: Iterable[Operation]) -> None:
        """Remember several operations of one call."""
        for operation in operations:
            self.step(operation, call)

    def give_birth(self, kind: str, mode: int, directory: int, data: bytes = b"") -> int:
        """Make an inode that has no name yet, and return its number."""
        parent, number = self.image.inodes[directory], max(self.image.inodes) + 1
        uid, gid = self.owner
        if parent.mode & 0o2000:
            gid = parent.gid
            mode |= 0o2000 if kind == "dir" else 0
        self.born[number] = Inode(kind, mode, uid, gid, data)
        self.image.inodes[number] = self.born[number].copy()
        return number
