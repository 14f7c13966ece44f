"""The clean-up knows exceptions and forgets interrupts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, keep_mode, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    try:
        with closed(descriptor):
            keep_mode(descriptor, path)
            fill(descriptor, data)
            os.fsync(descriptor)
        os.replace(temp, path)
    except Exception:
        os.unlink(temp)
        raise
    sync_directory(path.parent)
