"""Content goes to the disk, then to its name, then the name to the disk; failing earlier leaves the old."""

from __future__ import annotations

import errno
import os

from . import system
from .draft import Draft
from .errors import NotDurable, name_the_target
from .policy import FULL, NONE, sync_level
from .target import locate
from .temporary import CANNOT, create, unreplaceable

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from typing import TypeAlias

    FilePath: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]


def replace_content(path: FilePath, payload: bytes | memoryview, perms: int | None, sync: str) -> None:
    """Make `payload` the content of the file at `path`, or leave the file as it is and raise."""
    given = os.fspath(path)
    level = sync_level(sync)
    if perms is not None:
        check_perms(perms)
    fill(Draft(given if type(given) is str else os.fsdecode(given)), given, payload, perms, level)


def fill(draft: Draft, given: str | bytes, payload: bytes | memoryview, perms: int | None, level: int) -> None:
    """Carry a whole write out; whatever happens, nothing of the draft is left open."""
    try:
        locate(draft, os.O_WRONLY)
        if draft.through:
            write_all(draft.data, payload)
            hand_over(draft)
        else:
            create(draft, perms)
            write_all(draft.data, payload)
            publish(draft, level)
    except BaseException as error:
        draft.release()
        if isinstance(error, OSError):
            name_the_target(error, given)
        raise


def check_perms(perms: object) -> None:
    """Raise for a mode that cannot be had, before anything is created; a write drops set-id bits."""
    if not isinstance(perms, int):
        message = f"perms must be an integer such as 0o600, not {type(perms).__name__}"
        raise TypeError(message)
    if not 0 <= perms <= 0o777:
        message = f"perms must be between 0 and 0o777, not {perms:#o}"
        raise ValueError(message)


def publish(draft: Draft, level: int) -> None:
    """Sync and close the temp, give it the target's name, sync the directory; each as far as `level` asks."""
    if draft.stage is not None:
        draft.stage.keep(draft)
        return
    data, temp, place = draft.data, draft.temp, draft.place
    assert data is not None
    assert temp is not None
    if level != NONE:
        system.sync_file(data)
    # Some filesystems report a full disk only at a close.
    if system.SHOWS_WRITERS:
        os.close(os.dup(data))  # a sweep sees by the other descriptor that the temp is in use
    else:
        draft.close_data()
    try:
        system.replace(temp, draft.name, src_dir_fd=place, dst_dir_fd=place)
    except OSError as error:
        if draft.old is not None and error.errno in CANNOT:
            raise unreplaceable(error, "no other file can take its name") from error
        raise
    draft.temp = None
    if level == FULL:
        try:
            system.sync_directory(place, searchable_only=draft.searchable_only)
        except OSError as error:
            message = f"published, but a power cut may still undo it ({error.strerror})"
            raise NotDurable(error.errno, message, draft.path) from error
    draft.let_go()


def hand_over(draft: Draft) -> None:
    """Close a pipe, a device or a nameless file that was written itself."""
    draft.close_data()
    draft.let_go()


def write_all(descriptor: int | None, payload: bytes | memoryview) -> None:
    """Write all of it, however often that takes."""
    assert descriptor is not None
    while payload:  # never an empty write: a full device refuses even that, and open() makes none
        written = os.write(descriptor, payload)
        if written == len(payload):
            return
        if not written:
            raise OSError(errno.EIO, "the filesystem takes no more data and does not say why")
        payload = memoryview(payload)[written:]
