"""A draft is one write in progress: its target, its temp, and the descriptors that must not outlive it."""

from __future__ import annotations

import os

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .stage import Stage


class Draft:
    """What the steps of a write hand to each other.

    Each step stores a descriptor here in the same statement that opens it: an interrupt on the way back to a
    caller would otherwise leak it.
    """

    folder = ""  # what a name needs in front of it where a directory cannot be held open
    name = ""
    temp: str | None = None
    place: int | None = None  # the directory
    outer: int | None = None  # the directory in which a link to that directory was read
    probe: int | None = None  # the target as it was found
    data: int | None = None  # the temp
    hold: int | None = None  # the temp again, so that a sweep sees it in use until it has the target's name
    old: os.stat_result | None = None
    attributes: dict[str, bytes] | None = None
    through = False  # the target is a pipe, a device or a nameless file, and is written itself
    searchable_only = False
    stage: Stage | None = None  # the group that publishes it together with others, and holds its temp until then

    def __init__(self, path: str) -> None:
        self.path = path

    def release(self) -> None:
        """Remove the temp unless it was published, and close what is open; errors change nothing any more."""
        temp, self.temp = self.temp, None
        if temp is not None:
            try:
                if self.stage is None:
                    os.unlink(temp, dir_fd=self.place)
                else:
                    self.stage.remove(temp)
            except OSError:
                pass  # already gone, or in a directory that only grows (chattr +a)
        self.let_go()

    def let_go(self) -> None:
        """Close what is open and leave the names alone."""
        for slot in ("data", "hold", "probe", "outer", "place"):
            descriptor = getattr(self, slot)
            if descriptor is not None:
                # Forget first: closing a number twice closes what another thread has opened under it since.
                setattr(self, slot, None)
                try:
                    os.close(descriptor)
                except OSError:
                    pass  # what had to be heard was heard when the data was closed
