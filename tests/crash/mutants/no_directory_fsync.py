"""The write is reported as durable while its name is not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import closed, create, fill, keep_mode, removed_on_failure

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp):
        with closed(descriptor):
            keep_mode(descriptor, path)
            fill(descriptor, data)
            os.fsync(descriptor)
        os.replace(temp, path)
