"""Every test gets a directory in memory where there is one: thousands of syncs would crawl on a disk."""

from __future__ import annotations

import os
import shutil
import tempfile
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = "/dev/shm"


@pytest.fixture
def memory() -> Iterator[Path]:
    """A directory that every user may search, in memory if possible."""
    place = tempfile.mkdtemp(prefix="atomic-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
    os.chmod(place, 0o755)
    yield Path(place)
    shutil.rmtree(place)


@pytest.fixture(autouse=True)
def _no_descriptor_is_leaked() -> Iterator[None]:
    before = open_descriptors()
    yield
    assert open_descriptors() == before


def open_descriptors() -> dict[str, str]:
    """What this process has open, pipes and devices aside."""
    found = {}
    for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            found[number] = os.readlink(f"/proc/self/fd/{number}")
        except FileNotFoundError:
            continue
    return {number: name for number, name in found.items() if name.startswith(("/dev/shm", "/tmp"))}


@pytest.fixture
def as_root() -> None:
    """Skip, and say so, where the test cannot have root."""
    if os.name != "posix" or os.geteuid() != 0:
        warnings.warn("SKIPPED: needs root", pytest.PytestWarning, stacklevel=1)
        pytest.skip("needs root")
