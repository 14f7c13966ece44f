"""Databases that are opened as files beside a connection."""

from __future__ import annotations

from tests.snippets import announced, cases, found

CASES = {
    "by apsw": """
        import apsw
        STORE = "store.db"
        connection = apsw.Connection(STORE)
        def is_one():
            with open(STORE, "rb") as file:  # ATM406
                return file.read(4) == b"SQLi"
        """,
    "a cache may be looked into, and copied": """
        import shutil, sqlite3, threading
        from pathlib import Path
        CACHE = Path.home() / "cache.db"
        STORE = Path.home() / "store.db"
        def connect():
            return sqlite3.connect(CACHE), sqlite3.connect(STORE)
        def is_one():
            with open(CACHE, "rb") as file:
                return file.read(4) == b"SQLi"
        def is_another():
            with open(STORE, "rb") as file:  # ATM406
                return file.read(4) == b"SQLi"
        def back_up(target):
            shutil.copy(CACHE, target)
            shutil.copy(STORE, target)  # ATM406
        """,
    "the same parameter name in two functions, where it says database": """
        import shutil, sqlite3
        def connect(db_path):
            return sqlite3.connect(str(db_path))
        def back_up(db_path, target):
            shutil.copy2(db_path, target)  # ATM406
        """,
    "the same parameter name in two functions, where it says nothing": """
        import shutil, sqlite3
        def connect(path):
            return sqlite3.connect(path)
        def back_up(path, target):
            shutil.copy2(path, target)
        """,
    "what is None until somebody sets it, which is no path as yet": """
        import sqlite3
        DATABASE = None
        LEDGER = None
        def connect():
            return sqlite3.connect(DATABASE)
        def digest():
            with open(LEDGER, "rb") as file:
                return sha256(file.read())
        """,
    "a path that is made of what one method is told, and the path of the object": """
        import sqlite3
        from pathlib import Path
        class Store:
            def connect(self):
                return sqlite3.connect(Path(self.path))
            def is_one(self):
                return Path(self.path).read_bytes()[:4] == b"SQLi"  # ATM406
        class Reports:
            def read(self, folder):
                return (folder / "reports.bin").read_bytes()
            def connect(self, folder):
                return sqlite3.connect(folder / "reports.bin")
        """,
    "a constant of the module": """
        import sqlite3
        from pathlib import Path
        DATABASE = Path.home() / "app.db"
        def connect():
            return sqlite3.connect(DATABASE)
        def digest():
            return sha256(DATABASE.read_bytes())  # ATM406
        """,
    "a path spelled otherwise": """
        import shutil, sqlite3
        def open_store(path):
            _back_up(path)
            return sqlite3.connect(path)
        def _back_up(path):
            resolved = path.resolve()
            shutil.copy(resolved, resolved.with_suffix(".bak"))  # ATM406
        """,
    "a copy after the connection was closed": """
        import shutil, sqlite3
        class Store:
            def __init__(self, path):
                self.path = path
                self.connection = sqlite3.connect(path, check_same_thread=False)
            def close(self):
                if self.connection:
                    self.connection.close()
            def export(self, target):
                self.close()
                shutil.copy(self.path, target)
            def export_itself(self, target):
                self.connection.close()
                shutil.copy(self.path, target)
            def export_alone(self, target):
                self.connection.execute("BEGIN IMMEDIATE")
                shutil.copy(self.path, target)
                self.connection.rollback()
            def export_in_a_transaction(self, target):
                self.connection.execute("BEGIN")
                shutil.copy(self.path, target)  # ATM406
                self.connection.rollback()
            def export_at_the_end(self, target):
                shutil.copy(self.path, target)  # ATM406
                self.close()
            def export_sometimes(self, target, last):
                if last:
                    self.close()
                shutil.copy(self.path, target)  # ATM406
            def export_and_tell(self, target, file):
                file.close()
                self.closed(target)
                close_all(target)
                shutil.copy(self.path, target)  # ATM406
            def closed(self, target):
                print(target)
        """,
    "a copy after another module has closed the database": """
        import shutil, sqlite3
        from own import close_user_db, closest_db, db, is_db_closed, server
        DB_PATH = "app.db"
        connection = sqlite3.connect(DB_PATH)
        async def export(target):
            await db.close_db()
            shutil.copy2(DB_PATH, target)
        async def export_while_open(target):
            await server.close_all()
            shutil.copy2(DB_PATH, target)  # ATM406
            await db.close_db()
        def export_with_another(target, user):
            closest_db(user)
            close_user_db(user)
            is_db_closed()
            shutil.copy2(DB_PATH, target)  # ATM406
        def export_alone(target):
            db.close_all_connections()
            shutil.copy2(DB_PATH, target)
        """,
    "one of several kinds of report, as its caller tells them apart": """
        import json, sqlite3
        def main(report):
            write(report)
        def write(report):
            if report.endswith(".json"):
                write_json(report)
            else:
                write_database(report)
        def write_json(report):
            with open(report) as file:
                json.load(file)
        def write_database(report):
            return sqlite3.connect(report)
        """,
    "another file of the same folder": """
        import sqlite3
        from pathlib import Path
        class Project:
            def connect(self):
                return sqlite3.connect(Path(self.folder, "results.db"))
            def config(self):
                with open(Path(self.folder, "project.json")) as file:
                    return file.read()
            def head(self):
                with open(Path(self.folder, "results.db"), "rb") as file:  # ATM406
                    return file.read()
        """,
    "a file whose connection has failed, perhaps because it is locked": """
        import json, sqlite3
        def load(path):
            try:
                return create(sqlite3.connect(path))
            except sqlite3.DatabaseError:
                pass
            with open(path) as file:  # ATM406
                return json.load(file)
        """,
    "a file that is only made": """
        import os, sqlite3
        def connect(db_path):
            os.close(os.open(db_path, os.O_CREAT | os.O_RDONLY, 0o600))
            return sqlite3.connect(db_path)
        """,
    "one that is made, or else left as it is": """
        import sqlite3, threading
        def connect(db_path):
            with db_path.open("xb"):
                pass
            with db_path.open("r+b"):  # ATM406
                pass
            return sqlite3.connect(db_path)
        """,
    "a descriptor of it": """
        import os, sqlite3, threading
        def connect(db_path):
            os.close(os.open(db_path, os.O_RDONLY))  # ATM406
            return sqlite3.connect(db_path)
        """,
    "a URL of it": """
        import shutil
        from sqlalchemy import create_engine
        def export(path):
            engine = create_engine(f"sqlite:///{path}")
            shutil.copy(path, "copy.db")  # ATM406
            return engine
        """,
    "a pool of one function, from which nobody keeps a connection": """
        import shutil
        from sqlalchemy import create_engine
        from sqlalchemy.orm import Session
        def upgrade_if_needed(path):
            engine = create_engine(f"sqlite:///{path}")
            if check_revision(engine):
                return
            with engine.connect() as connection:
                look_at(connection)
            engine.dispose()
            back_up(path)
        def back_up(path):
            shutil.copy(path, path + ".old")
        def copy_first(file):
            engine = create_engine(f"sqlite:///{file}")
            session = Session(engine)
            shutil.copy(file, file + ".upgraded")  # ATM406
        def copy_opened(table):
            engine = create_engine(f"sqlite:///{table}")
            connection = engine.connect()
            shutil.copy(table, table + ".cleaned")  # ATM406
        def copy_given(found):
            engine = create_engine(f"sqlite:///{found}")
            shutil.copy(found, found + ".seen")  # ATM406
            run(engine.url, bind=engine)
        """,
    "looked into where no connection is open, as the program has counted them": """
        import sqlite3
        from pathlib import Path
        STORE = Path.home() / "store.db"
        _live_connections = {}
        def connect():
            _live_connections[STORE] = _live_connections.get(STORE, 0) + 1
            return sqlite3.connect(STORE)
        def is_zeroed(force):
            if not force and _live_connections.get(STORE, 0) > 0:
                return False
            return not any(STORE.read_bytes())
        def is_empty(force):
            if not force and connections:
                return False
            return not STORE.read_bytes()  # ATM406
        def is_one():
            if open_connections == 0 and force:
                return STORE.read_bytes()
            if not open_connections or force:
                return STORE.read_bytes()  # ATM406
            if not (open_connections or force):
                return STORE.read_bytes()
            if open_connections > 0:
                return STORE.read_bytes()  # ATM406
        """,
    "one that is copied over is ATM106": """
        import shutil, sqlite3
        def restore(copy, db_path):
            sqlite3.connect(db_path)
            shutil.copy(copy, db_path)  # ATM106
        """,
    "looked into before the only connection, which is closed again": """
        import sqlite3
        class Messages:
            def __init__(self, path):
                self.database_path = path
            def get(self):
                if not self.may_read() or not self.is_database():
                    return []
                conn = sqlite3.connect(self.database_path)
                rows = {"rows": list(conn.execute("SELECT 1"))}.get("rows")
                conn.close()
                return rows
            def may_read(self):
                with open(self.database_path):
                    return True
            def is_database(self):
                file = open(self.database_path, "rb")
                head = file.read(16)
                file.close()
                return head
        """,
    "looked into before a connection that goes with its function": """
        import sqlite3
        HEAD = b"SQLi"
        def is_one(db_path):
            with open(db_path, "rb") as file:
                return file.read(len(HEAD)) == HEAD
        def show(db_path):
            if is_one(db_path):
                with sqlite3.connect(db_path) as connection:
                    print(connection.execute("SELECT 1"))
        """,
    "looked into before a connection that is handed on": """
        import sqlite3, threading
        def is_one(db_path):
            with open(db_path, "rb") as file:  # ATM406
                return file.read(4) == b"SQLi"
        def show(db_path):
            if is_one(db_path):
                with sqlite3.connect(db_path) as connection:
                    return connection
        """,
    "what is opened as a text is no database": """
        import json, sqlite3
        def read(db_path):
            with open(db_path, encoding="utf-8") as file:
                return json.load(file)
        def read_all(db_path):
            with open(db_path) as file:  # ATM406
                return file.read()
        def connect(db_path):
            return sqlite3.connect(db_path)
        """,
    "looked into before, in the same function": """
        import os, sqlite3
        from contextlib import closing
        def rows(db_path):
            os.close(os.open(db_path, os.O_RDONLY))
            with closing(sqlite3.connect(db_path)) as connection:
                return list(connection.execute("SELECT 1"))
        """,
    "looked into while it is connected to": """
        import sqlite3
        def rows(db_path):
            conn = sqlite3.connect(db_path)
            open(db_path).close()  # ATM406
            conn.close()
        def count(db_path):
            check(db_path)
            conn = sqlite3.connect(db_path)
            first(db_path)
            conn.close()
        def first(db_path):
            check(db_path)
        def check(db_path):
            open(db_path).close()  # ATM406
        """,
    "looked into in a loop, before the connection and while it may be open": """
        import sqlite3
        def before(db_path):
            for _ in range(2):
                open(db_path).close()
                conn = sqlite3.connect(db_path)
                conn.close()
        def meanwhile(db_path, last):
            for _ in range(2):
                conn = sqlite3.connect(db_path)
                if last:
                    conn.close()
                open(db_path).close()  # ATM406
        """,
    "a function that calls itself while it is connected": """
        import sqlite3
        def walk(db_path, depth):
            look(db_path)
            conn = sqlite3.connect(db_path)
            walk(db_path, depth - 1)
            conn.close()
        def look(db_path):
            with open(db_path):  # ATM406
                pass
        """,
    "looked into beside a connection that somebody keeps": """
        import sqlite3, threading
        def connect(db_path):
            check(db_path)
            conn = sqlite3.connect(db_path)
            if not conn:
                conn.close()
            return conn
        def check(db_path):
            with open(db_path):  # ATM406
                pass
        """,
    "a connection that an attribute keeps": """
        import sqlite3, threading
        class Store:
            def __init__(self, db_path):
                with open(db_path):  # ATM406
                    pass
                self.conn = sqlite3.connect(db_path)
        """,
    "a connection that a name of the module keeps": """
        import sqlite3, threading
        def connect(db_path):
            global conn
            with open(db_path):  # ATM406
                pass
            conn = sqlite3.connect(db_path)
            conn.close()
        """,
    "a connection that nobody closes, or that no name holds": """
        import sqlite3, threading
        def connect(db_path):
            with open(db_path):  # ATM406
                pass
            conn = sqlite3.connect(db_path)
            sqlite3.connect(db_path)
        """,
    "read as a whole before it is connected to, or meanwhile": """
        import hashlib, sqlite3
        def digest(db_path):
            with open(db_path, "rb") as file:
                hashlib.md5(file.read())
            conn = sqlite3.connect(db_path)
            with open(db_path, "rb") as file:  # ATM406
                hashlib.md5(file.read())
            conn.close()
            db_path.read_bytes()
        """,
    "a copy of one": """
        import shutil, sqlite3
        def close_session(base, home):
            merge(base, home / "Cookies")
        def merge(base, clone):
            shutil.copyfile(clone, base)
            sqlite3.connect(clone)
        def restore(backup_path, db_path, clone):
            with sqlite3.connect(backup_path) as connection:
                connection.execute("PRAGMA integrity_check")
            shutil.copyfile(backup_path, "other.db")
            sqlite3.connect(clone)
            shutil.copyfile(clone, "other.db")
        """,
    "a copy that is told to a function": """
        import hashlib, sqlite3
        from contextlib import closing
        def digest(path):
            with path.open("rb") as file:
                return hashlib.sha256(file.read())
        def back_up(source, backup):
            with closing(sqlite3.connect(backup)) as target:
                source.backup(target)
            return digest(backup)
        """,
    "the file of a URL": """
        import shutil
        from sqlalchemy import create_engine
        def export(db_url):
            engine = create_engine(db_url)
            back_up(db_url.split(":///", 1)[1])
            shutil.copy(db_url.removeprefix("sqlite:///"), "copy")  # ATM406
            shutil.copy(db_url.replace("a", "b"), "copy")
            shutil.copy(db_url.split("/")[1], "copy")
            shutil.copy(db_url[1], "copy")
            return engine
        def back_up(file):
            shutil.copy(file, file + ".old")  # ATM406
        """,
    "one in the folder of the backups": """
        import sqlite3
        def back_up(connection, folder, name):
            backups = folder / "backups"
            target = backups / f"{name}.sqlite3"
            connection.backup(sqlite3.connect(target))
            return target.read_bytes()
        def look(folder, name):
            target = folder / "data" / f"{name}.sqlite3"
            sqlite3.connect(target)
            return target.read_bytes()  # ATM406
        """,
    "what two methods are given under one name": """
        import shutil, sqlite3
        class Folder:
            def __init__(self, path):
                self.path = path
                self.connection = sqlite3.connect(path, check_same_thread=False)
            def add(self, path):
                shutil.copy(path, "item")
            def keep(self):
                shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy after the connection was closed, or it was tried, or that of each": """
        import shutil, sqlite3
        def migrate(old_db, target):
            try:
                connection = sqlite3.connect(old_db)
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                connection.close()
            except Exception:
                pass
            shutil.copy2(old_db, target)
        def add_all(rows, db):
            for row in rows:
                connection = sqlite3.connect(db)
                connection.execute("INSERT INTO a VALUES (?)", row)
                connection.close()
            return open(db, "rb").read()
        def back_up(db_path, target):
            try:
                connection = sqlite3.connect(db_path)
                connection.backup(sqlite3.connect(target))
                connection.close()
            except Exception:
                shutil.copy2(db_path, target)  # ATM406
        def copy_sometimes(db_path, target, last):
            connection = sqlite3.connect(db_path)
            try:
                if last:
                    connection.close()
            finally:
                shutil.copy2(db_path, target)  # ATM406
        """,
    "the callers have closed the connection, or only one of their own": """
        import sqlite3
        def connect(db_path):
            return sqlite3.connect(db_path)
        def seal(db_path):
            return open(db_path, "rb").read()
        def close(conn, db_path):
            conn.close()
            seal(db_path)
        class Store:
            def close(self, db_path):
                self.connection.close()
                seal(db_path)
        def keep(db_path):
            return open(db_path, "rb").read()  # ATM406
        def check(db_path):
            probe = connect(db_path)
            probe.close()
            keep(db_path)
        def keep_too(db_path):
            return open(db_path, "rb").read()  # ATM406
        def check_too(db_path):
            tidy()
            keep_too(db_path)
        """,
    "one that is still encrypted, or shall be": """
        import sqlite3
        def connect(db_path, key):
            unlock(db_path, key)
            return sqlite3.connect(db_path)
        def unlock(db_path, key):
            with open(db_path, "rb") as file:
                return Fernet(key).decrypt(file.read())
        def encrypt_file(db_path, key):
            with open(db_path, "rb") as file:
                return Fernet(key).encrypt(file.read())
        def lock(db_path, key):
            with open(db_path, "rb") as file:  # ATM406
                return Fernet(key).encrypt(file.read())
        """,
    "a copy that nobody keeps": """
        import os, shutil, sqlite3, tempfile, uuid
        def look(db_path):
            sqlite3.connect(db_path)
            folder = tempfile.mkdtemp()
            shutil.copyfile(db_path, os.path.join(folder, "a.db"))
        def change(db_path):
            temp = db_path.with_name(f"{db_path.name}.{uuid.uuid4().hex}.tmp")
            shutil.copyfile(db_path, temp)  # ATM205
            os.replace(temp, db_path)  # ATM201
        def zip_up(db_path, tmp):
            keep(db_path, tmp)
        def snapshot(db_path, folder):
            keep(db_path, folder)
        def keep(db_path, target):
            shutil.copyfile(db_path, target)  # ATM406
        """,
    "the input of a tool": """
        import shutil, sqlite3
        def convert(input_db, target):
            shutil.copy(input_db, target)
            return sqlite3.connect(input_db)
        def copy_back(state_db, target):
            shutil.copy(state_db, target)  # ATM406
            return sqlite3.connect(state_db)
        """,
    "one that is only read, of which only a copy may be torn": """
        import hashlib, shutil, sqlite3
        def digest(db_path):
            return hashlib.sha256(db_path.read_bytes())
        def copy(db_path, target):
            shutil.copy(db_path, target)  # ATM406
        def rows(db_path):
            conn = sqlite3.connect(db_path)
            return conn.execute("SELECT a FROM b").fetchall()
        def more(db_path):
            conn = sqlite3.connect(f"file:{db_path}?mode=ro", uri=True)
            return show(conn)
        class Introspection:
            def __init__(self, database):
                open(database, "rb").read(100)
                self.connection = sqlite3.connect(database)
            def columns(self, table):
                return self.connection.execute(f"pragma table_info({table})").fetchall()
        """,
    "one that is perhaps not only read": """
        import sqlite3
        def look(written_db, unknown_db, handed_db, given_db, many_db, shared_db, kept_db):
            open(written_db, "rb").read()  # ATM406
            open(unknown_db, "rb").read()  # ATM406
            open(handed_db, "rb").read()  # ATM406
            open(given_db, "rb").read()  # ATM406
            open(many_db, "rb").read()  # ATM406
            open(shared_db, "rb").read()  # ATM406
            open(kept_db, "rb").read()  # ATM406
        def written(written_db):
            conn = sqlite3.connect(written_db)
            conn.execute("SELECT 1")
            conn.execute("DELETE FROM a")
        def unknown(unknown_db, sql):
            conn = sqlite3.connect(unknown_db)
            conn.execute("SELECT 1")
            conn.execute(sql)
        def handed(handed_db):
            conn = sqlite3.connect(handed_db)
            conn.execute("SELECT 1")
            change(conn)
        def given(given_db):
            conn = sqlite3.connect(given_db)
            conn.execute("SELECT 1")
            return conn
        def many(many_db):
            conn = sqlite3.connect(many_db)
            conn.execute("SELECT 1")
            conn.executemany("INSERT INTO a VALUES (?)", [])
        def shared(shared_db):
            global conn
            conn = sqlite3.connect(shared_db)
            conn.execute("SELECT 1")
        class Keeper:
            def kept(self, kept_db):
                conn = sqlite3.connect(kept_db)
                self.conn = conn
                conn.execute("SELECT 1")
        """,
    "a temporary one": """
        import sqlite3, tempfile
        def look():
            path = tempfile.mkdtemp() + "/a.db"
            sqlite3.connect(path)
            return open(path, "rb").read()
        """,
    "looked into before and after, but not meanwhile": """
        import sqlite3
        from contextlib import closing, contextmanager
        def change(db_path):
            if head(db_path) != 1:
                return
            try:
                conn = sqlite3.connect(db_path)
            except OSError:
                return
            try:
                conn.execute("PRAGMA journal_mode=WAL")
            finally:
                conn.close()
            print(head(db_path))
        def head(db_path):
            with open(db_path, "rb") as file:
                return file.read(20)[18]
        def look(state_db):
            return open(state_db, "rb").read(16)  # ATM406
        def change_too(state_db):
            with closing(sqlite3.connect(state_db)) as conn:
                conn.execute("DELETE FROM a")
                print(look(state_db))
        class Checker:
            def check(self):
                with open(self.name_of_db, "rb") as file:
                    file.seek(68)
                    file.read(4)
                conn = sqlite3.connect(self.name_of_db)
                self.conn = conn
                try:
                    self.conn.execute("VACUUM")
                finally:
                    conn.close()
        """,
    "a connection by a function that nobody else calls": """
        import sqlite3, threading
        from contextlib import contextmanager
        class Store:
            def __init__(self, path):
                self.path = path
                if not self.is_one():
                    self.migrate()
                with self._connect() as conn:
                    conn.execute("CREATE TABLE a")
            def is_one(self):
                with self.path.open("rb") as file:
                    return file.read(4)
            def _connect(self):
                conn = sqlite3.connect(self.path)
                conn.execute("PRAGMA synchronous=FULL")
                return conn
        class Shared:
            def __init__(self, path):
                self.path = path
                self.is_one()
                with self.connect() as conn:
                    conn.execute("CREATE TABLE a")
            def is_one(self):
                with self.path.open("rb") as file:  # ATM406
                    return file.read(4)
            def connect(self):
                return sqlite3.connect(self.path)
        class Meanwhile:
            def __init__(self, path):
                self.path = path
                with self._connect() as conn:
                    self.is_one()
            def is_one(self):
                with self.path.open("rb") as file:  # ATM406
                    return file.read(4)
            @contextmanager
            def _connect(self):
                conn = sqlite3.connect(self.path)
                try:
                    yield conn
                finally:
                    conn.close()
        class Unused:
            def head(self):
                with self.file.open("rb") as file:  # ATM406
                    return file.read(4)
            def _connect(self):
                return sqlite3.connect(self.file)
        """,
    "a connection that takes part in a WAL for as long as it is there": """
        import sqlite3
        def look(db_path):
            with sqlite3.connect(db_path) as conn:
                conn.execute("PRAGMA journal_mode=WAL")
            with open(db_path, "rb") as file:  # ATM406
                return file.read(16)
        """,
    "a connection that is idle after its block": """
        import aiosqlite, sqlite3
        def look(db_path):
            with sqlite3.connect(db_path) as conn:
                conn.execute("DELETE FROM a")
            with open(db_path, "rb") as file:
                return file.read(16)
        async def look_too(state_db):
            async with aiosqlite.connect(state_db) as conn:
                await conn.execute("DELETE FROM a")
            return open(state_db, "rb").read()
        async def look_at(kept_db):
            conn = await aiosqlite.connect(kept_db)
            open(kept_db, "rb").read()  # ATM406
            await conn.close()
        """,
    "given to a function before it is connected to, or later": """
        import os, sqlite3
        def install(first, second):
            guard(first)
            with sqlite3.connect(first) as conn:
                guard(second)
                conn.execute("DELETE FROM a")
            with sqlite3.connect(second) as conn:
                conn.execute("DELETE FROM a")
        def guard(path):
            os.close(os.open(path, os.O_RDONLY))
        def install_too(third):
            with sqlite3.connect(third) as conn:
                conn.execute("DELETE FROM a")
                guard_too(third)
        def guard_too(path):
            os.close(os.open(path, os.O_RDONLY))  # ATM406
        """,
    "a text with line ends": """
        import sqlite3
        def write(db_path, row):
            with open(db_path, "a", newline="") as file:
                file.write(row)
        def connect(db_path):
            return sqlite3.connect(db_path)
        """,
    "a copy on the way, where the program starts or its tables change": """
        import shutil, sqlite3
        def open_store(db_path):
            conn = _open(db_path)
            if conn.execute("PRAGMA user_version").fetchone()[0] < 2:
                shutil.copy(db_path, f"{db_path}-v1")
                conn.execute("ALTER TABLE a ADD COLUMN b")
            return conn
        def _open(db_path):
            return sqlite3.connect(db_path)
        def update(old_db):
            shutil.copy(old_db, old_db + ".bck")
            conn = sqlite3.connect(old_db)
            conn.execute("ALTER TABLE a ADD COLUMN b")
        class Store:
            def connect(self):
                conn = sqlite3.connect(self.path)
                shutil.copy(self.path, "copy")
                self.conn = conn
            def migrate(self):
                shutil.copy(self.path, "copy")
                self.conn.execute("ALTER TABLE a ADD COLUMN b")
                self.conn.commit()
            def migrate_rows(self):
                self.conn.execute("DELETE FROM a")
                shutil.copy(self.path, "copy")  # ATM406
                self.conn.execute("INSERT INTO a VALUES (1)")
                self.conn.commit()
            def prune(self):
                shutil.copy(self.path, "copy")  # ATM406
                self.conn.execute("DELETE FROM a")
                self.conn.commit()
        """,
    "a copy by the object that writes to the database, between its transactions and in one": """
        import shutil, sqlite3
        class Store:
            def __init__(self, path):
                self.path = path
                self.conn = sqlite3.connect(path)
            def add(self, row):
                self.conn.execute("INSERT INTO a VALUES (?)", row)
                self.conn.commit()
            def back_up(self):
                shutil.copy(self.path, "copy")  # ATM406
            def update(self):
                shutil.copy(self.path, "copy")  # ATM406
            def back_up_locked(self):
                with self.lock:
                    shutil.copy(self.path, "copy")
            def back_up_at_rest(self):
                self.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                shutil.copy(self.path, "copy")
            def back_up_closed(self):
                self.conn.close()
                shutil.copy(self.path, "copy")
            def migrate(self):
                shutil.copy(self.path, "copy")
                self.conn.execute("ALTER TABLE a ADD COLUMN b")
        class Measurements:
            def __init__(self, path):
                self.path = path
                self.conn = sqlite3.connect(path)
            def add(self, row):
                self.conn.execute("INSERT INTO a VALUES (?)", row)
                self.keep()
                self.conn.commit()
            def keep(self):
                shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy by an object that does not write itself": """
        import shutil, sqlite3
        class Store:
            def __init__(self, path):
                self.path = path
                self.conn = sqlite3.connect(path)
            def add(self, table, row):
                insert(self.conn, table, row)
            def names(self):
                return self.conn.execute("SELECT name FROM a")
            def back_up(self):
                shutil.copy(self.path, "copy")
        """,
    "a copy by the function that writes, before it closes and after it": """
        import shutil, sqlite3
        def run(path, rows):
            conn = sqlite3.connect(path)
            conn.executemany("INSERT INTO notes VALUES (?)", rows)
            conn.commit()
            shutil.copy(path, path + ".kept")  # ATM406
            conn.close()
            shutil.copy(path, path + ".kept")
        def keep(path):
            conn = sqlite3.connect(path)
            rows = conn.execute("SELECT * FROM notes")
            shutil.copy(path, path + ".kept")
            conn.close()
            return rows
        """,
    "a look at the head that explains an error, and at more than that": """
        import sqlite3
        class Data:
            def __init__(self, filename):
                self.filename = filename
                self.con = sqlite3.connect(filename, check_same_thread=False)
            def execute(self, sql):
                try:
                    return self.con.execute(sql)
                except sqlite3.Error as error:
                    with open(self.filename, "rb") as bad:
                        if bad.read(16) == b"!coverage.py: Th":
                            raise ValueError("a file of another program") from error
                    raise
            def store(self, row):
                try:
                    self.con.execute("INSERT INTO a VALUES (?)", row)
                except sqlite3.Error:
                    with open(self.filename, "rb") as bad:  # ATM406
                        self.log(bad.read())
        """,
    "a hash of what the module keeps open": """
        import hashlib, sqlite3
        from pathlib import Path
        DB = Path("app.db")
        conn = sqlite3.connect(DB)
        def add(text):
            conn.execute("INSERT INTO notes VALUES (?)", (text,))
            conn.commit()
        def digest():
            return hashlib.sha256(DB.read_bytes()).hexdigest()  # ATM406
        """,
    "only looked into, where the program does one thing after another": """
        import sqlite3
        def is_database(db_path):
            with open(db_path, "rb") as file:
                file.seek(0)
                return file.read(16) == b"SQLite format 3"
        def digest(db_path):
            with open(db_path, "rb") as file:  # ATM406
                return file.read()
        def connect(db_path):
            return sqlite3.connect(db_path)
        """,
    "only looked into, in WAL mode, by one thing after another and by several at once": """
        import sqlite3
        def is_database(db_path):
            with open(db_path, "rb") as file:
                return file.read(16) == b"SQLite format 3"
        def connect(db_path):
            conn = sqlite3.connect(db_path)
            conn.execute("PRAGMA journal_mode=WAL")
            return conn
        class Store:
            def __init__(self, state_db):
                self.conn = sqlite3.connect(state_db)
            def head(self, state_db):
                with open(state_db, "rb") as file:  # ATM406
                    return file.read(16)
        """,
    "a copy where the connection is closed on the way to it, or is not": """
        import shutil, sqlite3
        def migrate(db_path):
            conn = sqlite3.connect(db_path)
            try:
                if not conn.execute("SELECT 1").fetchone():
                    conn.close()
                    return create(db_path)
                conn.execute("ALTER TABLE a ADD COLUMN b")
            except sqlite3.Error:
                conn.close()
                create(db_path)
            finally:
                conn.close()
        def change(db_path, how):
            conn = sqlite3.connect(db_path)
            match how:
                case "anew":
                    conn.close()
                    create(db_path)
                case _:
                    later(lambda: conn.close(), [conn.close() for _ in how])
            conn.close()
        def create(db_path):
            back_up(db_path)
        def back_up(db_path):
            shutil.copy(db_path, "copy")
        def migrate_too(state_db):
            conn = sqlite3.connect(state_db)
            try:
                if not conn.execute("SELECT 1").fetchone():
                    conn.close()
                make(state_db)
            finally:
                conn.close()
        def make(state_db):
            back_up_too(state_db)
        def back_up_too(state_db):
            shutil.copy(state_db, "copy")  # ATM406
        """,
    "looked into under the lock under which it is connected to": """
        import sqlite3, threading
        lock, other = threading.Lock(), threading.Lock()
        def head(db_path):
            with lock, open(db_path, "rb") as file:
                return file.read(16)
        def look(db_path):
            with other, open(db_path, "rb") as file:  # ATM406
                return file.read(16)
        def connect(db_path):
            with lock:
                if head(db_path):
                    return sqlite3.connect(db_path)
        """,
    "a copy that is what the function is there for": """
        import shutil, sqlite3
        def back_up(db_path):
            _put(db_path)
        def _put(db_path):
            shutil.copy(db_path, "copy")  # ATM406
        def connect(db_path):
            return sqlite3.connect(db_path)
        def export(state_db):
            shutil.copy(state_db, "copy")
        def clear(state_db):
            with sqlite3.connect(state_db) as conn:
                conn.execute("DELETE FROM a")
        """,
    "a copy while several things are done at once": """
        import shutil, sqlite3, threading
        def export(state_db):
            shutil.copy(state_db, "copy")  # ATM406
        def move_on(state_db):
            shutil.copy(state_db, "copy")
        def clear(state_db):
            with sqlite3.connect(state_db) as conn:
                conn.execute("DELETE FROM a")
        """,
    "a copy under the lock of those who write, where others may not keep to it, and one that is checked": """
        import shutil, sqlite3, threading
        class Store:
            def save(self, row):
                with self.lock:
                    self._back_up()
                    with sqlite3.connect(self.path) as conn:
                        conn.execute("INSERT INTO a VALUES (?)", row)
            def _back_up(self):
                shutil.copy(self.path, "copy")
            def back_up_itself(self):
                with self.lock:
                    shutil.copy(self.path, "copy")
            def back_up_unlocked(self):
                self._keep_copy()
                with self.lock:
                    self._keep_copy()
            def _keep_copy(self):
                shutil.copy(self.path, "copy")  # ATM406
            def export(self):
                shutil.copy(self.path, "copy")
                return sqlite3.connect("copy").execute("PRAGMA integrity_check")
            def export_unchecked(self):
                with sqlite3.connect(self.path) as conn:
                    conn.execute("PRAGMA integrity_check")
                shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy between two transactions, under the lock of all that the one connection does": """
        import shutil, sqlite3, threading
        class Store:
            def __init__(self, path):
                self.path = path
                self.lock = threading.RLock()
                self.open()
            def open(self):
                self.conn = sqlite3.connect(self.path, check_same_thread=False)
                self.cursor = self.conn.cursor()
                self.cursor.execute("PRAGMA cache_size=100")
            def add(self, row):
                with self.lock:
                    self.cursor.execute("INSERT INTO a VALUES (?)", row)
            def back_up(self):
                with self.lock:
                    self.conn.commit()
                    shutil.copy(self.path, "copy")
            def back_up_before(self):
                with self.lock:
                    shutil.copy(self.path, "copy")  # ATM406
                    self.conn.commit()
            def back_up_later(self):
                with self.lock:
                    self.conn.commit()
                    self.cursor.execute("DELETE FROM a")
                    shutil.copy(self.path, "copy")  # ATM406
            def back_up_sometimes(self, last):
                with self.lock:
                    if last:
                        self.conn.commit()
                    shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy under a lock that not all take": """
        import shutil, sqlite3, threading
        class Store:
            def __init__(self, path):
                self.path = path
                self.lock = threading.RLock()
                self.conn = sqlite3.connect(self.path, check_same_thread=False)
            def add(self, row):
                self.conn.execute("INSERT INTO a VALUES (?)", row)
            def back_up(self):
                with self.lock:
                    self.conn.commit()
                    shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy beside an asynchronous connection that is kept still": """
        import aiosqlite, asyncio, shutil
        class Store:
            async def open(self):
                self.lock = asyncio.Lock()
                self.conn = await aiosqlite.connect(self.path)
            async def back_up(self):
                async with self.lock:
                    await self.conn.commit()
                    shutil.copy(self.path, "copy")
        """,
    "a copy without a lock, though after a commit": """
        import shutil, sqlite3, threading
        class Store:
            def __init__(self, path):
                self.path = path
                self.conn = sqlite3.connect(self.path)
            def back_up(self):
                self.conn.commit()
                shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy under the lock of one of two connections": """
        import shutil, sqlite3, threading
        class Store:
            def __init__(self, path):
                self.path = path
                self.lock = threading.RLock()
                self.conn = sqlite3.connect(self.path)
                self.other = sqlite3.connect(self.path)
            def back_up(self):
                with self.lock:
                    self.conn.commit()
                    shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy under a lock, without the WAL": """
        import shutil, sqlite3, threading
        class Store:
            def __init__(self, path):
                self.path = path
                self.lock = threading.RLock()
                self.conn = sqlite3.connect(self.path)
                self.conn.execute("PRAGMA journal_mode=WAL")
            def back_up(self):
                with self.lock:
                    self.conn.commit()
                    shutil.copy(self.path, "copy")  # ATM406
        """,
    "a copy by what runs beside others": """
        import aiosqlite, shutil
        async def export(state_db):
            shutil.copy(state_db, "copy")  # ATM406
        async def clear(state_db):
            async with aiosqlite.connect(state_db) as conn:
                await conn.execute("DELETE FROM a")
        """,
    "a copy without the WAL, and one after it was taken into the file": """
        import shutil, sqlite3
        def upgrade(state_db):
            conn = sqlite3.connect(state_db)
            shutil.copy(state_db, "copy")  # ATM406
            shutil.copy(f"{state_db}-wal", "copy-wal")
            conn.close()
        def start(state_db):
            shutil.copy(state_db, "copy")
            with sqlite3.connect(state_db) as conn:
                conn.execute("DELETE FROM a")
        def upgrade_too(state_db):
            conn = sqlite3.connect(state_db)
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copy(state_db, "copy")
            conn.close()
        """,
    "a copy after an error": """
        import shutil, sqlite3
        def export(state_db):
            try:
                with sqlite3.connect(state_db) as conn:
                    conn.execute("VACUUM INTO 'copy'")
            except sqlite3.Error:
                shutil.copy(state_db, "copy")  # ATM406
        def open_store(state_db):
            try:
                with sqlite3.connect(state_db) as conn:
                    conn.execute("SELECT 1")
            except sqlite3.Error:
                shutil.copy(state_db, "damaged")
        """,
    "one that the module, a name of it, or a pool keeps": """
        import shutil, sqlite3
        from sqlalchemy import create_engine
        A_DB, B_DB, C_DB = "a.db", "b.db", "c.db"
        kept = sqlite3.connect(A_DB)
        def start():
            global shared
            shared = sqlite3.connect(B_DB)
        def engine():
            return create_engine("sqlite:///" + C_DB), create_engine(C_DB)
        def upgrade():
            shutil.copy(A_DB, "copy")  # ATM406
            shutil.copy(B_DB, "copy")  # ATM406
            shutil.copy(C_DB, "copy")  # ATM406
        """,
    "no database at all": """
        import socket
        # sqlite is spoken of
        def connect(path):
            socket.create_connection(path)
            other.connect(path)
            return open(path, "rb").read()
        """,
    "a copy of one that is damaged already, as the error, the function, the question or its name says": """
        import shutil, sqlite3
        def export(state_db, target, parts):
            try:
                sqlite3.connect(state_db).backup(target)
            except IntegrityError:
                shutil.copy(state_db, "copy")
            except (OSError, errors.CorruptDatabase):
                shutil.copy(state_db, "copy")
            except:
                shutil.copy(state_db, "copy")  # ATM406
        def quarantine(state_db, target):
            try:
                sqlite3.connect(state_db).backup(target)
            except sqlite3.Error:
                shutil.copy(state_db, "copy")
        def snapshot(state_db, target):
            try:
                sqlite3.connect(state_db).backup(target)
            except Exception as error:
                if is_malformed(error):
                    shutil.copy(state_db, "copy")
                shutil.copy(state_db, f"{state_db}.corrupt.{target}")
                shutil.copy(state_db, f"{state_db}.{target}")  # ATM406
        """,
    "a copy in a function that is only explained with a WAL": """
        import shutil, sqlite3
        def update(old_db):
            '''Set `journal_mode = "wal"` before.'''
            conn = sqlite3.connect(old_db)
            shutil.copy(old_db, old_db + ".bck")
            conn.execute("ALTER TABLE a ADD COLUMN b")
            conn.close()
        """,
    "the kinds of files are told apart by the caller of a caller, below a common path": """
        import sqlite3
        from pathlib import Path
        def encoding_of(path):
            return detect(path.read_bytes())
        def read_text(path):
            return path.read_text(encoding=encoding_of(path))
        def tables(path):
            return sqlite3.connect(str(path))
        def digest(path):
            return sha256(path.read_bytes())  # ATM406
        def load(path):
            path = Path(path)
            if path.suffix == ".csv":
                return read_text(path)
            if path.suffix == ".raw":
                return digest(path)
            elif path.suffix == ".db":
                digest(path)
                return tables(path)
        """,
    "each file of a folder, and each database of it": """
        import sqlite3
        def connect(path):
            return sqlite3.connect(path)
        def inspect(root):
            for path in sorted(p for p in root.rglob("*") if p.is_file()):
                data = path.read_bytes()
                if data.startswith(b"SQLite"):
                    connect(path).close()
        def digest(root):
            for path in root.glob("*.db"):
                print(sha256(path.read_bytes()))  # ATM406
                connect(path).close()
        def digest_chosen(root):
            for path in chosen(root):
                print(sha256(path.read_bytes()))  # ATM406
                connect(path).close()
        """,
    "one that is made where there was none, with a mode of its own": """
        import os, sqlite3, threading
        class Vault:
            def __init__(self, path):
                if path != ":memory:" and not os.path.exists(path):
                    open(path, "a").close()
                self.db = sqlite3.connect(path)
        class Touched:
            def __init__(self, path):
                open(path, "a").close()  # ATM406
                self.db = sqlite3.connect(path)
        """,
    "the head of it, as long as a constant says": """
        import sqlite3
        HEADER_SIZE = 100
        def is_new(database):
            with open(database, "rb") as file:
                return not file.read(HEADER_SIZE)
        def is_like(database, size):
            with open(database, "rb") as file:  # ATM406
                return not file.read(size)
        def digest(database):
            with open(database, "rb") as file:  # ATM406
                return sha256(file.read())
        def connect(database):
            return sqlite3.connect(database)
        """,
    "a copy that works under a temporary name, and one that takes its lasting name next": """
        import os, shutil, sqlite3
        STORE = "app.db"
        def connect():
            db = sqlite3.connect(STORE)
            db.execute("PRAGMA journal_mode=WAL")
            return db
        class Work:
            def begin(self, path):
                self.temp_file = path
            def export(self):
                self.temp_file = os.path.join(self.folder, "work")
                shutil.copy2(STORE, self.temp_file)
            def keep(self, path):
                self.kept_file = path
            def export_and_keep(self):
                shutil.copy2(STORE, self.kept_file)  # ATM406
        def back_up(target):
            tmp = target + ".tmp"  # ATM202
            shutil.copy2(STORE, tmp)  # ATM205 ATM406
            os.replace(tmp, target)  # ATM201
        """,
    "a copy because SQLite could not make one, whoever has closed their own connection": """
        import shutil, sqlite3
        class Saved:
            def create(self, target):
                conn = sqlite3.connect(self.db_path)
                try:
                    conn.execute("VACUUM INTO ?", (target,))
                except sqlite3.OperationalError:
                    conn.close()
                    shutil.copy2(self.db_path, target)  # ATM406
            def create_from(self, target, other):
                conn = sqlite3.connect(self.db_path)
                try:
                    conn.backup(other)
                except (OSError, sqlite3.Error):
                    conn.close()
                    shutil.copy2(self.db_path, target)  # ATM406
            def create_of_what_is_one(self, target, other):
                conn = sqlite3.connect(self.db_path)
                try:
                    conn.backup(other)
                except (OperationalError, sqlite3.DatabaseError):
                    conn.close()
                    shutil.copy2(self.db_path, target)
            def create_checked(self, target, other):
                conn = sqlite3.connect(self.db_path)
                try:
                    conn.backup(other)
                except Exception:
                    shutil.copy2(self.db_path, target)
                sqlite3.connect(target).execute("PRAGMA integrity_check")
            def ask_first(self, target):
                conn = sqlite3.connect(self.db_path)
                try:
                    conn.execute("SELECT 1")
                    backup(target)
                except sqlite3.OperationalError:
                    conn.close()
                    shutil.copy2(self.db_path, target)
            def ask_later(self, target):
                conn = sqlite3.connect(self.db_path)
                conn.execute("VACUUM INTO ?", (target,))
                conn.close()
                shutil.copy2(self.db_path, target)
        """,
    "a copy of what is no database, and of what is one": """
        import shutil, sqlite3
        def connect(db_path):
            return sqlite3.connect(db_path)
        def back_up(db_path, target):
            if not is_sqlite(db_path):
                return _back_up_raw(db_path, target)
            shutil.copy2(db_path, target)  # ATM406
        def _back_up_raw(db_path, target):
            shutil.copy2(db_path, target)
        def copy_all(db_path, target):
            if is_sqlite(db_path):
                shutil.copy2(db_path, target)  # ATM406
            else:
                shutil.copy2(db_path, target)
            if not copy_sqlite(db_path):
                shutil.copy2(db_path, target)  # ATM406
        """,
    "a copy for those who give no connection": """
        import shutil, sqlite3
        def connect(db_path):
            return sqlite3.connect(db_path)
        def back_up(db_path, target, conn=None):
            if conn is not None:
                conn.backup(target)
            else:
                shutil.copy2(db_path, target)
            if conn is None:
                shutil.copy2(db_path, target)
            if target is None:
                shutil.copy2(db_path, target)  # ATM406
            if conn == 1:
                shutil.copy2(db_path, target)  # ATM406
            if connection_id is None:
                shutil.copy2(db_path, target)  # ATM406
            if conn is None:
                conn = connect(db_path)
                shutil.copy2(db_path, target)  # ATM406
            if conn is not None:
                shutil.copy2(db_path, target)  # ATM406
        """,
    "one that is hashed, after one thing and beside others": """
        import hashlib, sqlite3
        def connect(db_path):
            return sqlite3.connect(db_path)
        def digest(db_path):
            return hashlib.sha256(db_path.read_bytes()).hexdigest()
        def content(db_path):
            return db_path.read_bytes()  # ATM406
        class Store:
            def __init__(self, store_path):
                self.path = store_path
                self.conn = sqlite3.connect(self.path)
            def digest(self):
                return hashlib.sha256(self.path.read_bytes()).hexdigest()  # ATM406
        """,
    "one in WAL mode that is hashed beside others": """
        import hashlib, sqlite3, threading
        def connect(db_path):
            connection = sqlite3.connect(db_path)
            connection.execute("PRAGMA journal_mode=WAL")
            return connection
        def digest(db_path):
            return hashlib.sha256(db_path.read_bytes()).hexdigest()  # ATM406
        """,
    "the connection is given back by another function": """
        import shutil, sqlite3
        def connect_db(db_path):
            return sqlite3.connect(db_path)
        def disconnect_db(conn):
            conn.commit()
            conn.close()
        def _copy(db_path):
            shutil.copyfile(db_path, db_path + ".bak")
        def back_up(conn, db_path):
            disconnect_db(conn)
            _copy(db_path)
        def send_backup(db_path):
            shutil.copyfile(db_path, db_path + ".snapshot")  # ATM406
        def disconnect_probe(db_path):
            probe = sqlite3.connect(db_path)
            probe.close()
        def _send_copy(db_path):
            shutil.copyfile(db_path, db_path + ".sent")  # ATM406
        def send(conn, db_path):
            disconnect_probe(db_path)
            _send_copy(db_path)
        """,
    "a descriptor that is kept, and one that is closed": """
        import os, sqlite3
        class Vectors:
            def __init__(self, path):
                self.path = path
                self.fd = os.open(self.path, os.O_RDONLY)
                self.conn = sqlite3.connect(self.path)
            def close(self):
                self.conn.close()
                os.close(self.fd)
            def size(self):
                fd = os.open(self.path, os.O_RDONLY)  # ATM406
                os.close(fd)
            def head(self):
                self.file = open(self.path, "rb")  # ATM406
                head = self.file.read()
                self.file.close()
                return head
        """,
    "a template of a database": """
        import shutil, sqlite3
        TEMPLATE = "template.db"
        def tables():
            return sqlite3.connect(TEMPLATE)
        def copy_database(target):
            tables().execute("PRAGMA journal_mode=WAL")
            shutil.copy2(TEMPLATE, target)
        """,
    "a copy of what another program has, which is queried instead": """
        import shutil, sqlite3
        def export_history(path, folder):
            try:
                conn = sqlite3.connect(path)
                return conn.execute("SELECT url FROM urls").fetchall()
            except sqlite3.OperationalError:
                copied = folder / "History.db"
                shutil.copy2(path, copied)
                conn = sqlite3.connect(copied)
                return conn.execute("SELECT url FROM urls").fetchall()
        def export_kept(path, folder):
            try:
                conn = sqlite3.connect(path)
                return conn.execute("SELECT url FROM urls").fetchall()
            except sqlite3.OperationalError:
                shutil.copy2(path, folder / "Kept.db")  # ATM406
        def export_changed(path, folder):
            try:
                conn = sqlite3.connect(path)
                conn.execute("DELETE FROM urls")
            except sqlite3.OperationalError:
                changed = folder / "Changed.db"
                shutil.copy2(path, changed)  # ATM406
                conn = sqlite3.connect(changed)
        """,
    "a look whose function is only spoken of while a connection is open, and one that is called": """
        import sqlite3
        def check(database):
            with open(database, "rb") as file:
                return file.read(16)
        def run(database):
            check(database)
            build(database)
        def build(database):
            connection = sqlite3.connect(database)
            connection.execute("DELETE FROM a")  # a run that fails here leaves it whole
            connection.commit()
            connection.close()
        def check_again(other_database):
            with open(other_database, "rb") as file:  # ATM406
                return file.read(16)
        def run_again(other_database):
            connection = sqlite3.connect(other_database)
            connection.execute("DELETE FROM a")
            check_again(other_database)
            connection.commit()
            connection.close()
        """,
    "a copy where the file cannot be opened at all, and where something else has failed": """
        import shutil, sqlite3
        class Saved:
            def back_up(self, target):
                try:
                    conn = sqlite3.connect(str(self.db_path))
                    try:
                        conn.execute("VACUUM INTO ?", (target,))
                    except sqlite3.OperationalError:
                        conn.close()
                        shutil.copy2(self.db_path, target)  # ATM406
                except sqlite3.OperationalError:
                    shutil.copy2(self.db_path, target)
            def back_up_asked(self, target):
                try:
                    conn = sqlite3.connect(self.db_path)
                    conn.execute("SELECT 1")
                except sqlite3.OperationalError:
                    shutil.copy2(self.db_path, target)  # ATM406
        """,
}


@cases(CASES)
def test_a_file(text: str) -> None:
    assert found(text) == announced(text)
