"""What an atomic write costs over the system calls it cannot do without, beside the other Python libraries.

Every contender writes in turn within each round, in a drawn order: what else the machine does falls on all of them,
and none always follows one that leaves its data to the next sync.

    python benchmarks/helpers.py                 all of it; installs the others into a venv of its own
    python benchmarks/helpers.py --no-peers      this library, the system calls and the builtins
    python benchmarks/helpers.py --rounds 5 --memory /dev/shm --disk /var/tmp

Processor time is the median over the rounds; the paired ratio is the median of what each round's pair shows.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import venv
import zipfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Contenders = dict[str, Callable[[], object]]

ROOT = Path(__file__).resolve().parent.parent
PEERS = ("atomicwrites==1.4.1", "boltons==26.2.0", "safer==6.1.0", "durablewrite==1.0.0", "safewrite==0.1.3")
HERMES = "hermes-agent==0.19.0"
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
    from benchmarks.floor import guarded, raw
    from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_text

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


def byte_peers(path: str, data: bytes) -> Contenders:
    names = ("atomicwrites", "boltons.fileutils", "safer", "durablewrite", "safewrite")
    try:
        atomicwrites, boltons, safer, durablewrite, safewrite = map(import_module, names)
    except ImportError:
        return {}

    def by(opener: Callable[..., Any], *arguments: object, **options: object) -> Callable[[], None]:
        def write() -> None:
            with opener(path, *arguments, **options) as file:
                file.write(data)

        return write

    return {
        "atomicwrites": by(atomicwrites.atomic_write, mode="wb", overwrite=True),
        "boltons (no directory sync)": by(boltons.atomic_save, text_mode=False),
        "safer (no sync)": by(safer.open, "wb", temp_file=True),
        "durablewrite": lambda: durablewrite.write_bytes_atomic(path, data),
        "safewrite": lambda: safewrite.write_bytes(path, data),
    }


def json_contenders(path: str, obj: object, **options: Any) -> Contenders:
    from flake8_atomic.helpers import atomic_write_json

    def dump() -> None:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(obj, file, **options)  # atomic: scratch -- the very write that the helper is measured against

    contenders: Contenders = {
        "open + json.dump": dump,
        "atomic_write_json": lambda: atomic_write_json(path, obj, encoding="utf-8", **options),
    }
    try:
        atomic_json_write = import_module("utils").atomic_json_write
    except ImportError:
        return contenders
    return contenders | {"hermes (no directory sync)": lambda: atomic_json_write(path, obj, **options)}


def measure(title: str, contenders: Contenders, rounds: int, repeat: int) -> None:
    """Run the contenders in turn and print what each costs over the first."""
    processor: dict[str, list[float]] = {name: [] for name in contenders}
    wall: dict[str, list[float]] = {name: [] for name in contenders}
    for write in contenders.values():
        write()
    draw = random.Random(0)
    for _ in range(rounds):
        for name, write in draw.sample([*contenders.items()], len(contenders)):
            before = time.perf_counter(), time.process_time()
            for _ in range(repeat):
                write()
            processor[name].append((time.process_time() - before[1]) / repeat * 1e6)
            wall[name].append((time.perf_counter() - before[0]) / repeat * 1e6)
    base = next(iter(contenders))
    print(f"\n{title} ({rounds} rounds of {repeat})\n{'':28} CPU us  ratio  wall us  paired ratio")
    for name in contenders:
        used = statistics.median(processor[name])
        paired = statistics.median(a / b for a, b in zip(wall[name], wall[base], strict=True))
        ratio = used / statistics.median(processor[base])
        print(f"{name:28} {used:6.1f}  {ratio:5.2f}  {statistics.median(wall[name]):7.1f}  {paired:5.2f}")


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


def with_peers(arguments: list[str]) -> int:
    """Install the other libraries beside, not into, this interpreter and start again there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = os.path.join(folder, "bin", "python")
        quiet = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*quiet, "install", *PEERS, "pyyaml"], check=True)
        subprocess.run([*quiet, "download", "--no-deps", "--dest", folder, HERMES], check=True)
        (wheel,) = Path(folder).glob("hermes_agent-*.whl")
        zipfile.ZipFile(wheel).extract("utils.py", folder)
        path = os.pathsep.join([str(ROOT), folder])
        command = [python, __file__, "--no-peers", *arguments]
        return subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, check=False).returncode


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-peers", action="store_true", help="measure what is installed")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--memory", default="/dev/shm", help="a directory in memory")
    parser.add_argument("--disk", default="/var/tmp", help="a directory on a disk")
    options = parser.parse_args()
    if not options.no_peers:
        return with_peers(sys.argv[1:])
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))
    run(options.rounds, options.memory, options.disk)
    return 0


if __name__ == "__main__":
    sys.exit(main())
