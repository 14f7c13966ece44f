"""What becomes of settings of SQLite: durable values, and `durable_connect` for a connect that falls back."""

from __future__ import annotations

import pytest

from flake8_atomic.settings import Settings
from tests.codemods.fixing import body_of, pairs, rewrite_of, texts

ALL = Settings(enable=frozenset({"ATM404", "ATM405"}))
TRY = """import sqlite3
def connect(path):
    {}connection = sqlite3.connect(path)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
    except sqlite3.OperationalError:
        connection.execute("PRAGMA journal_mode=DELETE"){}
    return connection
"""


@pairs({
    "a text": """
        import sqlite3
        db = sqlite3.connect("app.db")
        db.execute("PRAGMA synchronous=OFF")
        db.executescript("pragma foreign_keys = on; pragma main.Journal_Mode( 'memory' );")
        db.execute('PRAGMA synchronous = NORMAL')
        ---
        import sqlite3
        db = sqlite3.connect("app.db")
        db.execute("PRAGMA synchronous=FULL")
        db.executescript("pragma foreign_keys = on; pragma main.Journal_Mode( 'DELETE' );")
        db.execute('PRAGMA synchronous = FULL')
    """,
    "a connect that falls back": """
        import sqlite3
        def connect(path):
            # the shop
            connection = sqlite3.connect(path, timeout=5)
            try:
                connection.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                # no WAL here
                connection.execute("PRAGMA journal_mode=DELETE")
            return connection
        ---
        def connect(path):
            # the shop
            # no WAL here
            connection = durable_connect(path, timeout=5)
            return connection
    """,
    "a connection that nobody uses": """
        import sqlite3
        def connect(path):
            con = sqlite3.connect(path)
            try:
                con.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                con.execute("PRAGMA journal_mode=DELETE")
        ---
        def connect(path):
            durable_connect(path)
    """,
    "one that whoever imports the module may use": """
        import sqlite3
        con = sqlite3.connect("app.db")
        try:
            con.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            con.execute("PRAGMA journal_mode=DELETE")
        ---
        con = durable_connect("app.db")
    """,
    "one that others use": """
        import sqlite3
        def connect(self, path):
            global con
            con = sqlite3.connect(path)
            try:
                con.execute("PRAGMA journal_mode=WAL")
            except sqlite3.OperationalError:
                con.execute("PRAGMA journal_mode=DELETE")
        def other():
            return con
        ---
        def connect(self, path):
            global con
            con = durable_connect(path)
        def other():
            return con
    """,
})  # fmt: skip
def test_settings_become_durable(before: str, after: str) -> None:
    result = rewrite_of(before, settings=ALL)
    assert result.problem == ""
    assert body_of(result.after) == body_of(after).replace("from flake8_atomic.helpers import durable_connect\n", "")
    assert {(site.level, site.fixed) for site in result.sites} == {("unsafe", True)}


def test_what_goes_with_the_fix_of_another_is_fixed() -> None:
    sites = rewrite_of(TRY.format("", ""), settings=ALL).sites
    assert [(site.code, site.fixed) for site in sites] == [("ATM404", True), ("ATM403", True)]
    assert sites[0].text == "it went with the fix of another finding"


@pytest.mark.parametrize(
    ("reason", "text"),
    {
        "put together elsewhere": "import sqlite3\nsqlite3.connect('a').execute('PRAGMA synchronous=%s' % 'OFF')\n",
        "put together": "import sqlite3\ndb = sqlite3.connect('a')\n"
        "db.executescript('PRAGMA synchronous=OFF; PRAGMA synchronous=OFF')\n",
        "elsewhere; make it FULL": "import sqlite3\ndb = sqlite3.connect('a')\n"
        "db.execute(('PRAGMA '\n'synchronous=OFF'))\n",
        "the handler does more": TRY.format("", "\n        print('no WAL')"),
        "it is connected elsewhere": TRY.format("import sqlite3 as s\n    ", "").replace(
            "sqlite3.connect(path)", "path"
        ),
        "connect with durable_connect": "import sqlite3\ndef connect(path):\n    db = sqlite3.connect(path)\n"
        "    db.execute('PRAGMA journal_mode=WAL')\n    return db\n",
        "Connection.backup()": "import shutil\nimport sqlite3\ndb = sqlite3.connect('app.db')\n"
        "shutil.copyfile('app.db', 'copy.db')\n",
    }.items(),
)
def test_what_is_left_has_a_reason(reason: str, text: str) -> None:
    assert any(reason in said for said in texts(rewrite_of(text, settings=ALL))), texts(rewrite_of(text, settings=ALL))
