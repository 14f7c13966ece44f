"""[tool.flake8-atomic] in pyproject.toml: what stands there, before anyone asks what it means."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from flake8_atomic.settings.config_file import folders
from flake8_atomic.settings.helper_calls import HelperCalls
from flake8_atomic.settings.options import FLAGS, LISTS
from flake8_atomic.settings.values import BadSetting, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

TABLE = "[tool.flake8-atomic]"


class Table(NamedTuple):
    """The checked types of the table, its calls of a project's own helpers, and the file's folder."""

    lists: Mapping[str, tuple[str, ...]]
    flags: Mapping[str, bool]
    calls: HelperCalls
    folder: str | None


NOTHING = Table({}, {}, HelperCalls(), None)


def read(start: str) -> Table:
    """Return the table of the nearest pyproject.toml that has one, going up as flake8 does."""
    for folder in folders(start):
        raw = _raw(os.path.join(folder, "pyproject.toml"))
        if raw is not None:
            return _typed(raw, folder)
    return NOTHING


def _raw(path: str) -> dict[str, object] | None:
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError:
        return None
    # Every project has this file and few the table: parsing it would cost more than all of our start-up.
    if b"flake8-atomic" not in content:
        return None
    import tomllib

    try:
        tool = tomllib.loads(content.decode()).get("tool", {})
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSetting(path, str(error)) from error
    table = tool.get("flake8-atomic") if isinstance(tool, dict) else None
    if table is None or isinstance(table, dict):
        return table
    raise BadSetting(TABLE, f"{table!r} is not a table")


def _typed(raw: dict[str, object], folder: str) -> Table:
    known = LISTS | FLAGS | {"helpers"}
    for key in raw:
        if key not in known:
            raise BadSetting(TABLE, f"{shown(key)} is not one of {', '.join(sorted(known))}")
    return Table(
        {key: _texts(key, value) for key, value in raw.items() if key in LISTS},
        {key: _flag(key, value) for key, value in raw.items() if key in FLAGS},
        _calls(raw),
        folder,
    )


def _calls(raw: dict[str, object]) -> HelperCalls:
    if "helpers" not in raw:
        return HelperCalls()
    # Its patterns take a millisecond to compile, and few projects have such a table.
    from flake8_atomic.settings.call_table import parse_calls

    return parse_calls(f"{TABLE} helpers", raw["helpers"])


def _texts(key: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadSetting(f"{TABLE} {key}", f"{value!r} is not a list of strings")
    return tuple(value)


def _flag(key: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadSetting(f"{TABLE} {key}", f"{value!r} is not true or false")
    return value
