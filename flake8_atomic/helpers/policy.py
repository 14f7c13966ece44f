"""How hard a write pushes its data to the disk is asked for per call and capped for the whole process."""

from __future__ import annotations

import os

LEVELS = {"none": 0, "file": 1, "full": 2}
NONE, FILE, FULL = 0, 1, 2

# os.environ.get() raises and catches for a missing key, 5 % of a small write; the mapping behind it does not.
_variables: dict[object, bytes | str] = getattr(os.environ, "_data", {})
_VARIABLE = b"ATOMIC_SYNC" if os.name == "posix" else "ATOMIC_SYNC"

_ceilings: list[sync_policy] = []


class sync_policy:  # noqa: N801 - read as a statement: `with sync_policy("none"):`
    """Within the block no write of this process syncs more than `level` says: "none", "file" or "full".

    Policies nest and may overlap between threads; the weakest in force wins, the environment variable
    ATOMIC_SYNC included. An unknown level raises ValueError at the first write.
    """

    def __init__(self, level: str) -> None:
        self.level = level

    def __enter__(self) -> sync_policy:
        _ceilings.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        _ceilings.remove(self)


def sync_level(sync: str) -> int:
    """Return the level in force for a call that asks for `sync`."""
    level = LEVELS.get(sync, -1)
    if level < 0 or _ceilings or _VARIABLE in _variables:
        return _weakest(sync)
    return level


def _weakest(sync: str) -> int:
    level = _rank(sync, "sync")
    for ceiling in tuple(_ceilings):
        level = min(level, _rank(ceiling.level, "sync_policy"))
    variable = _variables.get(_VARIABLE)
    return min(level, _rank(os.fsdecode(variable), "ATOMIC_SYNC")) if variable else level


def _rank(name: str, source: str) -> int:
    if name not in LEVELS:
        message = f"{source} must be 'full', 'file' or 'none', not {name!r}"
        raise ValueError(message)
    return LEVELS[name]
