"""Which files are tests, whose writes nobody loses."""

from __future__ import annotations

import os
from pathlib import PurePath

_TESTING = frozenset({"test", "tests", "testing", "conftest", "mock", "mocks"})
_FOLDERS = frozenset({"test", "unittest", "unittests"})


def is_test(filename: str, root: str) -> bool:
    """Is it `test_*.py`, `*_test.py`, `conftest.py`, a mock by its name, or below a folder of tests of the project?"""
    stem = os.path.splitext(os.path.basename(filename))[0]
    if not _TESTING.isdisjoint(stem.split("_")):
        return True
    if "test" not in filename and "test" not in os.getcwd():
        return False
    # The project itself may lie below somebody's folder of tests: only what is inside it counts.
    inside = os.path.relpath(os.path.abspath(filename), root or os.path.abspath(""))
    parts = PurePath(inside).parts
    return ".." not in parts and any(map(_holds_tests, parts[:-1]))


def _holds_tests(folder: str) -> bool:
    """`tests`, `unit_tests` and `test`, but not `test_plans`, which are something's data."""
    return folder in _FOLDERS or "tests" in folder.replace("-", "_").split("_")
