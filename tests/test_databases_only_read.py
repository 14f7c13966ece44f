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
    "functions of the file that are given it, and ask": """
        import sqlite3
        class Playlist:
            def load(self, path):
                source = sqlite3.connect(path)
                source.execute("PRAGMA journal_mode=OFF")
                self.version = self.version_of(source)
                self.db.execute("INSERT INTO a SELECT * FROM b")
                self.db.commit()
                source.close()
            def version_of(self, db):
                cursor = db.cursor()
                cursor.execute("WITH a AS (SELECT 1) SELECT version FROM format")
                return list(cursor)
        class Changed:
            def load(self, path):
                source = sqlite3.connect(path)
                source.execute("PRAGMA journal_mode=OFF")  # ATM402
                cursor = source.cursor()
                self.change(cursor)
            def change(self, cursor):
                cursor.execute("DELETE FROM a")
        class Given:
            def load(self, path, other):
                source = sqlite3.connect(path)
                source.execute("PRAGMA journal_mode=OFF")  # ATM402
                source.execute("SELECT 1")
                other(source)
        class Returned:
            def load(self, path):
                source = sqlite3.connect(path)
                source.execute("PRAGMA journal_mode=OFF")  # ATM402
                self.through(source)
            def through(self, db):
                db.execute("SELECT 1")
                return db
        class Kept:
            def load(self, path):
                source = sqlite3.connect(path)
                source.execute("PRAGMA journal_mode=OFF")  # ATM402
                source.execute("SELECT 1")
                self.cursor = source.cursor()
        """,
    "what is read into a table of pandas, and a cursor that somebody reads": """
        import aiosqlite, pandas, sqlite3
        from contextlib import closing
        def table(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
            return pandas.read_sql_query("SELECT * FROM a", conn)
        async def rows(path, slow):
            conn = await aiosqlite.connect(path)
            cursor = await conn.cursor()
            await conn.execute("PRAGMA synchronous=OFF")  # ATM401
            await cursor.execute("DELETE FROM a")
        def rows_again(path, fast):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            with closing(conn) as same:
                cursor = same.cursor() if fast else None
                cursor.execute("DELETE FROM a; DELETE FROM b")
        """,
    "a class that hands its connection out": """
        import sqlite3
        class HandedOut:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("SELECT 1")
            def connection(self):
                return self.conn
        """,
    "a class that awaits it, and only queries": """
        import aiosqlite
        class Awaited:
            async def connect(self, path):
                self.conn = await aiosqlite.connect(path)
                await self.conn.execute("PRAGMA synchronous=OFF")
                await self.conn.execute("SELECT 1")
        """,
    "what is closed with nothing committed": """
        import sqlite3
        def ask(path, sql):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
            rows = conn.execute(sql).fetchall()
            conn.close()
            return rows
        def store(path, sql):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.execute(sql)
            conn.commit()
            conn.close()
        def store_by_with(path, sql):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            with conn:
                conn.execute(sql)
            conn.close()
        def store_each(path, sql):
            conn = sqlite3.connect(path, isolation_level=None)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.execute(sql)
            conn.close()
        def store_script(path, sql):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.executescript(sql)
            conn.close()
        def create(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.execute("CREATE TABLE IF NOT EXISTS kept (row)")
            conn.close()
        def leave_open(path, sql):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            conn.execute(sql)
        """,
}


@cases(CASES)
def test_a_file(text: str) -> None:
    assert found(text) == announced(text)


def test_one_that_too_many_functions_are_given() -> None:
    lines = ["import sqlite3", "def ask(path):", "    db = sqlite3.connect(path)"]
    lines += ["    db.execute('PRAGMA synchronous=OFF')", "    db.execute('SELECT 1')"]
    few = [f"    ask_{number}(db)" for number in range(3)]
    many = [f"    ask_{number}(db)" for number in range(13)]
    functions = [f"def ask_{number}(db):\n    db.execute('SELECT 1')" for number in range(13)]
    assert found("\n".join([*lines, *few, *functions])) == []
    assert found("\n".join([*lines, *many, *functions])) == [(4, "ATM401")]
