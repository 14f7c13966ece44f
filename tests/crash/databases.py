"""Writers of a database, each a process of its own: `python -m tests.crash.databases HOW PATH NUMBER ROWS`.

A row is acknowledged by its number on standard output once its commit has returned.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

from flake8_atomic.helpers import durable_connect

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STRIDE = 1_000_000


def make(path: Path) -> None:
    """A database in WAL mode without rows; whatever was there goes."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    with closing(durable_connect(path, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE kept (row INTEGER, ballast TEXT)")


def durable(path: str, level: str = "full") -> sqlite3.Connection:
    return durable_connect(path, timeout=1.0, isolation_level=None, synchronous=level)


def normal(path: str) -> sqlite3.Connection:
    return durable(path, "normal")


def naive(path: str) -> sqlite3.Connection:
    """The cure that ATM403 flags: an error is taken for a filesystem without WAL."""
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    try:
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
    except sqlite3.OperationalError:
        connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    return connection


def off(path: str) -> sqlite3.Connection:
    """What ATM401 flags."""
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    connection.execute("PRAGMA synchronous=OFF")
    return connection


def unjournaled(path: str) -> sqlite3.Connection:
    """What ATM402 flags."""
    connection = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    connection.execute("PRAGMA journal_mode=MEMORY").fetchall()
    return connection


WAYS: dict[str, Callable[[str], sqlite3.Connection]] = {
    "durable": durable,
    "naive": naive,
    "normal": normal,
    "off": off,
    "unjournaled": unjournaled,
}


def insert(connection: sqlite3.Connection, row: int) -> None:
    """Commit one row of more than a page."""
    connection.execute("INSERT INTO kept VALUES (?, ?)", (row, str(row) * 700))


def main(how: str, path: str, number: int, rows: int) -> None:
    """Connect anew for every few rows, and go on after what fails."""
    for row in range(number * STRIDE, number * STRIDE + rows, 4):
        try:
            with closing(WAYS[how](path)) as connection:
                for each in range(row, row + 4):
                    insert(connection, each)
                    os.write(1, b"%d\n" % each)
        except sqlite3.Error as error:
            os.write(2, f"{type(error).__name__} {error}\n".encode())


def found(path: Path) -> tuple[str, set[int]]:
    """What SQLite says of the database, and the rows that are in it."""
    with closing(sqlite3.connect(path)) as connection:
        verdict = ", ".join(str(row[0]) for row in connection.execute("PRAGMA integrity_check"))
        return verdict, {row for (row,) in connection.execute("SELECT row FROM kept")}


def mode(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchall()[0][0])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
