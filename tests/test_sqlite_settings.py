"""The settings of SQLite, in every form in which libraries take them."""

from __future__ import annotations

import pytest

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

EVERY = Settings(enable=frozenset({"ATM404", "ATM405"}))
CONNECTED = "import sqlite3\nconnection = sqlite3.connect(path)\n"

FORMS = {
    "apsw, by SQL and by its own method": """
        import apsw
        connection = apsw.Connection("app.db")
        connection.execute("PRAGMA synchronous=OFF")  # ATM401
        connection.pragma("journal_mode", "memory")  # ATM402
        connection.pragma("journal_mode")
        connection.pragma("foreign_keys", 0)
        connection.pragma()
        """,
    "aiosqlite": """
        import aiosqlite
        async def connect(path):
            async with aiosqlite.connect(path) as db:
                await db.execute("PRAGMA synchronous=OFF")  # ATM401
                await db.execute("PRAGMA journal_mode=WAL")  # ATM404
        """,
    "a listener of SQLAlchemy": """
        from sqlalchemy import create_engine, event
        engine = create_engine("sqlite:///app.db")
        @event.listens_for(engine, "connect")
        def set_up(connection, record):
            cursor = connection.cursor()
            cursor.execute("PRAGMA journal_mode=WAL")  # ATM404
            cursor.execute("PRAGMA synchronous=NORMAL")  # ATM405
            cursor.close()
        """,
    "a listener of every engine": """
        from sqlalchemy import event
        from sqlalchemy.engine import Engine
        @event.listens_for(Engine, "connect")
        def set_up(connection, record):
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "a listener that is told once is no connect": """
        from sqlalchemy import event
        from sqlalchemy.engine import Engine
        @event.listens_for(Engine, "first_connect")
        @cached
        def set_up(connection, record):
            connection.execute("PRAGMA journal_mode=WAL")
        """,
    "text() of SQLAlchemy": """
        import sqlalchemy as sa
        engine = sa.create_engine("sqlite:///app.db")
        OFF = sa.text("PRAGMA synchronous=OFF")
        with engine.connect() as connection:
            connection.execute(sa.text("PRAGMA journal_mode=OFF"))  # ATM402
            connection.execute(OFF)  # ATM401
            connection.exec_driver_sql("PRAGMA synchronous=1")  # ATM405
        """,
    "connect_args": """
        from sqlalchemy import create_engine
        engine = create_engine(
            "sqlite:///app.db",
            connect_args={"init_command": "PRAGMA synchronous=OFF"},  # ATM401
        )
        """,
    "the options of Django": """
        DATABASES = {
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": BASE / "db.sqlite3",
                "OPTIONS": {
                    "timeout": 5,
                    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;",  # ATM401 ATM404
                },
            },
            "test": {"NAME": ":memory:", "OPTIONS": {"init_command": "PRAGMA synchronous=OFF"}},
            "other": {"OPTIONS": {**more, "init_command": "SET sql_mode='STRICT'"}},
        }
        """,
    "the pragmas of peewee": """
        from peewee import SqliteDatabase
        from playhouse.sqlite_ext import SqliteExtDatabase
        PRAGMAS = [("journal_mode", "wal"), ("synchronous", 0), more]  # ATM401 ATM404
        first = SqliteDatabase("app.db", pragmas={"synchronous": 0})  # ATM401
        second = SqliteExtDatabase(None)
        second.init("app.db", pragmas={"cache_size": 1, "Journal_Mode": "off", **more})  # ATM402
        third = SqliteExtDatabase("app.db", pragmas=PRAGMAS)
        fourth = SqliteDatabase(":memory:", pragmas={"synchronous": 0})
        fifth = SqliteDatabase("app.db", pragmas=given)
        """,
    "the project's own function that executes": """
        def _pragma(connection, sql):
            connection.execute(sql)
        def connect(connection):
            _pragma(connection, "PRAGMA synchronous=OFF")  # ATM401
            announce(connection, "PRAGMA synchronous=OFF")
            execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "one value of several": """
        import sqlite3
        def connect(path, fast):
            connection = sqlite3.connect(path)
            connection.execute(f"PRAGMA synchronous={'OFF' if fast else 'FULL'}")  # ATM401
        """,
    "a loop over what is not known": """
        import sqlite3
        def connect(path, pragmas):
            connection = sqlite3.connect(path)
            for pragma in pragmas:
                connection.execute(pragma)
            for pragma in ("journal_mode=OFF", "synchronous=OFF"):
                connection.execute("PRAGMA " + pragma)  # ATM401 ATM402
        """,
    "a new database, which is put in its place when it is whole": """
        import sqlite3
        def convert(new_db_path, db_path):
            connection = sqlite3.connect(new_db_path)
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("PRAGMA synchronous = OFF")  # ATM401
            other = sqlite3.connect(db_path)
            other.execute("PRAGMA journal_mode = OFF")  # ATM402
        def by_another_module(new_db_path):
            with drivers.connect(new_db_path) as connection:
                connection.cursor().execute("PRAGMA journal_mode = OFF")
        def by_who_knows(connection):
            connection.execute("PRAGMA journal_mode = OFF")  # ATM402
        """,
    "a database that is filled at once, for it must be empty": """
        import sqlite3
        def convert(path, source):
            def tune(connection):
                connection.execute("PRAGMA synchronous = OFF")
            connection = sqlite3.connect(path)
            _assert_empty_db(connection)
            tune(connection)
        def add(path, rows):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous = OFF")  # ATM401
            if is_empty(rows):
                return
        """,
    "a loop over pairs": """
        PRAGMAS = {"synchronous": "FULL", "foreign_keys": "OFF", "journal_mode": "MEMORY", **more}
        def connect(connection):
            for name, value in PRAGMAS.items():
                connection.execute(f"PRAGMA {name}={value}")  # ATM402
            for name, value in [("synchronous", "OFF"), ("journal_mode", "WAL")]:
                statement = "PRAGMA %s = %s" % (name, value)
                connection.execute(statement)  # ATM401
            for name, value, _ in [("synchronous", "OFF")]:
                connection.execute("PRAGMA " + name + "=" + value + _)
            for name in PRAGMAS:
                connection.execute("PRAGMA " + name)
            for name, value in unknown.items():
                connection.execute(f"PRAGMA {name}={value}")
            for name, value in items():
                connection.execute(f"PRAGMA {name}={value}")
        """,
    "a list that is put together before": """
        def connect(connection, more):
            statements = ["PRAGMA foreign_keys=ON"] + more
            statements += ["PRAGMA journal_mode=OFF"]
            for statement in statements:
                connection.execute(statement)  # ATM402
        def set_up(connection, fast):
            statements, others = [], []
            if fast:
                statements.append("PRAGMA synchronous=OFF")
            others.append("PRAGMA journal_mode=OFF")
            statements.sort()
            statements.append()
            for statement in statements:
                connection.execute(statement)  # ATM401
            statements.append("PRAGMA journal_mode=OFF")
        """,
    "a default that the caller may change": """
        def connect(connection, synchronous="OFF", mode=f"WAL", journal=None):
            connection.execute(f"PRAGMA synchronous={synchronous}")  # ATM401
            connection.execute(f"PRAGMA journal_mode={mode}")
            connection.execute(f"PRAGMA journal_mode={journal}")
        """,
    "a text that methods make": """
        import sqlite3
        connection = sqlite3.connect("app.db")
        connection.execute(" PRAGMA synchronous=OFF ".strip())  # ATM401
        connection.executescript("; ".join(["PRAGMA cache_size=1", "PRAGMA synchronous=OFF"]))  # ATM401
        connection.execute("PRAGMA synchronous={}".format("OFF"))  # ATM401
        connection.execute("PRAGMA synchronous={level}".format(level=level))
        connection.execute(" ".join(words))
        connection.execute("PRAGMA synchronous=OFF".lower())
        """,
    "a decorator that is no listener": """
        import sqlite3
        @call(sqlite3.connect("app.db"), "connect")
        def set_up(connection):
            connection.execute("PRAGMA journal_mode=WAL")
        """,
    "a function that takes the mode down, called with and without an error": """
        def connect(connection, plain):
            if plain:
                take_down(connection)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                take_down(connection)
        def take_down(connection):
            connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        """,
    "an attribute of the class, set in another method": """
        import sqlite3
        class Store:
            def __init__(self, path):
                self.sql = "PRAGMA synchronous=OFF"
                self.connection = sqlite3.connect(path)
            def set_up(self):
                self.connection.execute(self.sql)  # ATM401
        """,
    "put back by a function that the finally calls": """
        def load(connection):
            connection.execute("PRAGMA synchronous=OFF")
            try:
                fill(connection)
            finally:
                restore(connection)
        def restore(connection):
            connection.execute("PRAGMA synchronous=FULL")
        """,
    "put back to what loses commits, but keeps the file whole": """
        def load(connection):
            connection.execute("PRAGMA synchronous=OFF")
            try:
                fill(connection)
            finally:
                connection.execute("PRAGMA synchronous=NORMAL")  # ATM405
        def load_faster(connection):
            connection.execute("PRAGMA synchronous=NORMAL")  # ATM405
            try:
                fill(connection)
            finally:
                connection.execute("PRAGMA synchronous=NORMAL")  # ATM405
        """,
    "words of SQL in mixed case": """
        import sqlite3
        def connect(path):
            connection = sqlite3.connect(path)
            connection.execute("Pragma synchronous = Off")  # ATM401
            connection.execute("Pragma Journal_Mode = Memory")  # ATM402
            return connection
        """,
    "put back to what is no better": """
        def load(connection):
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            try:
                fill(connection)
            finally:
                connection.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "a connection that a function makes is not made for who uses it": """
        import sqlite3
        def connected(path):
            return sqlite3.connect(path)
        def make(path):
            connection = connected(path)
            connection.execute("PRAGMA journal_mode=WAL")
        """,
    "a database in memory, through an engine and a session": """
        from contextlib import ExitStack
        from sqlalchemy import create_engine
        from sqlalchemy.orm import Session
        engine = create_engine("sqlite://")
        with ExitStack() as stack:
            session = stack.enter_context(Session(engine))
            session.execute("PRAGMA synchronous=OFF")
            engine.execution_options(a=1).execute("PRAGMA synchronous=OFF")
            len(engine).execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "WAL is not given up where it was never set": """
        def connect(connection):
            try:
                connection.execute("SELECT 1")
            except Exception:
                connection.execute("PRAGMA journal_mode=DELETE")
        """,
    "WAL that was refused, found out before and used in the handler": """
        def connect(connection):
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                if mode not in ("wal", "memory"):
                    pass
                else:
                    raise
                connection.execute("PRAGMA journal_mode=DELETE")
        """,
    "WAL that is only tried where another mode was found": """
        def connect(connection):
            mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
            if mode != "wal":
                try:
                    connection.execute("PRAGMA journal_mode=WAL")
                except Exception:
                    connection.execute("PRAGMA journal_mode=DELETE")
            if mode == "wal":
                try:
                    connection.execute("PRAGMA journal_mode=WAL")
                except Exception:
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        """,
    "WAL given up inside a loop, after an answer that leaves it": """
        def connect(connections):
            for connection in connections:
                try:
                    connection.execute("PRAGMA journal_mode=WAL")
                except Exception:
                    if not is_open(connection):
                        continue
                    if not (connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal"):
                        continue
                    connection.execute("PRAGMA journal_mode=DELETE")
        """,
    "a function that asks the file for its mode, and one that only reads the error": """
        def is_unsupported(error, path):
            return not on_disk_journal_mode_is_wal(path) and "not supported" in str(error)
        def is_wal_unsupported(error):
            return "not supported" in str(error)
        def connect(connection, path):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception as error:
                if is_unsupported(error, path):
                    connection.execute("PRAGMA journal_mode=DELETE")
                raise
        def connect_directly(connection, path):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                if not on_disk_journal_mode_is_wal(path):
                    connection.execute("PRAGMA journal_mode=DELETE")
                if path is None or not has_wal_header(path):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                if not retry_wal_mode(connection):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                if on_disk_journal_mode_is_wal(path):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                if path.is_wal:
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        def connect_or_raise(connection, path):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                if not on_disk_journal_mode_is_wal(path):
                    raise
                connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                if on_disk_journal_mode_is_wal(path):
                    log(path)
                connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                if on_disk_journal_mode_is_wal(path):
                    raise
                connection.execute("PRAGMA journal_mode=DELETE")
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                if on_disk_journal_mode_is_wal(path):
                    return connection
                if locked(path):
                    connection.execute("PRAGMA journal_mode=DELETE")
        def is_to_leave(error, path):
            if path is not None and on_disk_journal_mode_is_wal(path):
                return False
            return "not supported" in str(error)
        def is_to_stay(error, path):
            if on_disk_journal_mode_is_wal(path):
                return True
            if not on_disk_journal_mode_is_wal(path):
                return False
        def connect_by_functions(connection, path):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception as error:
                if is_to_leave(error, path):
                    connection.execute("PRAGMA journal_mode=DELETE")
                if is_to_stay(error, path):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        def connect_blindly(connection):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception as error:
                if is_wal_unsupported(error):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                if set_wal.failed or has_failed(error):
                    connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                raise
        """,
    "a function that asks but raises for something else": """
        def mode(connection):
            found = connection.execute("PRAGMA journal_mode").fetchone()
            if not connection:
                raise ValueError
            return found
        def connect(connection):
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except Exception:
                mode(connection)
                connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        """,
    "a setting in the name of something else": """
        # the PRAGMA journal_mode is set elsewhere, synchronous as well
        def journal_mode(connection):
            return connection.journal_mode
        """,
}


@cases(FORMS)
def test_a_form(text: str) -> None:
    assert sorted(found(text, EVERY)) == sorted(announced(text))


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("PRAGMA synchronous=OFF", ["ATM401"]),
        ("pragma SYNCHRONOUS = off;", ["ATM401"]),
        ("PRAGMA\\n synchronous\\t=\\n0", ["ATM401"]),
        ("PRAGMA main.synchronous(FALSE)", ["ATM401"]),
        ("PRAGMA [main] . \\\"synchronous\\\" = 'no'", ["ATM401"]),
        ("-- fast\\nPRAGMA /* unsafe */ synchronous=OFF", ["ATM401"]),
        ("BEGIN; PRAGMA temp.journal_mode=MEMORY; COMMIT", ["ATM402"]),
        ("PRAGMA journal_mode=`off`", ["ATM402"]),
        ("PRAGMA synchronous=NORMAL", ["ATM405"]),
        ("PRAGMA synchronous=on", ["ATM405"]),
        ("PRAGMA journal_mode=WAL", ["ATM404"]),
        ("PRAGMA synchronous", []),
        ("PRAGMA synchronous=FULL", []),
        ("PRAGMA synchronous=2", []),
        ("PRAGMA synchronous_off=OFF", []),
        ("PRAGMA temp_store=MEMORY", []),
        ("PRAGMA journal_mode=PERSIST", []),
        ("SELECT 'PRAGMA synchronous=OFF'", []),
    ],
)
def test_a_spelling(sql: str, code: list[str]) -> None:
    text = f'{CONNECTED}connection.execute("{sql}")\n'
    assert [item for _, item in found(text, EVERY)] == code


@pytest.mark.parametrize(
    "path",
    [
        "':memory:'",
        "''",
        "'file::memory:'",
        "'file:a?mode=memory', uri=True",
        "f'file:{p}?mode=ro', uri=True",
        "'file:{}?immutable=1&mode=ro'.format(p), uri=True",
        "tempfile.mkstemp()[1]",
        "os.path.join(tempfile.gettempdir(), 'a.db')",
        "'/tmp/a.db'",
    ],
)
def test_a_database_that_nobody_keeps(path: str) -> None:
    text = f"import os, sqlite3, tempfile\nc = sqlite3.connect({path})\nc.execute('PRAGMA synchronous=OFF')\n"
    assert found(text, EVERY) == []


def test_a_temporary_database_beside_one_that_is_kept() -> None:
    text = """
def fill(connection):
    connection.execute("PRAGMA synchronous=OFF")  # ATM401

import sqlite3
fill(sqlite3.connect(":memory:"))
fill(sqlite3.connect("app.db"))
"""
    assert found(text) == announced(text)


@pytest.mark.parametrize("comment", ["# pragma: no cover", "# pragma: no branch"])
def test_a_pragma_of_coverage_is_none_of_sqlite(comment: str) -> None:
    assert found(f"def f(c):  {comment}\n    c.execute(synchronous)\n", EVERY) == []


@pytest.mark.parametrize("name", ["benchmarks/store.py", "src/demo.py"])
def test_what_measures_or_shows_something_is_left_alone(name: str) -> None:
    text = f"{CONNECTED}connection.execute('PRAGMA synchronous=OFF')\nopen(path, 'rb').read()\n"
    assert found(text, EVERY, name) == []
    assert [code for _, code in found(text, EVERY, "src/app/store.py")] == ["ATM401", "ATM406"]


def test_tests_are_left_alone() -> None:
    assert found(f"{CONNECTED}connection.execute('PRAGMA synchronous=OFF')\n", EVERY, "tests/test_app.py") == []


def test_a_contract_speaks_of_a_setting() -> None:
    comment = "# atomic: regenerable -- the cache is made again"
    assert found(f"{CONNECTED}connection.execute('PRAGMA synchronous=OFF')  {comment}\n", EVERY) == []
