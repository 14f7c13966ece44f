"""The target is removed before the new file takes its name."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, keep_mode, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp):
        with closed(descriptor):
            keep_mode(descriptor, path)
            fill(descriptor, data)
            os.fsync(descriptor)
        with suppress(FileNotFoundError):
            os.unlink(path)
        os.rename(temp, path)
    sync_directory(path.parent)
