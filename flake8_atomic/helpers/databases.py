"""SQLite connections whose commits survive, and that never take a database out of WAL mode because of an error."""

from __future__ import annotations

import os

from .asking import PASSING, Patient, ask, name_of

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    pass
else:
    from .opened import overload

if TYPE_CHECKING:
    import sqlite3
    from typing import Any, Literal, TypeAlias, TypeVar, overload

    Connection = TypeVar("Connection", bound=sqlite3.Connection)
    Database: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]
    Isolation: TypeAlias = Literal["DEFERRED", "EXCLUSIVE", "IMMEDIATE"] | None

SYNCHRONOUS = ("off", "normal", "full", "extra")
_TIMEOUT = 5.0
_YES = ("on", "yes", "true")

_seen_in_wal: set[tuple[int, int]] = set()


@overload
def durable_connect(
    database: Database,
    timeout: float = 5.0,
    detect_types: int = 0,
    isolation_level: Isolation = "DEFERRED",
    check_same_thread: bool = True,
    cached_statements: int = 128,
    uri: bool = False,
    *,
    autocommit: bool | int = ...,
    synchronous: str = "full",
    wal_autocheckpoint: int | None = None,
) -> sqlite3.Connection: ...
@overload
def durable_connect(
    database: Database,
    timeout: float = 5.0,
    detect_types: int = 0,
    isolation_level: Isolation = "DEFERRED",
    check_same_thread: bool = True,
    *,
    factory: type[Connection],
    cached_statements: int = 128,
    uri: bool = False,
    autocommit: bool | int = ...,
    synchronous: str = "full",
    wal_autocheckpoint: int | None = None,
) -> Connection: ...
def durable_connect(
    database: Database,
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
        # Nobody else has the connection yet.
        texts, connection.text_factory = connection.text_factory, str
        patient = Patient(connection, timeout)
        name, uri = os.fsdecode(database), bool(args[6:] or options.get("uri"))
        if not (uri and _is_immutable(name)):
            # SQLite may also be built to take every such name for a URI.
            _enter_wal(patient, "" if uri or name.startswith("file:") else name)
        _make_durable(patient, synchronous, wal_autocheckpoint)
        connection.text_factory = texts
        if transactional:
            connection.autocommit = False  # type: ignore[attr-defined, unused-ignore]
    except BaseException:
        connection.close()
        raise
    return connection


def _make_durable(patient: Patient, synchronous: str, wal_autocheckpoint: int | None) -> None:
    patient.ask(f"PRAGMA synchronous={synchronous}")
    patient.ask("PRAGMA cell_size_check=ON")
    if wal_autocheckpoint is not None:
        patient.ask(f"PRAGMA wal_autocheckpoint={int(wal_autocheckpoint)}")
    patient.restore()


def connection_report(connection: sqlite3.Connection) -> dict[str, object]:
    """Say what is in force on a connection, asked of SQLite alone."""
    asked = {name: ask(connection, f"PRAGMA {name}") for name in _REPORTED}
    level = asked["synchronous"]
    return {
        "database": _file_of(connection),
        **asked,
        "synchronous": SYNCHRONOUS[level] if isinstance(level, int) else level,
        "cell_size_check": bool(asked["cell_size_check"]),
    }


_REPORTED = ("journal_mode", "synchronous", "wal_autocheckpoint", "cell_size_check", "busy_timeout", "locking_mode")


def _enter_wal(patient: Patient, path: str) -> None:
    """Set WAL where it is not set; stay in another mode only where that one is certain."""
    import sqlite3

    mode = patient.ask("PRAGMA journal_mode")
    if mode not in ("wal", "memory"):
        try:
            mode = patient.ask("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            name = name_of(error)
            if not name.startswith((*PASSING, "SQLITE_READONLY")):
                raise
            # Asked twice, SQLite answers from memory, and misses that another process set WAL: the file must be read.
            patient.ask("PRAGMA schema_version")
            mode = patient.ask("PRAGMA journal_mode")
            # Who may only read cannot write by another journal than the others do.
            if mode != "wal" and not name.startswith("SQLITE_READONLY") and _was_in_wal(patient.connection):
                raise
        else:
            if mode != "wal" and _was_in_wal(patient.connection):
                message = f"the database was in WAL mode and cannot be brought back to it from {mode}"
                raise sqlite3.OperationalError(message)
    if mode == "wal":
        # To ask SQLite for the name of the file costs a third of a connect.
        _remember(path or _file_of(patient.connection))


def _is_immutable(uri: str) -> bool:
    """Is it said that nobody writes to the file? Then SQLite knows no mode of it but delete."""
    options = uri.partition("?")[2].partition("#")[0].split("&")
    values = [option.partition("=")[2] for option in options if option.startswith("immutable=")]
    return any(value.lower() in _YES or value.lstrip("0")[:1].isdigit() for value in values)


def _file_of(connection: sqlite3.Connection) -> str:
    """The name of the main database's file, empty where it has none."""
    # As bytes: a name may be of any, and what the connection makes of texts is not for others to change.
    cursor = connection.cursor()
    cursor.row_factory = None
    rows = cursor.execute("SELECT CAST(file AS BLOB) FROM pragma_database_list WHERE seq = 0").fetchall()
    return os.fsdecode(rows[0][0] or b"")


def _identity(path: str) -> tuple[int, int] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _remember(path: str) -> None:
    # Never by opening it: closing any descriptor of the file drops the locks of every connection in this process.
    identity = _identity(path)
    if identity is not None:
        _seen_in_wal.add(identity)


def _was_in_wal(connection: sqlite3.Connection) -> bool:
    """Was the file in WAL mode when this process last saw it, or has somebody a WAL beside it now?"""
    path = _file_of(connection)
    return path != "" and (_identity(path) in _seen_in_wal or os.path.exists(f"{path}-wal"))
