"""What `durable_connect` costs over `sqlite3.connect` with the same pragmas: `python -m benchmarks.sqlite`."""

from __future__ import annotations

import argparse
import sqlite3
import statistics
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import process_time

from flake8_atomic.helpers import durable_connect

PRAGMAS = ("PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA cell_size_check=ON")
EACH = 200


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--folder", help="on which filesystem to measure")
    args = parser.parse_args()
    print(f"{'':32} {'plain us':>9} {'ours us':>9} {'ratio':>7}")
    with tempfile.TemporaryDirectory(dir=args.folder) as folder:
        path = Path(folder) / "app.db"
        with closing(durable_connect(path)) as kept:
            kept.execute("CREATE TABLE a (b)")
            report("another connection is open", path, args.rounds)
        report("no other connection is open", path, args.rounds)


def plain(path: Path) -> sqlite3.Connection:
    """What a program writes that knows the pragmas, and neither asks nor waits."""
    connection = sqlite3.connect(path)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    return connection


def report(what: str, path: Path, rounds: int) -> None:
    """Print the processor time of both, and the median of what each round's pair shows."""
    pairs = [(cost(plain, path), cost(durable_connect, path)) for _ in range(rounds)]
    theirs, ours = (1e6 * statistics.median(side) / EACH for side in zip(*pairs, strict=True))
    ratio = statistics.median(mine / other for other, mine in pairs)
    print(f"{what:32} {theirs:9.1f} {ours:9.1f} {ratio:7.2f}")


def cost(connect: Callable[[Path], sqlite3.Connection], path: Path) -> float:
    """Processor seconds of one batch of connects."""
    started = process_time()
    for _ in range(EACH):
        connect(path).close()
    return process_time() - started


if __name__ == "__main__":
    main()
