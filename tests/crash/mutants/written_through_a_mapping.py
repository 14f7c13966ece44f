"""The data goes through a mapping that nothing syncs, where no tracer sees it."""

from __future__ import annotations

import mmap
import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, keep_mode, removed_on_failure, sync_directory

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp):
        os.close(descriptor)
        descriptor = os.open(temp, os.O_RDWR)
        with closed(descriptor):
            keep_mode(descriptor, path)
            os.truncate(descriptor, len(data))
            if data:
                with mmap.mmap(descriptor, len(data)) as mapping:
                    mapping[:] = data
        os.replace(temp, path)
    sync_directory(path.parent)
