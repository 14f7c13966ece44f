"""Asks a SQLite connection for its settings, again for as long as the error may pass."""

from __future__ import annotations

import time

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    import sqlite3

PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_PROTOCOL")
_PAUSE = 0.001, 0.1
_LONGEST = (1 << 31) - 1


class Patient:
    """Asks a connection, and asks again for as long as the error may pass."""

    def __init__(self, connection: sqlite3.Connection, timeout: float) -> None:
        self.connection = connection
        self._timeout = timeout
        self._deadline = 0.0
        self._shortened = False

    def ask(self, sql: str) -> object:
        """Execute one pragma and return its answer."""
        import sqlite3

        # SQLite's own waiting for a lock counts: what is asked after it has what remains.
        self._deadline = self._deadline or time.monotonic() + self._timeout
        pause = _PAUSE[0]
        while True:
            try:
                return ask(self.connection, sql)
            except sqlite3.OperationalError as error:
                if not name_of(error).startswith(PASSING) or not self._waits(pause):
                    raise
            pause = min(2 * pause, _PAUSE[1])

    def _waits(self, pause: float) -> bool:
        """Wait a moment, if there is one left; SQLite's own waiting for a lock must then fit into what remains."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(pause, left))
        self._let_wait(left)
        return True

    def _let_wait(self, seconds: float) -> None:
        """Let SQLite wait for a lock so long, or as long as it can count."""
        self._shortened = True
        ask(self.connection, f"PRAGMA busy_timeout={int(min(_LONGEST, 1000 * seconds))}")

    def restore(self) -> None:
        """Let SQLite wait for locks as long as it was told, if that was changed."""
        if self._shortened:
            self._let_wait(self._timeout)


def ask(connection: sqlite3.Connection, sql: str) -> object:
    """The first value of the answer, whatever the connection makes of rows and texts."""
    cursor = connection.cursor()
    cursor.row_factory = None
    # All of it: a statement that was not read to its end keeps its lock.
    rows = cursor.execute(sql).fetchall()
    value = rows[0][0] if rows else None
    return bytes(value).decode() if isinstance(value, (bytes, bytearray)) else value


def name_of(error: sqlite3.Error) -> str:
    """SQLite's own name of an error, empty where it has none: messages are not for programs."""
    return getattr(error, "sqlite_errorname", None) or ""
