"""After the rename the file is synced once more instead of its directory."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from tests.crash.mutants.steps import (
    closed,
    closed_on_failure,
    create,
    fill,
    keep_mode,
    removed_on_failure,
    reported_as_not_durable,
)

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, data: bytes) -> None:
    temp, descriptor = create(path)
    with removed_on_failure(temp), closed_on_failure(descriptor):
        keep_mode(descriptor, path)
        fill(descriptor, data)
        os.fsync(descriptor)
        os.replace(temp, path)
    with reported_as_not_durable(), closed(descriptor):
        os.fsync(descriptor)
