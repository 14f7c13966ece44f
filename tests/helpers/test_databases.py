"""`durable_connect`: what it sets, what it waits out, and when it refuses."""

from __future__ import annotations

import os
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from flake8_atomic.helpers import asking, connection_report, durable_connect
from flake8_atomic.helpers import databases as module

DURABLE = {"journal_mode": "wal", "synchronous": "full", "cell_size_check": True}


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_seen_in_wal", set())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "app.db"


def in_force(connection: sqlite3.Connection) -> dict[str, object]:
    report = connection_report(connection)
    return {name: report[name] for name in DURABLE}


def mode_of(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return str(connection.execute("PRAGMA journal_mode").fetchone()[0])


def failure(name: str) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorname = name
    return error


class Failing(sqlite3.Connection):
    """Its pragmas fail as often as is said, for what is said, before they reach SQLite."""

    failures: dict[str, list[str]] = {}  # noqa: RUF012 - each test sets its own
    asked: list[str] = []  # noqa: RUF012

    def cursor(self, *_: Any) -> Any:
        return super().cursor(FailingCursor)


class FailingCursor(sqlite3.Cursor):
    def execute(self, sql: str, *_: Any) -> Any:
        Failing.asked.append(sql)
        if Failing.failures.get(sql):
            raise failure(Failing.failures[sql].pop())
        return super().execute(sql)


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    monkeypatch.setattr(Failing, "asked", [])
    monkeypatch.setattr(Failing, "failures", {})
    return Failing.failures


SET, ASK = "PRAGMA journal_mode=WAL", "PRAGMA journal_mode"


def test_a_new_database_is_in_wal_mode_and_synced(path: Path) -> None:
    with closing(durable_connect(path)) as connection:
        assert in_force(connection) == DURABLE
        assert connection_report(connection)["database"] == os.fspath(path)
        assert isinstance(connection, sqlite3.Connection)


@pytest.mark.parametrize("level", ["normal", "full", "extra"])
def test_the_level_is_the_one_asked_for(path: Path, level: str) -> None:
    with closing(durable_connect(path, synchronous=level)) as connection:
        assert connection_report(connection)["synchronous"] == level


@pytest.mark.parametrize("level", ["off", "OFF", "", "fulll"])
def test_another_level_is_refused_and_nothing_is_made(path: Path, level: str) -> None:
    with pytest.raises(ValueError, match="synchronous must be 'normal', 'full' or 'extra'"):
        durable_connect(path, synchronous=level)
    assert not path.exists()


def test_checkpoints_are_set_only_where_asked(path: Path) -> None:
    for given, in_effect in ((None, 1000), (7, 7), (0, 0)):
        with closing(durable_connect(path, wal_autocheckpoint=given)) as connection:
            assert connection_report(connection)["wal_autocheckpoint"] == in_effect


@pytest.mark.filterwarnings("ignore:Passing more than 1 positional:DeprecationWarning")  # as of 3.13
def test_the_arguments_are_those_of_connect(path: Path) -> None:
    class Own(sqlite3.Connection):
        pass

    positional: list[Any] = [1.5, sqlite3.PARSE_DECLTYPES, None, False, Own]
    with closing(durable_connect(path, *positional)) as connection:
        assert isinstance(connection, Own)
        assert connection.isolation_level is None
        assert connection_report(connection)["busy_timeout"] == 1500
    with pytest.raises(TypeError):
        durable_connect(path, unknown=1)  # type: ignore[call-overload]


def test_a_plain_connection_differs_in_nothing_else(path: Path) -> None:
    with closing(durable_connect(path)) as ours, closing(sqlite3.connect(path)) as plain:
        for name in ("isolation_level", "row_factory", "text_factory", "in_transaction", "total_changes"):
            assert getattr(ours, name) == getattr(plain, name)


@pytest.mark.parametrize("given", [":memory:", "", "file::memory:", "file:a?mode=memory"])
def test_a_database_without_a_file_stays_one(given: str) -> None:
    with closing(durable_connect(given, uri=given.startswith("file:"))) as connection:
        report = connection_report(connection)
        assert report["journal_mode"] == ("delete" if given == "" else "memory")
        assert (report["synchronous"], report["database"]) == ("full", "")


def test_a_uri_is_followed(path: Path) -> None:
    with closing(durable_connect(f"file:{path}?mode=rwc", uri=True)) as connection:
        assert in_force(connection) == DURABLE


def test_bytes_are_a_path(path: Path) -> None:
    with closing(durable_connect(os.fsencode(path))) as connection:
        assert in_force(connection) == DURABLE


def test_rows_and_texts_of_ones_own_are_no_hindrance(path: Path) -> None:
    class Own(sqlite3.Connection):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.row_factory = lambda *_: "a row"
            self.text_factory = bytes

    with closing(durable_connect(path, factory=Own)) as connection:
        assert in_force(connection) == DURABLE
        assert connection.execute("SELECT 1").fetchone() == "a row"


@pytest.mark.usefixtures("failing")
def test_wal_is_not_set_again(path: Path) -> None:
    durable_connect(path).close()
    with closing(durable_connect(path, factory=Failing)):
        assert SET not in Failing.asked


@pytest.mark.parametrize("name", ["SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_IOERR_SHMOPEN", "SQLITE_PROTOCOL"])
@pytest.mark.parametrize("sql", [ASK, SET, "PRAGMA synchronous=full"])
def test_what_passes_is_waited_out(path: Path, failing: dict[str, list[str]], sql: str, name: str) -> None:
    failing[sql] = [name] * 3
    with closing(durable_connect(path, factory=Failing)) as connection:
        assert in_force(connection) == DURABLE
        assert connection_report(connection)["busy_timeout"] == 5000


@pytest.mark.parametrize("name", ["SQLITE_CORRUPT", "SQLITE_FULL", "SQLITE_CANTOPEN", ""])
@pytest.mark.parametrize("sql", [ASK, SET])
def test_what_does_not_pass_is_raised_at_once(path: Path, failing: dict[str, list[str]], sql: str, name: str) -> None:
    failing[sql] = [name]
    with pytest.raises(sqlite3.OperationalError):
        durable_connect(path, factory=Failing)
    assert Failing.asked.count(sql) == 1
    assert not any("DELETE" in asked for asked in Failing.asked)


def test_a_mode_that_cannot_be_read_counts_as_wal(path: Path, failing: dict[str, list[str]]) -> None:
    failing[ASK] = ["SQLITE_IOERR_READ"] * 1000
    with pytest.raises(sqlite3.OperationalError):
        durable_connect(path, timeout=0.05, factory=Failing)
    assert SET not in Failing.asked


def test_the_database_stays_in_its_mode_where_wal_cannot_be_had(path: Path, failing: dict[str, list[str]]) -> None:
    failing[SET] = ["SQLITE_PROTOCOL"] * 1000
    with closing(durable_connect(path, timeout=0.05, factory=Failing)) as connection:
        assert in_force(connection) == {**DURABLE, "journal_mode": "delete"}
    assert Failing.asked.count(SET) > 1
    assert not any("DELETE" in asked for asked in Failing.asked)


def test_it_is_raised_where_the_file_was_seen_in_wal_mode(path: Path, failing: dict[str, list[str]]) -> None:
    durable_connect(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA journal_mode=DELETE").fetchall()
    failing[SET] = ["SQLITE_IOERR"] * 1000
    with pytest.raises(sqlite3.OperationalError):
        durable_connect(path, timeout=0.05, factory=Failing)


def test_it_is_raised_where_somebody_has_a_wal(path: Path, failing: dict[str, list[str]]) -> None:
    Path(f"{path}-wal").touch()
    failing[SET] = ["SQLITE_BUSY"] * 1000
    with pytest.raises(sqlite3.OperationalError):
        durable_connect(path, timeout=0.05, factory=Failing)


def test_another_process_may_have_set_it_meanwhile(path: Path, failing: dict[str, list[str]]) -> None:
    class Overtaken(Failing):
        def cursor(self, *_: Any) -> Any:
            if Failing.asked.count(SET) == 1:
                with closing(sqlite3.connect(path)) as other:
                    other.execute(SET).fetchall()
            return super().cursor()

    failing[SET] = ["SQLITE_READONLY"]
    with closing(durable_connect(path, factory=Overtaken)) as connection:
        assert in_force(connection) == DURABLE


def test_a_vfs_that_silently_keeps_its_mode(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = asking.ask
    monkeypatch.setattr(asking, "ask", lambda connection, sql: "delete" if sql == SET else real(connection, sql))
    with closing(durable_connect(path)) as connection:
        assert in_force(connection) == {**DURABLE, "journal_mode": "delete"}
    module._seen_in_wal.add(module._identity(os.fspath(path)) or (0, 0))
    with pytest.raises(sqlite3.OperationalError, match="was in WAL mode"):
        durable_connect(path)


def test_a_read_only_connection_reads(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE a (b)")
    with closing(durable_connect(f"file:{path}?mode=ro", uri=True)) as connection:
        assert connection.execute("SELECT * FROM a").fetchall() == []
        assert in_force(connection) == {**DURABLE, "journal_mode": "delete"}
    assert mode_of(path) == "delete"


def test_a_read_only_connection_reads_what_was_in_wal_mode_before(path: Path) -> None:
    durable_connect(path).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode=DELETE").fetchone() == ("delete",)
    with closing(durable_connect(f"file:{path}?mode=ro", uri=True)) as connection:
        assert in_force(connection) == {**DURABLE, "journal_mode": "delete"}


@pytest.mark.parametrize("option", ["immutable=1", "immutable=TRUE", "immutable=02", "mode=ro&immutable=yes#end"])
def test_a_database_that_nobody_writes_to_is_read(path: Path, option: str) -> None:
    durable_connect(path).close()
    with closing(durable_connect(f"file:{path}?{option}", uri=True)) as connection:
        assert connection.execute("SELECT * FROM sqlite_master").fetchall() == []
    with closing(durable_connect(f"{path}?{option.partition('#')[0]}")) as connection:
        assert in_force(connection) == DURABLE


@pytest.mark.parametrize("text", [bytes, bytearray])
def test_what_the_connection_makes_of_texts_stays(path: Path, text: Any) -> None:
    class Own(sqlite3.Connection):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            self.text_factory = text

    with closing(durable_connect(path, factory=Own)) as connection:
        assert in_force(connection) == DURABLE
        assert connection.text_factory is text


@pytest.mark.skipif(sys.platform != "linux", reason="names are not of any bytes")
def test_a_name_that_is_not_of_utf_8(path: Path) -> None:
    with closing(durable_connect(os.fsencode(path.parent) + b"/x\xff.db")) as connection:
        assert in_force(connection) == DURABLE


@pytest.mark.parametrize("timeout", [float("inf"), 1e9])
def test_a_timeout_without_an_end(path: Path, failing: dict[str, list[str]], timeout: float) -> None:
    failing[SET] = ["SQLITE_BUSY"]
    with closing(durable_connect(path, timeout=timeout, factory=Failing)) as connection:
        assert in_force(connection) == DURABLE


def test_a_lock_that_goes_is_waited_for(path: Path) -> None:
    with closing(sqlite3.connect(path, check_same_thread=False)) as other:
        other.execute("CREATE TABLE a (b)")
        other.execute("BEGIN EXCLUSIVE")
        timer = threading.Timer(0.2, other.rollback)
        timer.start()
        with closing(durable_connect(path, timeout=10)) as connection:
            assert in_force(connection) == DURABLE
        timer.join()


def test_a_lock_that_stays_ends_within_the_timeout(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE a (b)")
        other.execute("BEGIN EXCLUSIVE")
        begun = time.monotonic()
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            durable_connect(path, timeout=0.5)
        # SQLite waits itself for most of it, and is not asked to do so again.
        assert time.monotonic() - begun < 0.9


def test_a_file_that_is_gone_is_not_remembered(path: Path) -> None:
    with closing(durable_connect(path)):
        module._seen_in_wal.clear()
        path.unlink()
        module._remember(str(path))
    assert module._seen_in_wal == set()


@pytest.mark.parametrize("given", [str, os.fsencode, Path, "file:{}".format, "file:{}?mode=rwc".format])
def test_a_file_is_remembered_however_it_is_named(path: Path, given: Callable[[Path], str | bytes | Path]) -> None:
    named = given(path)
    module._seen_in_wal.clear()
    with closing(durable_connect(named, uri=isinstance(named, str) and named.startswith("file:"))):
        assert module._seen_in_wal == {(path.stat().st_dev, path.stat().st_ino)}


def test_a_file_that_is_no_database_is_refused(path: Path) -> None:
    path.write_bytes(b"no database" * 100)
    with pytest.raises(sqlite3.DatabaseError):
        durable_connect(path)


def test_a_connection_without_its_own_transactions(path: Path) -> None:
    class Accepting(sqlite3.Connection):
        """What autocommit is to a Python that does not know it yet."""

        autocommit: Any = None

        def __init__(self, *args: Any, autocommit: Any = None, **options: Any) -> None:
            super().__init__(*args, **options)
            self.given = autocommit

    with closing(durable_connect(path, factory=Accepting, autocommit=False)) as connection:
        assert in_force(connection) == DURABLE
        assert isinstance(connection, Accepting)
        assert (connection.given, connection.autocommit) == (True, False)


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sqlite3 has no autocommit")
def test_autocommit_off_opens_its_transaction_afterwards(path: Path) -> None:
    options: dict[str, Any] = {"autocommit": False}
    with closing(durable_connect(path, **options)) as connection:
        assert in_force(connection) == DURABLE
        assert connection.in_transaction


def test_the_file_is_never_opened_by_hand(path: Path) -> None:
    durable_connect(path).close()
    opened = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event in ("open", "os.open") and args else None)
    with closing(durable_connect(path)) as connection:
        connection_report(connection)
    assert [name for name in opened if "app.db" in name] == []
