"""The folder whose files change together is held open and locked: one group at a time, recovery included."""

from __future__ import annotations

import errno
import os
import re
from _thread import get_ident

from . import control, system
from .errors import AtomicWriteError

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .publish import FilePath

STAGE_NAME = re.compile(r"\.txn-[0-9a-f]{16}", re.ASCII)
_STRAIGHT: int = system.DIRECTORY | system.PROBE
_holders: dict[tuple[int, int], tuple[int, int]] = {}


class Root:
    """A folder with its lock, and the folders below it that were asked for."""

    path = ""
    real = ""
    place: int | None = None
    _key: tuple[int, int] | None = None

    def __init__(self, path: FilePath) -> None:
        self.given = os.fspath(path)
        self.path = os.fsdecode(self.given)
        self.folders: dict[str, int] = {}
        self.unreadable: set[int] = set()

    def lock(self, *, wait: bool = True) -> None:
        """Open the folder, and wait until no other group and no recovery is at work in it."""
        if not system.PINNED or not control.LOCKS:
            raise AtomicWriteError(errno.ENOTSUP, "groups need locks that this system does not have", self.given)
        try:
            self.place = os.open(self.path, system.DIRECTORY)
            self.real = os.path.realpath(self.path)
            found = os.fstat(self.place)
            key = (found.st_dev, found.st_ino)
            if _holders.get(key) == _me():
                # flock() would wait for ourselves, for ever.
                raise AtomicWriteError(errno.EDEADLK, "this thread has a group open here already", self.given)
            control.lock(self.place, wait=wait)
            self._key = key
            _holders[key] = _me()
        except BaseException:
            self.release()
            raise

    def release(self) -> None:
        """Give the lock back, also where a forked child still has the descriptor."""
        key, self._key = self._key, None
        if key is not None:
            _holders.pop(key, None)
            assert self.place is not None
            try:
                control.unlock(self.place)
            except OSError:
                pass  # closing does it too, unless a forked child still has the descriptor
        self.let_go()

    def let_go(self) -> None:
        """Close what is open; the lock stays with who else has it."""
        self._key = None
        places = [self.folders.popitem()[1] for _ in tuple(self.folders)]
        place, self.place = self.place, None
        close_all([*places, place])

    def folder(self, relative: str) -> int:
        """Hold a folder below the root open; a link on the way is refused."""
        assert self.place is not None
        if not relative:
            return self.place
        if relative not in self.folders:
            above, _, name = relative.rpartition("/")
            self._enter(self.folder(above), name, relative)
        return self.folders[relative]

    def _enter(self, above: int, name: str, relative: str) -> None:
        try:
            self.folders[relative] = os.open(name, _STRAIGHT, dir_fd=above)
        except PermissionError:
            # Write and search permission are enough for a rename; only listing needs the third.
            if system.SEARCH_ONLY is None:
                raise
            self.folders[relative] = os.open(name, _STRAIGHT | system.SEARCH_ONLY, dir_fd=above)
            self.unreadable.add(self.folders[relative])

    def sync(self, place: int) -> None:
        """Make the names in a folder durable."""
        system.sync_directory(place, searchable_only=place in self.unreadable)

    def stages(self) -> list[str]:
        """Return the names of what groups have staged here, sorted."""
        assert self.place is not None
        return sorted(name for name in os.listdir(self.place) if STAGE_NAME.fullmatch(name))


def close_all(descriptors: Iterable[int | None]) -> None:
    """Close what holds nothing that could still be lost; errors change nothing any more."""
    for descriptor in descriptors:
        if descriptor is not None:
            try:
                os.close(descriptor)
            except OSError:
                pass


def _me() -> tuple[int, int]:
    return os.getpid(), get_ident()
