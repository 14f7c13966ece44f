"""What a text of SQL says of the journal and of syncing; a part that is not known stands in it as NUL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

UNKNOWN = "\0"
NAMES = frozenset({"journal_mode", "synchronous"})
# As SQLite reads them: words, numbers, and the words of a switch.
OFF = frozenset({"off", "0", "no", "false"})
NORMAL = frozenset({"normal", "1", "on", "yes", "true"})
UNJOURNALED = frozenset({"off", "memory"})
WEAK = {"synchronous": OFF | NORMAL, "journal_mode": UNJOURNALED}
ROLLBACK = frozenset({"delete", "truncate", "persist"}) | UNJOURNALED

_GAP = r"(?:\s|--[^\n]*\n|/\*.*?\*/)*"
_STATEMENT = re.compile(
    rf"""
    (?:\A|;){_GAP} PRAGMA {_GAP}
    (?:["'`\[]?[\w\0]+["'`\]]? {_GAP}\.{_GAP})?
    ["'`\[]?(?P<name>journal_mode|synchronous)\b["'`\]]? {_GAP}
    (?:[=(] {_GAP} ["'`\[]?(?P<value>[\w\0]*))?
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)


class Setting(NamedTuple):
    """One setting and its new value, in small letters; None asks for it."""

    name: str
    value: str | None


def settings_in(sql: str) -> Iterator[Setting]:
    """The settings that a text of SQL changes or asks for, one or several statements."""
    for match in _STATEMENT.finditer(sql):
        value = match["value"]
        yield Setting(match["name"].lower(), None if value is None else setting_value(value))


def setting_value(text: str) -> str:
    """A value as SQLite compares it; one of which a part is not known is unknown."""
    return UNKNOWN if UNKNOWN in text else text.strip("\"'`[] ").lower()
