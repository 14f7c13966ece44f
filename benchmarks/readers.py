"""Writers replace one file while readers check every version they see: whole or not, with figures.

python -m benchmarks.readers                          at least 400,000 verified reads
python -m benchmarks.readers --reads 5000 --in-place  what the builtin does to its readers
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_json, atomic_write_text

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

SIZES = (64, 5_000, 100_000)


def version(writer: int, number: int) -> bytes:
    """A content that proves itself: a digest, then what it is the digest of, in sizes that differ."""
    body = f"{writer} {number} ".encode() * (SIZES[number % len(SIZES)] // 8)
    return hashlib.sha256(body).hexdigest().encode() + body


def is_whole(content: bytes) -> bool:
    return content[:64] == hashlib.sha256(content[64:]).hexdigest().encode()


def publish(path: str, content: bytes, number: int) -> None:
    """Write with each of the helpers in turn."""
    if number % 4 == 0:
        atomic_write_bytes(path, content)
    elif number % 4 == 1:
        atomic_write_text(path, content.decode())
    elif number % 4 == 2:
        with atomic_open(path, "wb") as file:
            file.write(content[:100])
            file.write(content[100:])
    else:
        atomic_write_json(path + ".json", {"content": content.decode()})


def write(path: str, writer: int, stop: Event, counts: Any, in_place: bool) -> None:
    number = 0
    while not stop.is_set():
        content = version(writer, number)
        if in_place:
            Path(path).write_bytes(content)
        else:
            publish(path, content, number)
        number += 1
        counts[writer] = number


def read(path: str, reader: int, stop: Event, counts: Any) -> None:
    seen = torn = missing = 0
    while not stop.is_set():
        try:
            with open(path, "rb") as file:
                content = file.read()
        except FileNotFoundError:
            missing += 1
            continue
        seen += 1
        torn += not is_whole(content)
        counts[3 * reader : 3 * reader + 3] = [seen, torn, missing]


def run(folder: str, writers: int, readers: int, reads: int, *, in_place: bool = False) -> dict[str, int]:
    """Let the processes loose until enough reads are verified, and return what was counted."""
    path = os.path.join(folder, "state")
    Path(path).write_bytes(version(0, 0))  # atomic: scratch -- nobody reads yet
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    written, counts = context.Array("q", writers), context.Array("q", 3 * readers)
    processes = [context.Process(target=write, args=(path, n, stop, written, in_place)) for n in range(writers)]
    processes += [context.Process(target=read, args=(path, n, stop, counts)) for n in range(readers)]
    for process in processes:
        process.start()
    while all(process.is_alive() for process in processes):
        if sum(counts[::3]) >= reads and min(written[:]) >= 20:
            break
        time.sleep(0.02)
    stop.set()
    for process in processes:
        process.join()
    failed = sum(process.exitcode != 0 for process in processes)
    left = sum(name.endswith(".atomic-tmp") for name in os.listdir(folder))
    return {
        "writes": sum(written[:]), "reads": sum(counts[::3]), "torn": sum(counts[1::3]),
        "missing": sum(counts[2::3]), "failed processes": failed, "temps left": left,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--reads", type=int, default=400_000)
    parser.add_argument("--writers", type=int, default=4)
    parser.add_argument("--readers", type=int, default=4)
    parser.add_argument("--in-place", action="store_true", help="write with Path.write_bytes instead")
    parser.add_argument("--folder", default="/dev/shm")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="atomic-readers-", dir=options.folder)
    try:
        counted = run(folder, options.writers, options.readers, options.reads, in_place=options.in_place)
    finally:
        shutil.rmtree(folder)
    print(", ".join(f"{count} {what}" for what, count in counted.items()))
    return int(any(counted[what] for what in ("torn", "missing", "failed processes", "temps left")))


if __name__ == "__main__":
    sys.exit(main())
