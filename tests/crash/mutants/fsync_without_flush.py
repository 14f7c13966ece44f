"""The data is still in Python's buffer when the descriptor is synced."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import create, keep_mode, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp):
        with os.fdopen(descriptor, "wb", buffering=1 << 20) as handle:
            keep_mode(descriptor, path)
            handle.write(data)
            os.fsync(handle.fileno())
        os.replace(temp, path)
    sync_directory(path.parent)
