"""Two writers share one temp and publish each other's bytes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, fill, keep_mode, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp = path.with_name(f"{path.name}.tmp")
    descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    with removed_on_failure(temp):
        with closed(descriptor):
            keep_mode(descriptor, path)
            fill(descriptor, data)
            os.fsync(descriptor)
        os.replace(temp, path)
    sync_directory(path.parent)
