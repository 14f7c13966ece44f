"""What it costs to save several files all or none, beside one durable write after another, filetx and plain writes.

Every contender saves the same files in turn within each round: what else the machine does falls on all of them. The
paired ratio is the median of what each round shows over the separate durable writes. How much a group gains hangs on
what a sync costs, so that is measured too, and the disk once more while other programs sync. Where the disk has no
ext4 with a journal, which one sync writes for all files, an image of one is mounted as well.

    python -m benchmarks.group                   installs filetx into a folder of its own
    python -m benchmarks.group --no-filetx --rounds 5 --memory /dev/shm --disk /var/tmp
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path

from benchmarks.contest import Contenders, asked_for, measure
from benchmarks.disks import busy, has_journal, journaled, milliseconds_to_disk
from benchmarks.peers import group_peers
from flake8_atomic.helpers import atomic_group, atomic_write_bytes, recover, syncing

COUNTS = (2, 10, 100)
OTHERS = 3
DATA = b"x" * 1024


def contenders(folder: Path, count: int) -> Contenders:
    """Return ways to give `count` files in two folders new content; the first is what the others are held to."""
    names: list[str] = [str(folder / ("sub" if number % 2 else "") / f"state{number}") for number in range(count)]

    def separate() -> None:
        for name in names:
            atomic_write_bytes(name, DATA)

    def group() -> None:
        with atomic_group(folder) as together:
            for name in names:
                together.write_bytes(name, DATA)

    def one_thread() -> None:
        kept, syncing.THREADS = syncing.THREADS, 1
        group()
        syncing.THREADS = kept

    def plain() -> None:
        for name in names:
            Path(name).write_bytes(DATA)  # atomic: scratch -- the very writes that a crash tears

    return {
        "separate durable writes": separate,
        "atomic_group": group,
        "atomic_group, one thread": one_thread,
        **group_peers(folder, names, DATA),
        "plain writes": plain,
    }


def run(rounds: int, memory: str, disk: str) -> None:
    run_in(memory, "memory", 0, rounds)
    with nullcontext(disk) if has_journal(Path(disk)) else journaled(disk) as ext4:
        if ext4 != disk:
            run_in(disk, "disk", 0, rounds)
            run_in(disk, "busy disk", OTHERS, rounds)
        if ext4 is None:
            print("\nno ext4 with a journal can be mounted here, which takes root: NOT MEASURED")
        else:
            run_in(ext4, "journaled ext4", 0, rounds)
            run_in(ext4, "busy journaled ext4", OTHERS, rounds)


def run_in(place: str, kind: str, others: int, rounds: int) -> None:
    """Measure groups of each size in one place."""
    for count in COUNTS:
        folder = Path(tempfile.mkdtemp(prefix="atomic-bench-", dir=place))
        try:
            (folder / "sub").mkdir()
            with busy(folder, others):
                title = f"{count} files of 1 KiB, {kind}, a sync takes {milliseconds_to_disk(folder):.2f} ms"
                measure(title, contenders(folder, count), rounds, max(1, 20 // count))
            assert not recover(folder)
        finally:
            shutil.rmtree(folder)


def with_filetx(rounds: int, memory: str, disk: str) -> None:
    """Install filetx beside, not into, this interpreter; without it the others are measured."""
    with tempfile.TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder, "filetx==0.1.1"]
        if subprocess.run(install, check=False).returncode:
            print("filetx cannot be installed here: NOT MEASURED")
        sys.path.insert(0, folder)
        run(rounds, memory, disk)


def main() -> int:
    asked = asked_for(__doc__, "--no-filetx")
    os.environ.pop("ATOMIC_SYNC", None)
    (run if asked.no_filetx else with_filetx)(asked.rounds, asked.memory, asked.disk)
    return 0


if __name__ == "__main__":
    sys.exit(main())
