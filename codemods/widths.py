"""How wide the lines of a file may be: what its project tells its formatter or linter, else what the file does."""

from __future__ import annotations

import configparser
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from codemods.project import root_of, text_in
from flake8_atomic.analysis.source import Source

_USUAL = (79, 88, 100)
_WIDEST = 120
_FEW = 100
"""One line in so many may be longer than the others."""
_FORMATTERS = {"black": "line-length", "ruff": "line-length", "autopep8": "max_line_length", "yapf": "column_limit"}
_DEFAULT = 88
"""Of black and of ruff."""


def width_of(source: Source, filename: str) -> int:
    """The most characters that a line of this file should have."""
    return _told(root_of(filename)) or _done(source)


def _done(source: Source) -> int:
    lengths = sorted(map(len, source.text.splitlines()), reverse=True)
    usual = lengths[len(lengths) // _FEW] if lengths else 0
    return next((width for width in _USUAL if usual <= width), _WIDEST)


@lru_cache
def _told(root: str) -> int:
    return next(filter(None, (*_in_toml(root), *_in_ini(root))), 0)


def _in_toml(root: str) -> Iterator[int]:
    tools = _table(_toml(root, "pyproject.toml"), "tool")
    ruff = [_toml(root, name) for name in ("ruff.toml", ".ruff.toml")]
    for name, option in _FORMATTERS.items():
        yield _number(_table(tools, name).get(option))
    yield from (_number(table.get("line-length")) for table in ruff)
    if "black" in tools or "format" in _table(tools, "ruff") or any("format" in table for table in ruff):
        yield _DEFAULT


def _in_ini(root: str) -> Iterator[int]:
    for name in (".flake8", "setup.cfg", "tox.ini"):
        parser = configparser.RawConfigParser()
        try:
            parser.read_string(text_in(root, name))
        except configparser.Error:
            continue  # not ours to complain of
        for section in ("flake8", "pycodestyle"):
            for option in ("max-line-length", "max_line_length"):
                yield _number(parser.get(section, option, fallback=""))


def _toml(root: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text_in(root, name))
    except tomllib.TOMLDecodeError:
        return {}


def _table(table: dict[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _number(told: object) -> int:
    text = str(told).partition("#")[0].strip()
    return int(text) if text.isdecimal() else 0
