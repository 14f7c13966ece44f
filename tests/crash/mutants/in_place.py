"""The file is truncated first and written after."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, fill, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
    with closed(descriptor):
        fill(descriptor, data)
        os.fsync(descriptor)
    sync_directory(path.parent)
