"""Databases that are made again when they are lost, and state that says cache in passing."""

from __future__ import annotations

import pytest

from flake8_atomic.settings import Settings
from tests.snippets import announced, cases, found

UNSYNCED = """
import sqlite3
{around}
    connection = sqlite3.connect({path})
    connection.execute("PRAGMA synchronous=OFF")
"""
CASES = {
    "the path says it, through the arguments of callers": """
        import os, sqlite3
        def connect(file):
            db = sqlite3.connect(file)
            db.execute("PRAGMA synchronous=OFF")
            return db
        def open_store(cache_dir):
            return connect(os.path.join(cache_dir, "pages.db"))
        """,
    "a comment says that it can be replaced": """
        import sqlite3
        class Snapshot:
            def __init__(self, path):
                self.conn = sqlite3.connect(path)
                # An import builds a replaceable database.
                self.conn.execute("PRAGMA synchronous=OFF")
        """,
    "the path says it where every caller gives it": """
        import sqlite3
        class Archive:
            @staticmethod
            def connect(path, **options):
                db = sqlite3.connect(path, **options)
                db.execute("PRAGMA synchronous=OFF")
                return db
            @staticmethod
            def create(index_path=None):
                return Archive.connect(index_path if index_path else ":memory:")
            def reload(self):
                self.db = Archive.connect(f"file:{self.index_path}?mode=rw", uri=True)
        class Files:
            @staticmethod
            def connect(path):
                db = sqlite3.connect(path)
                db.execute("PRAGMA synchronous=OFF")  # ATM401
                return db
            @staticmethod
            def create(index_path):
                return Files.connect(index_path)
            def reload(self):
                self.db = Files.connect(self.path)
        """,
    "one of two databases is kept": """
        import sqlite3
        def set_up(db):
            db.execute("PRAGMA journal_mode=OFF")  # ATM402
        set_up(sqlite3.connect("cache.db"))
        set_up(sqlite3.connect("app.db"))
        """,
    "one of the callers gives the path of a cache": """
        import sqlite3
        def connect(path):
            db = sqlite3.connect(path)
            db.execute("PRAGMA synchronous=OFF")  # ATM401
            db.execute("INSERT INTO notes VALUES (1)")
            return db
        connect("cache.db")
        connect("orders.db")
        def connect_each(path):
            db = sqlite3.connect(path)
            db.execute("PRAGMA synchronous=OFF")
            db.execute("INSERT INTO notes VALUES (1)")
            return db
        connect_each("page_cache.db")
        connect_each("cache/tiles.db")
        """,
    "the connection comes from elsewhere, and the class says it": """
        class PageCache:
            def set_up(self):
                self.connection.execute("PRAGMA synchronous=OFF")
        class SearchIndex:
            def set_up(self, connection):
                connection.execute("PRAGMA journal_mode=MEMORY")
        """,
    "one whose file must not be there": """
        import sqlite3
        from pathlib import Path
        def convert(output):
            target = Path(output)
            if target.exists():
                raise FileExistsError(output)
            connection = sqlite3.connect(output)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA journal_mode=OFF")
        class Database:
            def __init__(self, url=":memory:"):
                self.connection = sqlite3.connect(url)
                self.connection.executescript("PRAGMA encoding=UTF8; PRAGMA synchronous=OFF")
        def main(options):
            if Path(options.db).exists():
                return 1
            return Database(url=options.db)
        """,
    "one whose tables are dropped and made before, and then filled": """
        import sqlite3
        def build(db_path, rows):
            conn = sqlite3.connect(db_path)
            conn.executescript("DROP TABLE IF EXISTS found; DROP TABLE IF EXISTS mails; CREATE TABLE mails (a)")
            conn.execute("PRAGMA synchronous=OFF")
            for row in rows:
                conn.execute("INSERT INTO mails VALUES (?)", row)
            conn.execute("CREATE VIRTUAL TABLE found USING fts5(id)")
        def grow(db_path, rows):
            conn = sqlite3.connect(db_path)
            conn.executescript("CREATE TABLE IF NOT EXISTS mails (id INTEGER)")
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
            for row in rows:
                conn.execute("INSERT INTO mails VALUES (?)", row)
        """,
    "one that may be there": """
        import sqlite3
        from pathlib import Path
        def convert(output, source):
            if not Path(source).exists():
                raise FileNotFoundError(source)
            if Path(output).exists():
                print("it grows")
            connection = sqlite3.connect(output)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        class Database:
            def __init__(self, url):
                self.connection = sqlite3.connect(url)
                self.connection.execute("PRAGMA synchronous=OFF")  # ATM401
        def make(path):
            if Path(path).exists():
                return None
            return Database(path)
        def reuse(path):
            return Database(path)
        """,
    "the setting is only for the one in memory, or for one that is put beside it": """
        import sqlite3
        class Store:
            def connect(self):
                connection = sqlite3.connect(self.path)
                if self.path == ":memory:" or self.path.name == "eval.db":
                    connection.execute("PRAGMA synchronous=OFF")
                if str(self.path) in ("", ":memory:"):
                    connection.execute("PRAGMA journal_mode=MEMORY")
                if self.path != ":memory:":
                    connection.execute("PRAGMA journal_mode=OFF")  # ATM402
                if not self.path == ":memory:":
                    connection.execute("PRAGMA journal_mode=OFF")  # ATM402
                if self.path == ":memory:":
                    print("nothing is kept")
                else:
                    connection.execute("PRAGMA synchronous=OFF")  # ATM401
                if self.path != ":memory:":
                    connection.execute("PRAGMA synchronous=FULL")
                else:
                    connection.execute("PRAGMA synchronous=OFF")
        """,
    "one whose file is removed before": """
        import os, sqlite3
        def build(path):
            if os.path.exists(path):
                os.remove(path)
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")
        def build_tried(path):
            try:
                path.unlink()
            except FileNotFoundError:
                pass
            connection = sqlite3.connect(str(path))
            connection.execute("PRAGMA synchronous=OFF")
        class Rows:
            def __init__(self, path):
                self.path = path
            def connect(self, bulk=False):
                connection = sqlite3.connect(self.path)
                if bulk:
                    connection.execute("PRAGMA synchronous=OFF")
                return connection
            def load(self, rows):
                self.path.unlink(missing_ok=True)
                self.connect(bulk=True).executemany("INSERT INTO rows VALUES (?)", rows)
            def read(self):
                self.connect(False)
                return self.connect().execute("SELECT * FROM rows")
        """,
    "one whose file may be there": """
        import os, sqlite3
        def told(path, afresh):
            if afresh:
                os.remove(path)
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        def otherwise(path):
            if not os.path.exists(path):
                os.makedirs(path)
            else:
                os.remove(path)
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        def tried(path):
            try:
                os.remove(path)
            except KeyError:
                pass
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        def another(path, other):
            os.remove(other)
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        class Rows:
            def connect(self, bulk):
                connection = sqlite3.connect(self.path)
                while True:
                    if bulk:
                        connection.execute("PRAGMA synchronous=OFF")  # ATM401
                    return connection
            def load(self, rows):
                os.remove(self.path)
                self.connect(True)
            def add(self, rows, **options):
                self.connect(**options)
        """,
    "one that is only locked": """
        import sqlite3
        class WriteLock:
            def acquire(self):
                connection = sqlite3.connect(self.path)
                connection.execute("PRAGMA journal_mode=MEMORY")
        class Writer:
            def acquire(self):
                connection = sqlite3.connect(self.path)
                connection.execute("PRAGMA journal_mode=MEMORY")  # ATM402
        """,
    "state beside a cache": """
        import sqlite3
        class Store:
            def __init__(self, path):
                self._cache = {}
                self.connection = sqlite3.connect(path)
                self.connection.execute("PRAGMA cache_size=-64000")
                self.connection.execute("PRAGMA synchronous=OFF")  # ATM401
            def clear_cache(self):
                self._cache.clear()
        """,
    "that of a test, wherever it lies": """
        import pytest
        @pytest.fixture
        def connection(path):
            connection.execute("PRAGMA synchronous=OFF")
        """,
    "one whose tables are created and filled here": """
        import sqlite3
        def load(rows, path):
            connection = sqlite3.connect(path)
            speed_up(connection)
            create(connection)
            for row in rows:
                connection.execute("INSERT INTO notes VALUES (?)", row)
        def speed_up(connection):
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        def create(connection):
            connection.execute("CREATE TABLE notes (tile)")
            print(connection)
        """,
    "one that is filled at once": """
        import sqlite3
        def load(rows, path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("CREATE TABLE notes (tile)")
            connection.executemany("INSERT INTO notes VALUES (?)", rows)
            connection.execute("drop table Notes")
        """,
    "one that is filled from what another holds": """
        import sqlite3
        def convert(old, new):
            connection = sqlite3.connect(old)
            connection.execute("PRAGMA synchronous=OFF")
            connection.execute("ATTACH DATABASE ? AS new", (new,))
            connection.execute("PRAGMA new.journal_mode=OFF")
            for row in connection.execute("SELECT replace(sql, 'CREATE TABLE ', 'CREATE TABLE new_notes.') FROM s"):
                connection.execute(row[0])
            for row in connection.execute("SELECT 'INSERT INTO new_notes.'||name||' SELECT * FROM main.'||name FROM s"):
                connection.execute(row[0])
        """,
    "one that is thrown away when it is of another version": """
        import os, sqlite3
        def connect(path):
            return sqlite3.connect(path)
        def set_up(connection):
            connection.execute("PRAGMA synchronous=OFF")
        def check(connection, path):
            if connection.execute("PRAGMA user_version").fetchone() != 2:
                connection.close()
                print(path)
                os.remove(path)
                connection = connect(path)
            set_up(connection)
        """,
    "one that is thrown away by its path": """
        import sqlite3
        def check(connection, path):
            connection.execute("PRAGMA synchronous=OFF")
            connection.close()
            path.unlink()
            return sqlite3.connect(path)
        """,
    "one that its user asks to be new": """
        import os, sqlite3
        def check(path, new):
            if new:
                os.remove(path)
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            return connection
        """,
    "one whose neighbour is removed when it is closed": """
        import os, sqlite3
        def close(connection, path):
            connection.close()
            os.remove(path + ".lock")
            print(path)
        def check(path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "one whose tables may be there already": """
        import sqlite3
        def load(rows, path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            connection.execute("CREATE TABLE IF NOT EXISTS notes (tile)")
            connection.executemany("INSERT INTO notes VALUES (?)", rows)
        """,
    "one that is changed": """
        import sqlite3
        def migrate(path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            connection.execute("CREATE TABLE new_notes (tile)")
            for row in connection.execute("SELECT tile FROM notes"):
                connection.execute("INSERT INTO new_notes VALUES (?)", row)
            connection.execute("ALTER TABLE new_notes RENAME TO notes")
        """,
    "one that is used by one of two callers, and made by the other": """
        import sqlite3
        def load(rows, path):
            connection = connect(path)
            connection.execute("CREATE TABLE notes (tile)")
            connection.executemany("INSERT INTO notes VALUES (?)", rows)
        def add(row, path):
            connect(path).execute("INSERT INTO notes VALUES (?)", row)
        def connect(path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            return connection
        """,
    "one that gets a table and a row": """
        import sqlite3
        def save(note, path):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            connection.execute("CREATE TABLE notes (note)")
            connection.execute("INSERT INTO notes VALUES (?)", note)
        """,
    "one that is explained as an index": '''
        """Database of the Code Index server."""
        class DatabaseService:
            """Keeps what is known."""
            def set_up(self):
                self.connection.execute("PRAGMA synchronous=OFF")
        ''',
    "one that is explained as something else, which has an index": '''
        """A database with a cache and an index."""
        class Store:
            """Index of the memory store."""
            def set_up(self):
                """Make tables and an index."""
                self.connection.execute("PRAGMA synchronous=OFF")  # ATM401
        ''',
    "one that is explained as temporary": '''
        import sqlite3
        class Workspace:
            """Staging store in a private temp database."""
            def set_up(self, path):
                self.connection = sqlite3.connect(path)
                self.connection.execute("PRAGMA synchronous=OFF")
        class Store:
            def set_up(self, path):
                self.connection = sqlite3.connect(path)
                self.connection.execute("PRAGMA synchronous=OFF")  # ATM401
        ''',
    "one that can be made again": """
        class Manager:
            def __init__(self, folder, recreate_db=False):
                self.connection.execute("PRAGMA synchronous=OFF")
        """,
    "one that is converted from something": """
        def convert_files_to_sqlite(path):
            db.execute_sql("PRAGMA synchronous=OFF")
        """,
    "one that is converted in place, or of which a part is made again": """
        def convert_to_wal(path, recreate_tables, to_db):
            db.execute_sql("PRAGMA synchronous=OFF")  # ATM401
        """,
    "one in a temporary folder, by its name before it was checked": """
        import sqlite3
        def clean(original):
            cleaned = make_temp_file(original)
            cleaned = checked(cleaned, strict=True)
            connection = sqlite3.connect(cleaned)
            connection.execute("PRAGMA journal_mode=MEMORY")
            kept = make_temp_file(original)
            kept = checked(original)
            connection = sqlite3.connect(kept)
            connection.execute("PRAGMA journal_mode=MEMORY")  # ATM402
        """,
    "one that is filled by somebody who is alone with it": """
        class Database:
            def set_speed(self):
                for text in ("PRAGMA journal_mode=off", "PRAGMA locking_mode=exclusive", "PRAGMA synchronous=0"):
                    self.set(text)
            def set(self, text):
                self.conn.cursor().execute(text)
        class Store:
            def __init__(self):
                self._tune()
            def _tune(self):
                self.conn.execute("PRAGMA journal_mode=OFF")  # ATM402
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
                self.conn.execute("PRAGMA locking_mode=EXCLUSIVE")
        class Shared:
            def set_speed(self):
                self.conn.execute("PRAGMA journal_mode=OFF")  # ATM402
                self.conn.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "one whose tables hold what somebody said": """
        import sqlite3
        class Board:
            def __init__(self, path):
                self.connection = sqlite3.connect(path)
                self.connection.execute("PRAGMA synchronous=OFF")  # ATM401
            def add(self, text):
                self.connection.execute("INSERT INTO cards VALUES (?)", [text])
        """,
    "one whose tables are called by nothing that tells": """
        import sqlite3
        def keep(path, things):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")  # ATM401
            connection.executemany("INSERT INTO things VALUES (?)", things)
        """,
    "one whose tables are worked out from files": """
        import sqlite3
        def keep(path, chunks):
            connection = sqlite3.connect(path)
            connection.execute("PRAGMA synchronous=OFF")
            connection.executemany("INSERT INTO chunks VALUES (?)", chunks)
        """,
    "one that is told to be for trials": """
        from sqlalchemy import create_engine, event
        def build(url, fast):
            engine = create_engine(url)
            def in_memory(connection, record):
                connection.execute("PRAGMA journal_mode=MEMORY")
            if fast:
                # not safe after a crash: use only in development
                event.listen(engine, "connect", in_memory)
            return engine
        def build_for_all(url, fast):
            engine = create_engine(url)
            def in_memory(connection, record):
                connection.execute("PRAGMA journal_mode=MEMORY")  # ATM402
            if fast:
                # not safe after a crash: the development of this is over
                event.listen(engine, "connect", in_memory)
            return engine
        """,
    "one that was just made, and is set up before anything is in it": """
        class Database:
            def set_page_size(self):
                self.conn.execute("PRAGMA journal_mode=OFF")
                self.conn.execute("VACUUM")
                self.conn.execute("PRAGMA journal_mode=WAL")
            def set_up(self):
                db_exists = self.db_path is not None and self.db_path.exists()
                self.connect()
                if db_exists is False:
                    self.set_page_size()
        class Shrunk:
            def shrink(self):
                self.conn.execute("PRAGMA journal_mode=OFF")  # ATM402
                self.conn.execute("VACUUM")
                self.conn.execute("PRAGMA journal_mode=WAL")
            def set_up(self):
                if self.db_path.exists() is not False:
                    self.shrink()
                elif self.db_path.exists() == True:
                    self.shrink()
        class LeftSo:
            def set_page_size(self):
                self.conn.execute("PRAGMA journal_mode=OFF")  # ATM402
            def set_up(self):
                if not self.db_path.exists():
                    self.set_page_size()
        """,
    "one of a function or a class that measures or tests": """
        import sqlite3
        def benchmark_inserts(path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
        class TestProfile:
            def set_up(self, conn):
                conn.execute("PRAGMA synchronous=OFF")
        class LatestProfile:
            def set_up(self, conn):
                conn.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "what a run makes of its input": """
        import sqlite3
        def main(args):
            conn = sqlite3.connect(args.output)
            conn.execute("PRAGMA synchronous=OFF")
        def go_on(args):
            conn = sqlite3.connect(args.database)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
        def keep(args):
            conn = sqlite3.connect(args.session_output)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
    "rows of other files, as the function is called": """
        import sqlite3
        def csv_to_sqlite(source, path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")
        """,
    "what is saved to it, as the function is called": """
        import sqlite3
        def save_to_sqlite(source, path):
            conn = sqlite3.connect(path)
            conn.execute("PRAGMA synchronous=OFF")  # ATM401
        """,
}


@cases(CASES)
def test_a_database(text: str) -> None:
    assert found(text) == announced(text)


def _unsynced(path: str, around: str, module: str) -> bool:
    text = UNSYNCED.format(path=path, around=around)
    return bool(found(text, Settings(enable=frozenset({"ATM405"})), module))


@pytest.mark.parametrize(
    ("path", "around", "module"),
    [
        ("'cache.db'", "def f():", "app.py"),
        ("'index.sqlite'", "def f():", "app.py"),
        ("self.cache_file", "def f(self):", "app.py"),
        ("folder / '.cache' / 'pages.db'", "def f(folder):", "app.py"),
        ("path", "def open_cache_db(path):", "app.py"),
        ("path", "def f(path):", "http_cache.py"),
        ("'config/cache.db'", "def f():", "app.py"),
        ("path", "def f(path):", "bench_store.py"),
    ],
)
def test_what_is_called_a_cache_is_made_again(path: str, around: str, module: str) -> None:
    assert not _unsynced(path, around, module)


@pytest.mark.parametrize(
    ("path", "around", "module"),
    [
        ("'app.db'", "def f():", "app.py"),
        ("'session_cache.db'", "def f():", "app.py"),
        ("folder / '.cache' / 'history.db'", "def f(folder):", "app.py"),
        ("'history.db'", "def open_cache():", "cache.py"),
        ("path", "def tune_cache_size(path):", "app.py"),
        ("path", "def create_index(path):", "app.py"),
        ("path", "def f(path):", "token_cache.py"),
    ],
)
def test_what_is_kept_is_not(path: str, around: str, module: str) -> None:
    assert _unsynced(path, around, module)
