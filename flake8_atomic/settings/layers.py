"""The command line over flake8's own file: one option, read from the first of the two that gives it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from flake8_atomic.settings.config_file import ConfigFile
from flake8_atomic.settings.values import BadSetting, shown, split

if TYPE_CHECKING:
    from collections.abc import Mapping


class Layers:
    """What was given, by names such as `extend_ignore`; a value of None was not given."""

    def __init__(self, given: Mapping[str, object], file: ConfigFile | None = None, start: str = "") -> None:
        self.given = given
        self.file = file or ConfigFile()
        self.start = start

    def text(self, name: str) -> str | None:
        """Return the value as it was written."""
        value = self.given.get(name)
        if value is not None:
            return str(value)
        written = self._written(name)
        return written[-1] if written else None

    def items(self, name: str) -> tuple[str, ...] | None:
        """Return the items of a comma-separated value; flake8 and argparse may have split it."""
        value = self.given.get(name)
        if isinstance(value, Iterable) and not isinstance(value, str):
            return tuple(map(str, value))
        text = self.text(name)
        return None if text is None else split(text)

    def flag(self, name: str) -> bool | None:
        """Return a flag; a file may say 1, yes, true, on or the opposite."""
        # flake8 reads each value, also one that another spelling or the command line overrides.
        written = [_truth(name, text) for text in self._written(name)]
        value = self.given.get(name)
        if isinstance(value, str):  # flake8 hands on what its file says
            return _truth(name, value)
        if value is not None:
            return bool(value)
        return written[-1] if written else None

    def _written(self, name: str) -> list[str]:
        # flake8 knows both spellings and the later one wins; it does not know a mixed one (per_file-ignores).
        spellings = (name, name.replace("_", "-"))
        return [value for key, value in self.file.values.items() if key in spellings]


def _truth(name: str, text: str) -> bool:
    from configparser import RawConfigParser

    if text.lower() not in RawConfigParser.BOOLEAN_STATES:
        raise BadSetting(name.replace("_", "-"), f"{shown(text)} is not true or false")
    return RawConfigParser.BOOLEAN_STATES[text.lower()]
