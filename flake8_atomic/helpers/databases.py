"""SQLite connections whose commits survive, and that never take a database out of WAL mode because of an error."""

from __future__ import annotations

import os
import time

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    import sqlite3
    from typing import Any

SYNCHRONOUS = ("off", "normal", "full", "extra")
_PASSING = ("SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR", "SQLITE_PROTOCOL")
_TIMEOUT = 5.0
_PAUSE = 0.001, 0.1

_seen_in_wal: set[tuple[int, int]] = set()


def durable_connect(
    database: str | bytes | os.PathLike[str] | os.PathLike[bytes],
    *args: Any,
    synchronous: str = "full",
    wal_autocheckpoint: int | None = None,
    **options: Any,
) -> sqlite3.Connection:
    """Connect as `sqlite3.connect` does, in WAL mode and synced as `synchronous` says: "normal", "full" or "extra".

    The mode is asked for first, and set only where it is not WAL. An error that may pass (BUSY, LOCKED, IOERR,
    PROTOCOL) is waited out within `timeout`. Where WAL cannot be had the database stays in the mode that it has, if
    that is known and if it was never seen in WAL mode; otherwise the error is raised.
    """
    import sqlite3

    if synchronous not in SYNCHRONOUS[1:]:
        message = f"synchronous must be 'normal', 'full' or 'extra', not {synchronous!r}"
        raise ValueError(message)
    timeout = args[0] if args else options.get("timeout", _TIMEOUT)
    # Inside a transaction, which this would open at once, neither setting may be changed.
    transactional = options.get("autocommit") is False
    if transactional:
        options["autocommit"] = True
    connection: sqlite3.Connection = sqlite3.connect(database, *args, **options)
    try:
        patient = _Patient(connection, timeout)
        _enter_wal(patient)
        patient.ask(f"PRAGMA synchronous={synchronous}")
        patient.ask("PRAGMA cell_size_check=ON")
        if wal_autocheckpoint is not None:
            patient.ask(f"PRAGMA wal_autocheckpoint={int(wal_autocheckpoint)}")
        patient.restore()
        if transactional:
            connection.autocommit = False  # type: ignore[attr-defined, unused-ignore]
    except BaseException:
        connection.close()
        raise
    return connection


def connection_report(connection: sqlite3.Connection) -> dict[str, object]:
    """Say what is in force on a connection, asked of SQLite alone."""
    asked = {name: _ask(connection, f"PRAGMA {name}") for name in _REPORTED}
    level = asked["synchronous"]
    return {
        "database": _file_of(connection),
        **asked,
        "synchronous": SYNCHRONOUS[level] if isinstance(level, int) else level,
        "cell_size_check": bool(asked["cell_size_check"]),
    }


_REPORTED = ("journal_mode", "synchronous", "wal_autocheckpoint", "cell_size_check", "busy_timeout", "locking_mode")


def _enter_wal(patient: _Patient) -> None:
    """Set WAL where it is not set; stay in another mode only where that one is certain."""
    import sqlite3

    mode = patient.ask("PRAGMA journal_mode")
    if mode not in ("wal", "memory"):
        try:
            mode = patient.ask("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            name = _name(error)
            if not name.startswith((*_PASSING, "SQLITE_READONLY")):
                raise
            # Asked twice, SQLite answers from memory, and misses that another process set WAL: the file must be read.
            patient.ask("PRAGMA schema_version")
            mode = patient.ask("PRAGMA journal_mode")
            if mode != "wal" and _was_in_wal(patient.connection):
                raise
        else:
            if mode != "wal" and _was_in_wal(patient.connection):
                message = f"the database was in WAL mode and cannot be brought back to it from {mode}"
                raise sqlite3.OperationalError(message)
    if mode == "wal":
        _remember(patient.connection)


class _Patient:
    """Asks a connection, and asks again for as long as the error may pass."""

    def __init__(self, connection: sqlite3.Connection, timeout: float) -> None:
        self.connection = connection
        self._timeout = timeout
        self._deadline = 0.0

    def ask(self, sql: str) -> object:
        """Execute one pragma and return its answer."""
        import sqlite3

        pause = _PAUSE[0]
        while True:
            try:
                return _ask(self.connection, sql)
            except sqlite3.OperationalError as error:
                if not _name(error).startswith(_PASSING) or not self._waits(pause):
                    raise
            pause = min(2 * pause, _PAUSE[1])

    def _waits(self, pause: float) -> bool:
        """Wait a moment, if there is one left; SQLite's own waiting for a lock must then fit into what remains."""
        now = time.monotonic()
        self._deadline = self._deadline or now + self._timeout
        left = self._deadline - now
        if left <= 0:
            return False
        time.sleep(min(pause, left))
        _ask(self.connection, f"PRAGMA busy_timeout={int(1000 * left)}")
        return True

    def restore(self) -> None:
        """Let SQLite wait for locks as long as it was told, if that was changed."""
        if self._deadline:
            _ask(self.connection, f"PRAGMA busy_timeout={int(1000 * self._timeout)}")


def _ask(connection: sqlite3.Connection, sql: str) -> object:
    """The first value of the answer, whatever the connection makes of rows and texts."""
    cursor = connection.cursor()
    cursor.row_factory = None
    # All of it: a statement that was not read to its end keeps its lock.
    rows = cursor.execute(sql).fetchall()
    value = rows[0][0] if rows else None
    return value.decode() if isinstance(value, bytes) else value


def _name(error: sqlite3.Error) -> str:
    return getattr(error, "sqlite_errorname", None) or ""


def _file_of(connection: sqlite3.Connection) -> str:
    """The name of the main database's file, empty where it has none."""
    cursor = connection.cursor()
    cursor.row_factory = None
    name = cursor.execute("PRAGMA database_list").fetchall()[0][2]
    return os.fsdecode(name) if name else ""


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _remember(connection: sqlite3.Connection) -> None:
    # Never by opening it: closing any descriptor of the file drops the locks of every connection in this process.
    identity = _identity(_file_of(connection))
    if identity is not None:
        _seen_in_wal.add(identity)


def _was_in_wal(connection: sqlite3.Connection) -> bool:
    """Was the file in WAL mode when this process last saw it, or has somebody a WAL beside it now?"""
    path = _file_of(connection)
    return path != "" and (_identity(path) in _seen_in_wal or os.path.exists(f"{path}-wal"))
