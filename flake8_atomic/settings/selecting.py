"""A Selection is put together here from the command line and flake8's own file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flake8_atomic.settings import per_file
from flake8_atomic.settings.selection import EXCLUDE, FILENAME, Selection, normalized
from flake8_atomic.settings.values import BadSetting, shown, split

if TYPE_CHECKING:
    from flake8_atomic.settings.layers import Layers

_CODE = re.compile(r"[A-Z]{1,3}[0-9]{0,3}", re.ASCII)


def selection(layers: Layers, off: frozenset[str]) -> Selection:
    """Return what flake8 would decide; `off` are the opt-in codes that nobody enabled."""
    _check_ignored(layers)
    exclude, filename = _paths(layers, "exclude"), layers.items("filename")
    return Selection(
        select=layers.items("select"),
        extend_select=layers.items("extend_select") or (),
        ignore=layers.items("ignore"),
        extend_ignore=layers.items("extend_ignore") or (),
        per_file_ignores=per_file.parse(layers.text("per_file_ignores") or ""),
        exclude=EXCLUDE if exclude is None else exclude,
        extend_exclude=_paths(layers, "extend_exclude") or (),
        filename=FILENAME if filename is None else filename,
        disable_noqa=bool(layers.flag("disable_noqa")),
        off=off,
        folder=layers.start,
    )


def _paths(layers: Layers, name: str) -> tuple[str, ...] | None:
    items = layers.items(name)
    if items is None:
        return None
    # Patterns of a command line start where it was given, those of a file in its folder.
    folder = layers.file.folder if layers.given.get(name) is None else None
    return tuple(normalized(item, folder or layers.start) for item in items)


def _check_ignored(layers: Layers) -> None:
    # `E501 # too long` holds no comment in an ini file. flake8 stops here, and only at these two spellings.
    for option in ("ignore", "extend-ignore"):
        for code in split(layers.file.values.get(option, "")):
            if not _CODE.fullmatch(code):
                raise BadSetting(option, f"{shown(code)} is not a code or the beginning of one")
