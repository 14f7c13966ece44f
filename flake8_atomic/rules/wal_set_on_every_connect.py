"""The journal mode stays in the file: to set WAL again on each connect takes locks that fail when others are busy.

What fails has to be handled, and the handlers that people write take a passing error for a filesystem without WAL.

Bad:

    def connect(folder: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "app.db")
        connection.execute("PRAGMA journal_mode=WAL")
        return connection

Good:

    def connect(folder: Path) -> sqlite3.Connection:
        connection = sqlite3.connect(folder / "app.db")
        if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
            connection.execute("PRAGMA journal_mode=WAL")
        return connection

Setting it once, where the database is made, is enough.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM404",
    "WAL is set again on every connect, where it may fail for a moment; ask for the mode first, or use durable_connect",
    contracts=("single-writer",),
    fix="advised.ask_first",
    opt_in=True,
)
def wal_set_on_every_connect(inspection: Inspection) -> Iterator[Event]:
    """Flag WAL that is set wherever a connection is made."""
    for pragma in inspection.databases.settings_to("journal_mode", frozenset({"wal"})):
        if inspection.databases.is_set_unasked(pragma):
            yield pragma
