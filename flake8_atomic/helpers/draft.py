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

    __slots__ = (
        "attributes",
        "data",
        "name",
        "old",
        "path",
        "place",
        "searchable_only",
        "stage",
        "temp",
        "through",
    )

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = ""  # in its directory; the whole path where no directory can be held open
        self.temp: str | None = None
        self.place: int | None = None  # the directory
        self.data: int | None = None  # the target while it is looked at or if it is written itself, then the temp
        self.old: os.stat_result | None = None
        self.attributes: dict[str, bytes] | None = None
        self.through = False  # the target is a pipe, a device or a nameless file, and is written itself
        self.searchable_only = False
        self.stage: Stage | None = None  # the group that publishes it with others, and holds its temp until then

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
        try:
            self.close_data()
            place, self.place = self.place, None
            if place is not None:
                os.close(place)
        except OSError:
            self.let_go()  # what had to be heard was heard when the data was closed

    def close_data(self) -> None:
        """Close the data."""
        # Forget first: closing a number twice closes what another thread has opened under it since. No signal comes
        # between the two, CPython takes them after calls.
        data, self.data = self.data, None
        if data is not None:
            os.close(data)
