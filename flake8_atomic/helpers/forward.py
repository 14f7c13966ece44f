"""A committed group only goes forward: every step can be made again, until all files are new."""

from __future__ import annotations

import errno
import os
from functools import partial

from . import system
from .errors import NotDurable, RecoveryError, name_the_target
from .journal import NAME, STAGED
from .policy import FULL
from .syncing import all_at_once

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from collections.abc import Callable

    from .errors import AtomicWriteError
    from .journal import Change
    from .root import Root

_CANNOT_LINK = system.REFUSED | {errno.EMLINK, errno.EXDEV}
_NOT_YET = "committed, but not every file has its new content yet; recover() completes it"
_MAY_COME_BACK = "published, but the journal may come back; call recover() before the files are written again"


class Forward:
    """What is left to do for the changes that wait in the folder `name` of the root."""

    _failed = False

    def __init__(
        self, root: Root, name: str, place: int, changes: list[Change], level: int, *, again: bool = False
    ) -> None:
        self.root, self.name, self.place, self.changes, self.level = root, name, place, changes, level
        self._again = again
        self.device = os.fstat(place).st_dev
        self._steps: list[tuple[Callable[[], None], type[AtomicWriteError], str]] = [
            (self._publish, RecoveryError, _NOT_YET),
            (self._sync_targets, NotDurable, _MAY_COME_BACK),
            (self._forget, NotDurable, _MAY_COME_BACK),
            (self._clear, NotDurable, _MAY_COME_BACK),
        ]

    def finish(self) -> None:
        """Make the steps that are left; called again it goes on where an interrupt came."""
        while self._steps and not self._failed:
            step, kind, message = self._steps[0]
            try:
                step()
            except OSError as error:
                self._failed = True
                raise kind(error.errno, f"{message} ({error.strerror})", error.filename) from error
            del self._steps[0]

    def _publish(self) -> None:
        again, self._again = self._again, True  # after an interrupt, or a crash, some of it is done
        folders: dict[str, list[tuple[int, Change]]] = {}
        for number, change in enumerate(self.changes):
            folders.setdefault(change.folder, []).append((number, change))
        works = [partial(self._publish_in, self.root.folder(name), folders[name], again=again) for name in folders]
        all_at_once(works, self.device, syncs=False)  # a rename may wait for the disk as well

    def _publish_in(self, place: int, changes: list[tuple[int, Change]], *, again: bool) -> None:
        for number, change in changes:
            try:
                if change.staged:
                    self._replace(change, place, f"{self.name}-{number}", again=again)
                else:
                    remove(change.name, place)
            except OSError as error:
                name_the_target(error, os.path.join(self.root.path, change.folder, change.name))
                raise

    def _replace(self, change: Change, place: int, temp: str, *, again: bool) -> None:
        try:
            self._give_name(change, place, temp, again=again)
        except FileNotFoundError:
            if not self._is_applied(change):
                raise

    def _give_name(self, change: Change, place: int, temp: str, *, again: bool) -> None:
        try:
            _link(change.staged, self.place, temp, place)
        except OSError as error:
            if error.errno not in _CANNOT_LINK:
                raise
            # No hard links here: the staged file itself takes the name, and recovery knows it by its hash.
            os.replace(change.staged, change.name, src_dir_fd=self.place, dst_dir_fd=place)
        else:
            os.replace(temp, change.name, src_dir_fd=place, dst_dir_fd=place)
            if again:
                # Of two names of one file a rename removes neither.
                remove(temp, place)

    def _is_applied(self, change: Change) -> bool:
        """Whether the staged file is gone because it took its name, rather than the folder of that name."""
        try:
            os.stat(change.staged, dir_fd=self.place)
        except FileNotFoundError:
            return True
        return False

    def _sync_targets(self) -> None:
        if self.level == FULL:
            places = {self.root.folder(change.folder) for change in self.changes}
            all_at_once([partial(self.root.sync, place) for place in places], self.device)

    def _forget(self) -> None:
        withdraw(self.place, self.level)

    def _clear(self) -> None:
        clear(self.root, self.name, self.place)


def _link(source: str, source_place: int, target: str, place: int) -> None:
    try:
        os.link(source, target, src_dir_fd=source_place, dst_dir_fd=place, follow_symlinks=False)
    except FileExistsError:
        # The name is drawn by chance for this group, so the link is one that a crash has left.
        os.unlink(target, dir_fd=place)
        os.link(source, target, src_dir_fd=source_place, dst_dir_fd=place, follow_symlinks=False)


def remove(name: str, place: int) -> None:
    """Remove a name, unless an interrupted step or a crash was faster."""
    try:
        os.unlink(name, dir_fd=place)
    except FileNotFoundError:
        pass


def withdraw(place: int, level: int) -> None:
    """Remove the journal for good: it must not come back when the files have moved on."""
    remove(NAME, place)
    if level == FULL:
        system.sync_directory(place, searchable_only=False)


def clear(root: Root, name: str, place: int | None) -> None:
    """Remove what a group has staged, and nothing else; what cannot be removed is left to the next recovery."""
    try:
        for staged in () if place is None else os.listdir(place):
            if staged.endswith(STAGED):
                os.unlink(staged, dir_fd=place)
        os.rmdir(name, dir_fd=root.place)
    except OSError:
        pass
