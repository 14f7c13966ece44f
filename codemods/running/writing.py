"""A rewritten file takes the place of the old one, unless that changed meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace

from codemods.running.one import Outcome, failed, read
from flake8_atomic.helpers import NotDurable, atomic_write_bytes
from flake8_atomic.helpers.sweep import stale_temps
from flake8_atomic.helpers.temporary import SUFFIX
from flake8_atomic.output import records

_STEM = 80  # what `flake8_atomic.helpers.temporary` keeps of a name
_TWIN = "hard link broken, its other names keep the old content"


def written(outcome: Outcome, real: str) -> records.File:
    """Replace the file at once; where that cannot be, it stays as it is and its problem says why."""
    file = outcome.file
    try:
        data, identity = read(real)
        # A twin that this run has replaced took one link away; that is no change of this file.
        if data != file.before or identity.but_links != (outcome.identity and outcome.identity.but_links):
            return failed(file.path, "it changed on disk meanwhile; run again")
        atomic_write_bytes(real, file.after)
    except NotDurable as error:
        return replace(file, problem=error.strerror or str(error))
    except FileNotFoundError:
        return failed(file.path, "it vanished meanwhile")
    except OSError as error:
        return failed(file.path, error.strerror or str(error))
    return replace(file, note=_TWIN) if identity.links > 1 else file


def cleared(reals: Iterable[str]) -> None:
    """Remove what a killed run left beside these files, and nothing that another program left."""
    folders: dict[str, set[str]] = {}
    for real in reals:
        folder, name = os.path.split(real)
        folders.setdefault(folder, set()).add(name)
    for folder, names in folders.items():
        _clear(folder, names)


def _clear(folder: str, names: set[str]) -> None:
    try:
        stale = stale_temps(folder)
        for path in stale:
            if _target(os.path.basename(path), names):
                os.unlink(path)
    except OSError:
        return  # a folder that cannot be read or written is reported with its files


def _target(temp: str, names: set[str]) -> bool:
    """Is the temp that of one of these files? Its name begins with the file's own, as far as that is kept."""
    stem = temp.removesuffix(SUFFIX)[1:-17]
    return any(stem == (name[:_STEM] if name[:_STEM].isascii() else "") for name in names)
