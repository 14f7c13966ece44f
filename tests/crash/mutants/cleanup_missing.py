"""A write that fails leaves its temp behind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, keep_mode, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with closed(descriptor):
        keep_mode(descriptor, path)
        fill(descriptor, data)
        os.fsync(descriptor)
    os.replace(temp, path)
    sync_directory(path.parent)
