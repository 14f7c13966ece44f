"""What a traced process's descriptors stand for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import NotModelledError

if TYPE_CHECKING:
    from .calls import Call
    from .paths import Paths, Place


@dataclass(slots=True)
class Opened:
    """An open file; duplicates share it, and with it the position."""

    inode: int
    append: bool = False
    position: int = 0


class Descriptors:
    """Descriptors, the working directory and the umask of one process."""

    def __init__(self, paths: Paths, directory: str, umask: int) -> None:
        self.paths = paths
        self.umask = umask
        self.table: dict[int, Opened | None] = {}
        self.directory: int | str = directory

    def opened(self, call: Call, index: int = 0) -> Opened | None:
        """Return the open file of a descriptor argument, None where it is outside the tree."""
        number, shown = call.descriptor(index)
        if number is None:
            raise NotModelledError(f"{call.name} on the working directory")
        if number not in self.table:
            self.table[number] = self._opened_before(shown)
        return self.table[number]

    def _opened_before(self, shown: str) -> Opened | None:
        if not shown.startswith("/"):
            return None
        place = self.paths.find("/", shown, follow=False)
        return None if isinstance(place, str) or place.inode is None else Opened(place.inode)

    def place(self, call: Call, index: int, *, follow: bool) -> Place | str:
        """Find the path at `index`; for the *at calls the descriptor stands just before it."""
        start: int | str = self.directory
        if index and call.name.rstrip("2").endswith("at") and call.descriptor(index - 1)[0] is not None:
            opened = self.opened(call, index - 1)
            start = call.descriptor(index - 1)[1] if opened is None else opened.inode
        return self.paths.find(start, call.text(index), follow=follow)

    def change_directory(self, call: Call) -> None:
        """Follow chdir and fchdir."""
        if call.name == "fchdir":
            opened = self.opened(call)
            self.directory = call.descriptor(0)[1] if opened is None else opened.inode
            return
        place = self.place(call, 0, follow=True)
        self.directory = place if isinstance(place, str) else place.inode or 0

    def duplicate(self, call: Call) -> None:
        """Follow dup, dup2, dup3 and fcntl(F_DUPFD)."""
        self.table[call.result] = self.opened(call)

    def close(self, call: Call) -> None:
        """Follow close, also where it reports an error: the descriptor is gone all the same."""
        number, _ = call.descriptor(0)
        self.table.pop(-1 if number is None else number, None)

    def close_range(self, call: Call) -> None:
        """Follow close_range."""
        first, last = call.number(0), call.number(1)
        self.table = {number: opened for number, opened in self.table.items() if not first <= number <= last}
