"""Which files are tests, whose writes nobody loses."""

from __future__ import annotations

import os
from pathlib import PurePath

_TESTING = frozenset({"test", "tests", "testing", "conftest", "mock", "mocks"})


def is_test(filename: str, root: str) -> bool:
    """Is it `test_*.py`, `*_test.py`, `conftest.py`, a mock by its name, or below a `tests` folder of the project?"""
    stem = os.path.splitext(os.path.basename(filename))[0]
    if not _TESTING.isdisjoint(stem.split("_")):
        return True
    if "tests" not in filename and "tests" not in os.getcwd():
        return False
    # The project itself may lie below somebody's `tests` folder: only what is inside it counts.
    inside = os.path.relpath(os.path.abspath(filename), root or os.path.abspath(""))
    parts = PurePath(inside).parts
    return ".." not in parts and "tests" in parts[:-1]
