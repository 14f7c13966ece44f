"""The journal is what SQLite repairs a half-written database from, and it must be on the disk to be found there.

With `journal_mode=OFF` there is none, with `MEMORY` it dies with the process: a kill in the middle of a commit, which
other modes survive, leaves the database damaged.

Bad:

    def connect(folder: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "app.db")
        connection.execute("PRAGMA journal_mode=MEMORY")
        return connection

Good:

    def connect(folder: Path) -> sqlite3.Connection:
        return durable_connect(folder / "app.db")

Left alone are

- a database in memory, a temporary one, one that is only queried or never committed to;
- a bulk load that puts the setting back in a `finally`;
- one whose path, class or module, or what explains these, calls it a cache or an index, and nothing that is kept: it is
  made again;
- one that is filled at once, for the code requires it to be empty or not to be there;
- one that its path calls new: nobody opens what a kill leaves of it;
- one whose tables, by their names or columns, hold what is worked out from files or from other data.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.sqlite.pragmas import UNJOURNALED
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM402",
    "without a journal on the disk a kill in the middle of a commit damages the database; use WAL or DELETE",
    contracts=("regenerable", "scratch"),
    fix="pragmas.set_durably",
)
def database_without_journal(inspection: Inspection) -> Iterator[Event]:
    """Flag journal modes that leave nothing on the disk to repair from."""
    for pragma in inspection.databases.endangering("journal_mode", UNJOURNALED):
        if not inspection.databases.is_blind_downgrade(pragma) and not inspection.databases.is_built(pragma):
            yield pragma
