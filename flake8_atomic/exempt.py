"""Which files are tests, whose writes nobody loses."""

from __future__ import annotations

import os
from pathlib import PurePath


def is_test(filename: str, root: str) -> bool:
    """Is it `test_*.py`, `*_test.py`, `conftest.py` or below a `tests` folder of the project?"""
    path = PurePath(filename)
    if path.name == "conftest.py" or path.stem.startswith("test_") or path.stem.endswith("_test"):
        return True
    if "tests" not in path.parts and "tests" not in os.path.abspath(filename):
        return False
    # The project itself may lie below somebody's `tests` folder: only what is inside it counts.
    inside = os.path.relpath(os.path.abspath(filename), root or os.path.abspath(""))
    parts = PurePath(inside).parts
    return ".." not in parts and "tests" in parts[:-1]
