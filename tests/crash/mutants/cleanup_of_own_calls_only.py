"""What fails inside the interpreter's own file object leaves the temp behind."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import create, keep_mode, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with os.fdopen(descriptor, "wb", buffering=0) as handle:
        with removed_on_failure(temp):
            keep_mode(descriptor, path)
        handle.write(data)
        with removed_on_failure(temp):
            os.fsync(descriptor)
    with removed_on_failure(temp):
        os.replace(temp, path)
    sync_directory(path.parent)
