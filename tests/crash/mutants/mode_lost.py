"""The replaced file's permissions become those of a new one."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp):
        with closed(descriptor):
            fill(descriptor, data)
            os.fsync(descriptor)
        os.replace(temp, path)
    sync_directory(path.parent)
