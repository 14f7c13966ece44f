"""The new content is visible for a moment with the wrong mode."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    mode = os.stat(path).st_mode & 0o7777 if path.exists() else None
    with removed_on_failure(temp):
        with closed(descriptor):
            fill(descriptor, data)
            os.fsync(descriptor)
        os.replace(temp, path)
    if mode is not None:
        os.chmod(path, mode)
    sync_directory(path.parent)
