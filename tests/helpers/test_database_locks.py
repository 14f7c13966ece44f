"""What opening a database by hand does to the connections of the process, and that the helpers do not do it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from flake8_atomic.helpers import connection_report, durable_connect

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the locks are those of POSIX")

DOWNGRADE = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0.2)
try:
    print(*connection.execute("PRAGMA journal_mode=DELETE").fetchall()[0])
    with connection:
        connection.execute("INSERT INTO kept VALUES (2)")
except sqlite3.OperationalError as error:
    print(error)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "app.db"


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    """An open connection in WAL mode, with one row stored."""
    with closing(sqlite3.connect(path, isolation_level=None)) as opened:
        opened.execute("PRAGMA journal_mode=WAL").fetchall()
        opened.execute("CREATE TABLE kept (row)")
        opened.execute("INSERT INTO kept VALUES (1)")
        yield opened


def downgraded_by_another_process(path: Path) -> str:
    ran = subprocess.run([sys.executable, "-c", DOWNGRADE, path], capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def use_the_helpers(path: Path) -> None:
    with closing(durable_connect(path)) as other:
        assert connection_report(other)["journal_mode"] == "wal"


def rows(path: Path) -> list[int]:
    with closing(sqlite3.connect(path)) as reader:
        return [row for (row,) in reader.execute("SELECT row FROM kept ORDER BY row")]


def test_no_other_process_takes_the_mode_down_after_the_helpers_were_used(
    path: Path, connection: sqlite3.Connection
) -> None:
    use_the_helpers(path)
    assert connection_report(connection)["journal_mode"] == "wal"
    assert downgraded_by_another_process(path) == "database is locked"
    connection.execute("INSERT INTO kept VALUES (3)")
    assert rows(path) == [1, 3]


@pytest.mark.parametrize(
    "look", [lambda path: path.read_bytes(), lambda path: path.open("rb").close()], ids=["read_bytes", "open"]
)
def test_a_file_opened_by_hand_costs_a_row_that_was_acknowledged(
    path: Path, connection: sqlite3.Connection, look: Callable[[Path], object]
) -> None:
    """The mutant: what ATM406 flags."""
    look(path)
    assert downgraded_by_another_process(path) == "delete"
    assert rows(path) == [1, 2]
    connection.execute("INSERT INTO kept VALUES (3)")
    connection.close()
    assert rows(path) == [1, 3]
