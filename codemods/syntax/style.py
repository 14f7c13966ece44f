"""How a file is to be laid out: what its project tells its formatter and its linter, else what the file does."""

from __future__ import annotations

import ast
import configparser
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from codemods.project.project import root_of, text_in
from flake8_atomic.analysis.code.source import Source

_USUAL = (79, 88, 100)
_WIDEST = 120
_FEW = 100
"""One line in so many may be longer than the others."""
_TELLING = 50
"""Fewer lines do not show how long they may be."""
_FORMATTERS = {
    "black": "line-length",
    "ruff": "line-length",
    "autopep8": "max_line_length",
    "yapf": "column_limit",
    "isort": "line_length",
}
_DEFAULT = 88
"""Of black and of ruff."""
_INI = (".flake8", ".isort.cfg", "setup.cfg", "tox.ini")
_ISORT = ("isort", "tool:isort", "settings")
_YES = frozenset({"true", "1", "yes", "on"})


class Style(NamedTuple):
    """The most characters of a line, and how imports are written."""

    width: int
    mixed: bool = False
    """`import b` stands between `from a import` and `from c import`."""
    single: bool = False
    """Each name is imported by a statement of its own."""
    combined: bool = False
    """A name that is imported under another one shares a statement with others."""
    parted: bool = False
    """A blank line stands between `import a` and `from a import`."""
    sure: bool = True
    """Does the project say how long a line may be, or do enough lines of the file?"""

    @property
    def longest(self) -> int:
        """Where a line is broken up: a short file says little of how long its lines may be."""
        return self.width if self.sure else max(self.width, _USUAL[-1])


def style_of(source: Source, filename: str) -> Style:
    """The style of this file."""
    told = _told(root_of(filename))
    imports = [node for node in source.tree.body if isinstance(node, ast.ImportFrom)]
    several = [node for node in imports if len(node.names) > 1]
    modules = Counter((node.level, node.module) for node in imports)
    single = not several and max(modules.values(), default=0) > 1
    combined = any(name.asname for node in several for name in node.names)
    sure = bool(told.width) or len(source.line_starts) > _TELLING
    return told._replace(
        width=told.width or _done(source), sure=sure, single=told.single or single, combined=told.combined or combined
    )


def _done(source: Source) -> int:
    lengths = sorted(map(len, source.text.splitlines()), reverse=True)
    # A line that is far too long holds a text or an address that nobody could break.
    lengths = [length for length in lengths if length <= _WIDEST] or [0]
    usual = lengths[len(lengths) // _FEW]
    return next((width for width in _USUAL if usual <= width), _WIDEST)


def _told(root: str) -> Style:
    tools = _table(_toml(root, "pyproject.toml"), "tool")
    ruff = [_table(tools, "ruff"), _toml(root, "ruff.toml"), _toml(root, ".ruff.toml")]
    ini = [parser for name in _INI for parser in _ini(root, name)]
    width = next(filter(None, (*_widths(tools, ruff), *_linted(ini))), 0)
    sorting = [_table(tools, "isort")]
    sorting += [_table(table, "isort") for one in ruff for table in (one, _table(one, "lint"))]
    sorting += [dict(parser[name]) for parser in ini for name in _ISORT if parser.has_section(name)]
    google = any(table.get("profile") == "google" for table in sorting)
    return Style(
        width,
        google or _is_on(sorting, "force_sort_within_sections"),
        google or _is_on(sorting, "force_single_line"),
        _is_on(sorting, "combine_as_imports"),
        _is_on(sorting, "lines_between_types"),
    )


def _widths(tools: Mapping[str, Any], ruff: list[dict[str, Any]]) -> Iterator[int]:
    for name, option in _FORMATTERS.items():
        yield _number(_table(tools, name).get(option))
    yield from (_number(table.get("line-length")) for table in ruff)
    is_black = "black" in tools or _table(tools, "isort").get("profile") == "black"
    if is_black or any("format" in table for table in ruff):
        yield _DEFAULT


def _linted(ini: list[configparser.RawConfigParser]) -> Iterator[int]:
    for parser in ini:
        for section in ("flake8", "pycodestyle"):
            for option in ("max-line-length", "max_line_length"):
                yield _number(parser.get(section, option, fallback=""))


def _is_on(tables: list[dict[str, Any]], option: str) -> bool:
    told = (table.get(name) for table in tables for name in (option, option.replace("_", "-")))
    return any(str(value).lower() in _YES for value in told)


def _toml(root: str, name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text_in(root, name))
    except tomllib.TOMLDecodeError:
        return {}


def _ini(root: str, name: str) -> Iterator[configparser.RawConfigParser]:
    parser = configparser.RawConfigParser()
    try:
        parser.read_string(text_in(root, name))
    except configparser.Error:
        return  # not ours to complain of
    yield parser


def _table(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    found = table.get(name)
    return found if isinstance(found, dict) else {}


def _number(told: object) -> int:
    text = str(told).partition("#")[0].strip()
    return int(text) if text.isdecimal() else 0
