"""With `synchronous=OFF` SQLite hands its pages to the system and never waits for the disk.

A power cut may then leave pages of the journal and of the database in any order, and with them a file that is damaged,
not one that merely lacks the last commit.

Bad:

    def connect(folder: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "app.db")
        connection.execute("PRAGMA synchronous=OFF")
        return connection

Good:

    def connect(folder: Path) -> sqlite3.Connection:
        return durable_connect(folder / "app.db", synchronous="full")

Left alone are

- a database in memory, a temporary one, one that is only queried or never committed to;
- a bulk load that puts the setting back in a `finally`;
- one whose path, here or at all callers, class or module, or what explains these, calls it a cache or an index, and
  nothing that is kept, or which the code knows to make again or converts from something;
- one that is filled at once, which the code shows by requiring that it be empty or not be there, or by first creating
  the tables that it then fills row by row;
- one whose tables, by their names or columns, hold what is worked out from files or from other data, and not what
  somebody said, did or ordered.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.sqlite.pragmas import OFF
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM401",
    "synchronous=OFF lets a power cut damage the whole database, not only the last commits; use FULL",
    contracts=("regenerable", "scratch"),
    fix="pragmas.set_durably",
)
def database_not_synced(inspection: Inspection) -> Iterator[Event]:
    """Flag the setting, however it is spelled."""
    yield from inspection.databases.endangering("synchronous", OFF)
