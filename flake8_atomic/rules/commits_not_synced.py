"""With `synchronous=NORMAL` a commit returns before it is on the disk.

In WAL mode a power cut undoes the commits since the last checkpoint, although the program has been told that they are
stored. In the rollback modes it may, on some filesystems, damage the file.

Bad:

    def connect(folder: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "app.db")
        connection.execute("PRAGMA synchronous=NORMAL")
        return connection

Good:

    def connect(folder: Path) -> sqlite3.Connection:
        return durable_connect(folder / "app.db", synchronous="full")

To lose the last seconds is enough for many programs; for those that promise that what was saved stays saved, it is not.
What is called a cache or an index is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.sqlite.pragmas import NORMAL
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM405",
    "synchronous=NORMAL lets a power cut undo commits, and outside WAL mode it may damage the file; use FULL",
    contracts=("regenerable", "single-writer", "scratch"),
    fix="pragmas.set_durably",
    opt_in=True,
)
def commits_not_synced(inspection: Inspection) -> Iterator[Event]:
    """Flag the setting, however it is spelled."""
    yield from inspection.databases.weakening("synchronous", NORMAL)
