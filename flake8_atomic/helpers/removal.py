"""A file is removed together with what else a group does."""

from __future__ import annotations

import errno
import os
import stat

from .journal import Change
from .place import MAY_EXCEED_PATH_MAX, measure, pin

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from .draft import Draft
    from .stage import Stage


def stage_removal(draft: Draft, stage: Stage, *, missing_ok: bool) -> None:
    """Add the removal of a file, or of a link itself, to the changes of a group."""
    if len(draft.path) > MAY_EXCEED_PATH_MAX:
        measure(draft.path)
    pin(draft, draft.path)
    old = _found(draft)
    folder = stage.admit(draft, old, follow=False)
    target = folder.path, draft.name
    earlier = stage.changes.get(target)
    if earlier.staged if earlier is not None else old is not None:
        stage.put(Change(*target))
    elif not missing_ok:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), draft.path)


def _found(draft: Draft) -> os.stat_result | None:
    try:
        old = os.stat(draft.name, dir_fd=draft.place, follow_symlinks=False)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), draft.path)
    return old
