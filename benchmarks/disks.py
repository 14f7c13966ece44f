"""Disks to measure on: what a sync costs there, one that others keep busy, and a new ext4 with a journal."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SIZE = 512 << 20
OTHER = """
import os, sys
with open(sys.argv[1], "wb", buffering=0) as file:
    while True:
        file.write(bytes(8 << 20))
        os.fsync(file.fileno())
        file.seek(0)
        file.truncate()
"""


@contextmanager
def journaled(disk: str) -> Iterator[str | None]:
    """Mount an image that lies on the disk; None where that is not possible, which takes root."""
    with tempfile.TemporaryDirectory(prefix="atomic-bench-", dir=disk) as folder:
        image, place = os.path.join(folder, "image"), os.path.join(folder, "mounted")
        os.mkdir(place)
        # With a hole in it the disk below would find room for each block that is measured.
        Path(image).write_bytes(bytes(SIZE))
        if not (_done("mkfs.ext4", "-q", "-F", image) and _done("mount", "-o", "loop", image, place)):
            yield None
            return
        try:
            yield place
        finally:
            subprocess.run(["umount", place], check=True)


def _done(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        return False


def has_journal(folder: Path) -> bool:
    """Return whether the filesystem of a folder is an ext4 with a journal."""
    device = os.stat(folder).st_dev
    name = os.path.basename(os.path.realpath(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}"))
    return any(Path("/proc/fs/jbd2").glob(f"{name}-*"))


@contextmanager
def busy(folder: Path, others: int) -> Iterator[None]:
    """Let other programs write and sync files of their own meanwhile."""
    started = [subprocess.Popen([sys.executable, "-c", OTHER, str(folder / f"other{n}")]) for n in range(others)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def milliseconds_to_disk(folder: Path) -> float:
    """Return how many milliseconds a write of a page takes to reach the disk, at the median."""
    times = []
    with open(folder / "probe", "wb", buffering=0) as probe:  # atomic: scratch -- only its sync is of interest
        for _ in range(30):
            probe.write(bytes(4096))
            began = time.perf_counter()
            os.fsync(probe.fileno())
            times.append((time.perf_counter() - began) * 1e3)
    return statistics.median(times)
