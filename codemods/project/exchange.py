"""Two folders change their names in one step, where the system can do that."""

from __future__ import annotations

import ctypes
import os

_HERE = -100  # AT_FDCWD: names are relative to the working directory
_EXCHANGE = 2


def exchange(one: str, other: str) -> None:
    """Let the two names change places; OSError where that cannot be done at once."""
    try:
        call = ctypes.CDLL(None, use_errno=True).renameat2
    except (AttributeError, TypeError) as error:
        raise OSError("no renameat2 on this system") from error
    if call(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE):
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code), other)
