"""Databases that keep what is stored nowhere else, and those that show that they do not."""

from __future__ import annotations

from tests.snippets import announced, cases, found

CASES = {
    "tables that are called after what somebody says, does or orders": """
        class Store:
            def set_up(self):
                self.db.execute("PRAGMA synchronous=OFF")  # ATM401
                self.db.execute("PRAGMA journal_mode=OFF")  # ATM402
            def add(self, text):
                self.db.execute("INSERT OR REPLACE INTO chat_messages VALUES (?)", (text,))
        """,
    "a row that is only changed, or only removed": """
        def set_up(db):
            db.execute("PRAGMA synchronous=OFF")  # ATM401
            db.execute('UPDATE "tasks" SET done = 1')
            db.execute("DELETE FROM found")
        """,
    "tables that are called after something that is worked out": """
        def set_up(db):
            db.execute("PRAGMA synchronous=OFF")
            db.execute("INSERT INTO message_embeddings VALUES (?)")
            db.execute("DELETE FROM symbols")
            db.execute("SELECT * FROM symbols, messages")
        """,
    "tables whose names say nothing, or whose changes are not known": """
        def fill(db, sql):
            db.execute("PRAGMA synchronous=OFF")  # ATM401
            db.execute(sql)
            db.execute("INSERT INTO t VALUES (1)")
            db.execute("UPDATE data SET x = 1")
            db.execute("SELECT * FROM symbols")
        """,
    "what is remembered of files": """
        def set_up(db):
            db.execute("PRAGMA synchronous=OFF")
            db.execute("CREATE TABLE IF NOT EXISTS sessions (path TEXT, mtime_ns INTEGER)")
            db.execute("INSERT INTO sessions VALUES (?, ?)")
        """,
    "a class that stores whatever it is given under a key": """
        class Dictionary:
            def __init__(self):
                self.db.execute("PRAGMA synchronous=OFF")  # ATM401
            def __setitem__(self, key, value):
                self.db.execute("REPLACE INTO pairs VALUES (?, ?)", (key, value))
            def __getitem__(self, key):
                return self.db.execute("SELECT value FROM pairs WHERE key = ?", key)
        """,
    "functions of a module, and a class that only gives": """
        def set(db, key, value):
            db.execute("PRAGMA synchronous=OFF")
            db.execute("REPLACE INTO pairs VALUES (?, ?)", (key, value))
        def get(db, key):
            return db.execute("SELECT value FROM pairs WHERE key = ?", key)
        def keys(db):
            return db.execute("SELECT key FROM pairs")
        class Reader:
            def get(self, key):
                return get(self.db, key)
        """,
    "what an engine is told, whatever is in it": """
        from sqlalchemy import event
        from sqlalchemy.engine import Engine
        @event.listens_for(Engine, "connect")
        def set_up(connection, record):
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            connection.execute("DELETE FROM symbols")
        """,
    "a downgrade in the handler of something else, or of what is worked out": """
        import sqlite3
        def connect(path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA journal_mode=WAL")
            try:
                connection.execute("SELECT 1")
            except sqlite3.OperationalError:
                connection.execute("PRAGMA journal_mode=DELETE")
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
        def connect_to_cache():
            connection = sqlite3.connect("cache.db")
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                connection.execute("PRAGMA journal_mode=DELETE")
        """,
    "a downgrade by somebody who is alone with the database": """
        import sqlite3
        def connect(path):
            connection = sqlite3.connect(path)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("PRAGMA journal_mode=DELETE")
        def connect_with_others(path, mode):
            connection = sqlite3.connect(path)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                if mode:
                    connection.execute("PRAGMA locking_mode=EXCLUSIVE")
                connection.execute("PRAGMA locking_mode=NORMAL")
                connection.execute("PRAGMA journal_mode=DELETE")  # ATM403
                connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        """,
    "tables of a schema, and of a text that is filled in by names": """
        def set_up(cursor, start):
            cursor.execute("PRAGMA synchronous=OFF")
            cursor.execute("INSERT INTO main.symbols VALUES (1)")
            cursor.execute("INSERT INTO projections VALUES ({start}, {})".format(1, start=start))
        """,
    "tables of a schema that hold what somebody orders": """
        def set_up(cursor, number):
            cursor.execute("PRAGMA synchronous=OFF")  # ATM401
            cursor.execute("INSERT INTO main.{table} VALUES ({number})".format(table="orders", number=number))
        """,
    "tables that are only made here": """
        import sqlite3
        def create(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
            conn.execute("CREATE TABLE IF NOT EXISTS kmers (kmer TEXT, count INTEGER)")
            return conn
        """,
    "tables that are only made here, for what somebody does": """
        import sqlite3
        def create(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.execute("CREATE TABLE IF NOT EXISTS kmers (kmer TEXT, count INTEGER)")
            conn.execute("CREATE TABLE IF NOT EXISTS customers (name TEXT)")
            return conn
        """,
}


@cases(CASES)
def test_a_file(text: str) -> None:
    assert found(text) == announced(text)
