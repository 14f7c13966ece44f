"""How a copy of the helpers in somebody's package is told from other folders."""

from __future__ import annotations

import os

STAMP = "VENDORED"
FIRST_WORDS = "flake8-atomic "


def is_vendored(folder: str) -> bool:
    """Is this folder a copy of the helpers, which nobody edits?"""
    try:
        with open(os.path.join(folder, STAMP), encoding="utf-8", errors="replace") as file:
            return file.read(len(FIRST_WORDS)) == FIRST_WORDS
    except OSError:
        return False
