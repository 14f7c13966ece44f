"""The temp is on another filesystem, so that the move is a copy over the target."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, fill, keep_mode, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def elsewhere(directory: Path) -> str:
    places = ("/dev/shm", "/var/tmp", "/tmp")
    return next(place for place in places if os.stat(place).st_dev != os.stat(directory).st_dev)


def write(path: Path, data: bytes) -> None:
    descriptor, temp = tempfile.mkstemp(dir=elsewhere(path.parent))
    try:
        with closed(descriptor):
            keep_mode(descriptor, path)
            fill(descriptor, data)
            os.fsync(descriptor)
        shutil.move(temp, path)
    except BaseException:
        os.unlink(temp)
        raise
    sync_directory(path.parent)
