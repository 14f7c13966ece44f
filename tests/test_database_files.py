"""Databases that are opened as files beside a connection."""

from __future__ import annotations

from tests.snippets import announced, cases, found

CASES = {
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
    "a file that is only made": """
        import os, sqlite3
        def connect(db_path):
            os.close(os.open(db_path, os.O_CREAT | os.O_RDONLY, 0o600))
            return sqlite3.connect(db_path)
        """,
    "a descriptor of it": """
        import os, sqlite3
        def connect(db_path):
            os.close(os.open(db_path, os.O_RDONLY))  # ATM406
            return sqlite3.connect(db_path)
        """,
    "a URL of it": """
        import shutil
        from sqlalchemy import create_engine
        def connect(path):
            engine = create_engine(f"sqlite:///{path}")
            shutil.copy(path, "copy.db")  # ATM406
            return engine
        """,
    "one that is copied over is ATM106": """
        import shutil, sqlite3
        def restore(copy, db_path):
            sqlite3.connect(db_path)
            shutil.copy(copy, db_path)  # ATM106
        """,
    "a temporary one": """
        import sqlite3, tempfile
        def look():
            path = tempfile.mkdtemp() + "/a.db"
            sqlite3.connect(path)
            return open(path, "rb").read()
        """,
    "no database at all": """
        import socket
        # sqlite is spoken of
        def connect(path):
            socket.create_connection(path)
            other.connect(path)
            return open(path, "rb").read()
        """,
}


@cases(CASES)
def test_a_file(text: str) -> None:
    assert found(text) == announced(text)
