"""What an atomic write costs over the system calls it cannot do without, beside the other Python libraries.

Every contender writes in turn within each round, in a drawn order: what else the machine does falls on all of them,
and none always follows one that leaves its data to the next sync.

    python -m benchmarks.helpers                 all of it; installs the others into a venv of its own
    python -m benchmarks.helpers --no-peers      this library, the system calls and the builtins
    python -m benchmarks.helpers --rounds 5 --memory /dev/shm --disk /var/tmp

Processor time is the median over the rounds; the paired ratio is the median of what each round's pair shows.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.contest import Contenders, asked_for, measure
from benchmarks.floor import guarded, raw
from benchmarks.peers import byte_peers, json_peers, with_peers
from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_json, atomic_write_text

STATE = {
    f"key{number}": {
        "name": f"item {number}",
        "tags": ["a", "b"],
        "score": number * 1.5,
        "on": number % 2 == 0,
    }
    for number in range(300)
}


def byte_contenders(path: str, data: bytes) -> Contenders:
    text = data.decode()

    def opened() -> None:
        with atomic_open(path, "wb") as file:
            file.write(data)

    return {
        "raw system calls": lambda: raw(path, data),
        "raw, and asking the target": lambda: guarded(path, data, asks_temp=False, shows_writer=False),
        "… and asking the temp": lambda: guarded(path, data, shows_writer=False),
        "… and showing the writer": lambda: guarded(path, data),
        "atomic_write_bytes": lambda: atomic_write_bytes(path, data),
        "atomic_write_text": lambda: atomic_write_text(path, text),
        "atomic_open": opened,
        "Path.write_bytes": lambda: Path(path).write_bytes(data),  # atomic: scratch -- what is compared with
        "Path.write_text": lambda: Path(path).write_text(text),  # atomic: scratch -- what is compared with
    } | byte_peers(path, data)


def json_contenders(path: str, obj: object, **options: Any) -> Contenders:
    def dump() -> None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(obj, file, **options)  # atomic: scratch -- the very write that the helper is measured against

    return {
        "open + json.dump": dump,
        "atomic_write_json": lambda: atomic_write_json(path, obj, encoding="utf-8", **options),
    } | json_peers(path, obj, options)


def turns(kind: str, rounds: int, repeat: int) -> tuple[int, int]:
    """Return rounds and repeats: the pace of a disk changes by the moment, and a pair there is two single writes."""
    return (rounds, repeat) if kind == "memory" else (rounds * max(1, repeat // 10), 1)


def run(rounds: int, memory: str, disk: str) -> None:
    for kind, place in (("memory", memory), ("disk", disk)):
        folder = tempfile.mkdtemp(prefix="atomic-bench-", dir=place)
        path = os.path.join(folder, "state.json")
        try:
            for label, size, repeat in (
                ("1 KiB", 1 << 10, 400),
                ("64 KiB", 1 << 16, 200),
                ("8 MiB", 1 << 23, 2),
            ):
                contenders = byte_contenders(path, b"x" * size)
                measure(f"{label}, {kind}", contenders, *turns(kind, rounds, repeat))
            for label, options in (("", {}), (", indent=2", {"indent": 2})):
                contenders = json_contenders(path, STATE, **options)
                measure(f"JSON state{label}, {kind}", contenders, *turns(kind, rounds, 40))
        finally:
            shutil.rmtree(folder)


def main() -> int:
    asked = asked_for(__doc__, "--no-peers")
    if not asked.no_peers:
        return with_peers(sys.argv[1:])
    run(asked.rounds, asked.memory, asked.disk)
    return 0


if __name__ == "__main__":
    sys.exit(main())
