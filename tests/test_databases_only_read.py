"""Settings of databases that nothing is written to by the connection that they are set for."""

from __future__ import annotations

from tests.snippets import announced, cases, found

CASES = {
    "a class that only queries, also a copy in memory": """
        import sqlite3
        class Annotations:
            def __init__(self, path, in_memory):
                if in_memory:
                    source = sqlite3.connect(path)
                    self.conn = sqlite3.connect(":memory:")
                    source.backup(self.conn)
                else:
                    self.conn = sqlite3.connect(path)
                curs = self.conn.cursor()
                curs.execute("PRAGMA synchronous=OFF;")
                curs.execute("PRAGMA journal_mode=OFF;")
                curs.execute("PRAGMA cache_size=2000;")
            def version(self):
                return self.conn.execute("select * from version").fetchone()
        """,
    "a function that only queries": """
        import sqlite3
        def count(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
            return conn.execute("SELECT count(*) FROM a").fetchone()
        """,
    "a class that is not known to only query": """
        import sqlite3
        class Unused:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous(OFF)")  # ATM401
        class Written:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1; DELETE FROM a")
        class Filled:
            def __init__(self, path, other):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1")
                sqlite3.connect(other).backup(self.conn)
        class HandedOut:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1")
            def connection(self):
                return self.conn
        class HandedOn:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1")
                fill(self.conn)
        class Inherited:
            def __init__(self, path):
                self.db = sqlite3.connect(path)
                self.db.execute("PRAGMA synchronous=OFF")  # ATM401
                self.db.execute("SELECT 1")
        class Heir(Inherited):
            def add(self):
                self.db.execute("INSERT INTO a VALUES (1)")
        class WriteAhead:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA journal_mode=WAL")
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1")
        """,
    "an engine, which sessions write by": """
        from sqlalchemy import create_engine, text
        class Store:
            def __init__(self, path):
                self.engine = create_engine("sqlite:///" + path)
                with self.engine.connect() as conn:
                    conn.execute(text("PRAGMA synchronous=OFF"))  # ATM401
                    conn.execute(text("SELECT 1"))
        """,
}


@cases(CASES)
def test_a_file(text: str) -> None:
    assert found(text) == announced(text)
