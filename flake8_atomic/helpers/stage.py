"""The new files of a group wait in a folder of their own, until a journal says that all of them are to be published."""

from __future__ import annotations

import os
from functools import partial

from . import system
from .below import Folder, real_path
from .control import mounts_below, start_writing
from .forward import Forward, clear, withdraw
from .inheritance import inheritance, pass_on
from .journal import NAME, STAGED, Change, boot, dumped, measured
from .policy import FULL, NONE
from .publish import write_all
from .root import close_all
from .syncing import all_at_once

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable

    from .draft import Draft
    from .root import Root

_HELD = 64  # descriptors that wait to be synced together; a process may have as few as 256


class Stage:
    """What one group has staged: its folder, the changes in order, and the files that are not synced yet."""

    name = ""
    place: int | None = None
    _journal: int | None = None
    _forward: Forward | None = None
    _mounts: frozenset[str] | None = None
    _inheritance: tuple[int | None, bytes | None] | None = None
    _journaled = False

    def __init__(self, root: Root, level: int) -> None:
        self.root, self.level = root, level
        self.changes: dict[tuple[str, str], Change] = {}
        self._targets: dict[str, tuple[str, str]] = {}
        self._held: list[int] = []
        self._folders: dict[tuple[int, int], Folder] = {}

    def create(self, draft: Draft, mode: int) -> int:
        """Create the temp of a draft whose target was located, if that can be part of this group."""
        folder = self.admit(draft, draft.old)
        place = self._own_place()
        if draft.old is None and folder.inheritance != self._inheritance:
            pass_on(place, folder.inheritance)
            self._inheritance = folder.inheritance
        staged = f"{len(self._targets)}{STAGED}"
        self._targets[staged] = folder.path, draft.name
        draft.temp = staged
        draft.data = data = os.open(staged, system.CREATE, mode, dir_fd=place)
        return data

    def admit(self, draft: Draft, old: os.stat_result | None, *, follow: bool = True) -> Folder:
        """Return the folder of a target below the root; raise what would stop the group later."""
        if self._mounts is None:
            self._mounts = mounts_below(self.root.real)
        assert draft.place is not None
        found = os.fstat(draft.place)
        folder = self._folders.get((found.st_dev, found.st_ino))
        if folder is None:
            folder = Folder(self.root, draft, real_path(draft, follow=follow), old)
        folder.require_replaceable(draft.name, old, self._mounts)
        self._folders[found.st_dev, found.st_ino] = folder
        return folder

    def _own_place(self) -> int:
        if self.place is None:
            self.name = f".txn-{os.urandom(8).hex()}"
            os.mkdir(self.name, 0o700, dir_fd=self.root.place)
            self.place = os.open(self.name, system.DIRECTORY | system.PROBE, dir_fd=self.root.place)
            self._inheritance = inheritance(self.place)
        return self.place

    def keep(self, draft: Draft) -> None:
        """Take a draft over whose content is complete."""
        data, staged = draft.data, draft.temp
        assert data is not None
        assert staged is not None
        size, digest = measured(data)
        if self.level != NONE:
            start_writing(data)
        draft.data = draft.temp = None
        self._held.append(data)
        self.put(Change(*self._targets[staged], staged, size, digest))
        draft.let_go()
        if len(self._held) >= _HELD:
            self._settle([])

    def put(self, change: Change) -> None:
        """Add a change; an earlier one of the same file has been in vain."""
        self._own_place()
        earlier = self.changes.pop((change.folder, change.name), None)
        self.changes[change.folder, change.name] = change
        if earlier is not None and earlier.staged:
            self.remove(earlier.staged)

    def remove(self, staged: str) -> None:
        """Remove a temp that is not wanted any more."""
        assert self.place is not None
        os.unlink(staged, dir_fd=self.place)

    def _settle(self, also: list[Callable[[], None]]) -> None:
        """Sync what is held, and with the last of it their names; close it, and heed the errors."""
        assert self.place is not None
        syncs = [partial(system.sync_file, descriptor) for descriptor in self._held] if self.level != NONE else []
        all_at_once([*syncs, *also], os.fstat(self.place).st_dev)
        while self._held:
            os.close(self._held.pop())

    def commit(self) -> None:
        """Publish everything, or raise and publish nothing; after the journal is durable there is no way back."""
        if not self.changes:
            return
        assert self.place is not None
        self._settle([partial(self.root.sync, self.place)] if self.level == FULL else [])
        changes = [*self.changes.values()]
        self._write_journal(self.place, dumped(changes, "" if self.level == FULL else boot()))
        self._forward = Forward(self.root, self.name, self.place, changes, self.level)
        self._forward.finish()

    def _write_journal(self, place: int, content: bytes) -> None:
        self._journaled = True
        self._journal = journal = os.open(NAME, system.CREATE, 0o600, dir_fd=place)
        write_all(journal, content)
        if self.level == FULL:
            syncs = [partial(system.sync_file, journal)]
            assert self.root.place is not None
            syncs += [partial(self.root.sync, folder) for folder in (place, self.root.place)]
            all_at_once(syncs, os.fstat(place).st_dev)
        self._journal = None
        os.close(journal)

    def end(self) -> None:
        """Drop what was not committed; complete what an interrupt has stopped on its way."""
        try:
            if self._forward is not None:
                self._forward.finish()
            elif self.name:
                self._drop()
        finally:
            self.let_go()

    def _drop(self) -> None:
        try:
            if self._journaled and self.place is not None:
                withdraw(self.place, self.level)
        except OSError:
            # The journal may come back, and then it needs all that was staged. The caller hears of the disk
            # from the step that failed first.
            return
        clear(self.root, self.name, self.place)

    def let_go(self) -> None:
        """Close what is open, and leave the names alone; nothing goes forward by descriptors that are closed."""
        self._forward = None
        place, self.place = self.place, None
        journal, self._journal = self._journal, None
        held, self._held = self._held, []
        close_all((*held, journal, place))
