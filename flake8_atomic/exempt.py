"""Which files are tests, whose writes nobody loses."""

from __future__ import annotations

import os
from pathlib import PurePath

_TESTING = frozenset({"test", "tests", "testing", "conftest", "mock", "mocks"})
_HELPING = frozenset({"base", "case", "cases", "common", "helper", "helpers", "lib", "support", "util", "utils"})
_FOLDERS = frozenset({"test", "testing", "testutil", "testutils", "unittest", "unittests"})
_KINDS = frozenset({"unit", "functional", "integration", "system", "smoke", "regression", "acceptance", "e2e"})


def is_test(filename: str, root: str) -> bool:
    """Is it `test_*.py`, `*_test.py`, `conftest.py`, a mock by its name, or below a folder of tests of the project?"""
    stem = os.path.splitext(os.path.basename(filename))[0]
    if _names_a_test(stem.split("_")):
        return True
    if "test" not in filename and "test" not in os.getcwd():
        return False
    # The project itself may lie below somebody's folder of tests: only what is inside it counts.
    inside = _folders(filename, root or os.path.abspath(""))
    if ".." in inside:
        inside = _folders(filename, os.path.abspath(""))
    return ".." not in inside and any(map(_holds_tests, inside))


def _names_a_test(words: list[str]) -> bool:
    """`test_store`, `store_tests` and `store_test_utils`, but not `ab_test_store`."""
    return words[0] in _TESTING or words[-1] in _TESTING or (words[-2:-1] == ["test"] and words[-1] in _HELPING)


def _folders(filename: str, root: str) -> tuple[str, ...]:
    """Those that lead to the file from the root."""
    return PurePath(os.path.relpath(os.path.abspath(filename), root)).parts[:-1]


def _holds_tests(folder: str) -> bool:
    """`tests`, `unit_tests` and `test`, but not `test_plans` or `lab_tests`, which are something's data."""
    words = folder.replace("-", "_").strip("_").split("_")
    if words[-1] == "tests" and not _KINDS.isdisjoint(words):
        return True
    return words[0] == "tests" or (len(words) == 1 and words[0] in _FOLDERS)
