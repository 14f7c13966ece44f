"""A traced program leaves marks in its own system call trace."""

from __future__ import annotations

import os
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX = "/.crash-mark/"


def mark(name: str) -> None:
    """Leave `name` in the trace; a state after it is told that it was passed."""
    # A file would be part of what is observed; asking for a link that is not there changes nothing.
    with suppress(OSError):
        os.readlink(PREFIX + name)


@contextmanager
def section(key: str) -> Iterator[None]:
    """What runs inside is recorded under `key`."""
    mark(f"begin:{key}")
    try:
        yield
    finally:
        mark(f"end:{key}")
