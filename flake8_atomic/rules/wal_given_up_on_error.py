"""An error says that WAL could not be set now, not that the database is not in WAL mode.

A disk error or a lock that passes makes one process fall back to a rollback journal while the others stay in WAL. They
no longer see each other's locks and pages, and the file is damaged.

Bad:

    def no_query(folder: Path) -> None:
        connection = sqlite3.connect(folder / "app.db")
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            connection.execute("PRAGMA journal_mode=DELETE")

Good:

    def query_leaves(folder: Path) -> None:
        connection = sqlite3.connect(folder / "app.db")
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
                raise
            connection.execute("PRAGMA journal_mode=DELETE")

Only handlers of what sets WAL are looked at, and no cache, index or database of what is worked out from other data. The
question may be asked in a function of the same file, or of the header of the file, by a name that says so; who first
takes the database for himself, by the locking mode EXCLUSIVE, need not ask. `durable_connect` asks, waits for what
passes, and raises rather than take a database down that it has seen in WAL mode.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.sqlite.pragmas import ROLLBACK
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM403",
    "the journal mode is taken down from WAL because of an error, which may pass while other processes stay in WAL; "
    "ask for the mode and raise if it is wal, or use durable_connect",
    contracts=("single-writer",),
    fix="pragmas.connect_durably",
)
def wal_given_up_on_error(inspection: Inspection) -> Iterator[Event]:
    """Flag downgrades in an error handler that no answer keeps from happening."""
    databases = inspection.databases
    for pragma in databases.weakening("journal_mode", ROLLBACK):
        if databases.is_blind_downgrade(pragma) and databases.keeps_records(pragma):
            yield pragma
