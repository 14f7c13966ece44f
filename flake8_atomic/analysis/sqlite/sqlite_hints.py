"""Where a file speaks of SQLite's settings, or connects to a database."""

from __future__ import annotations

from collections.abc import Iterable

_SETTINGS = ("journal_mode", "synchronous")
_CONNECTING = ("lite3.connect(", "sqlite.connect(", "dbapi2.connect(", "apsw.Connection(", "_engine(", "Database(")
_RENAMED = ("lite3 import", "lite3 as", "dbapi2 as", "import dbapi2", "sqlite import", "apsw import", "apsw as")
_SPEAKING = ("lite", "apsw", "peewee", "engine", "alchemy", "atabase")
_READING = ("open(", "read_bytes(", "shutil")


def setting_offsets(text: str, imports: str) -> list[int]:
    """Where the text names a setting of the journal or of syncing."""
    if not (_stands_in(text, "PRAGMA") or _stands_in(text, "pragma")):
        # Each search is made in every file, so that a rare spelling is only looked for beside SQLite.
        if not (any(word in imports for word in _SPEAKING) and "Pragma" in text):
            return []
    small = text.lower()
    # A few letters have small forms of another length, and would shift what comes after.
    return _every(_SETTINGS, small if len(small) == len(text) else text)


def connect_offsets(text: str, imports: str, settings: list[int]) -> list[int]:
    """Where the text may connect to a SQLite database that it changes settings of, or may use as a file."""
    if not settings and not (any(word in imports for word in _SPEAKING) and ("qlite" in text or "apsw" in text)):
        return []
    if not settings and not any(word in text for word in _READING):
        return []
    renamed = any(word in text for word in _RENAMED)
    return _every((*_CONNECTING, "connect(", "Connection(") if renamed else _CONNECTING, text)


def _stands_in(text: str, word: str) -> bool:
    at = text.find(word)
    # `# pragma: no cover` is the most frequent pragma of all.
    while at >= 0 and text.startswith(":", at + len(word)):
        at = text.find(word, at + len(word))
    return at >= 0


def _every(words: Iterable[str], text: str) -> list[int]:
    found = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            found.append(at)
            at = text.find(word, at + len(word))
    return found
