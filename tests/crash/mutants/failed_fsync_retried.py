"""A failed fsync is tried again, and its second answer is believed."""

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
            with suppress(OSError):
                os.fsync(descriptor)
            os.fsync(descriptor)
        os.replace(temp, path)
    sync_directory(path.parent)
