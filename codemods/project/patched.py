"""What a project's tests replace with fakes: a fix that calls it no more would leave them without their fake."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator, Sequence

from codemods.project.content import Unusable, decoded
from codemods.project.listing import listing
from codemods.project.patch_calls import Patches, telling_lines
from codemods.project.project import is_marked, root_of

_GATE = re.compile(
    rb"\bpatch\s*[(.]|\b(setattr|flexmock|spy|MonkeyPatch|StubOutWithMock)\s*\(|pyfakefs|[(,]\s*fs\s*[,):]|def fs\b"
)
_TEST_FILE = re.compile(r"test_.*\.py|.*_test\.py|tests?\.py|conftest\.py")
_TEST_FOLDERS = frozenset({"tests", "test", "testing"})


def patched(paths: Sequence[str]) -> dict[str, str]:
    """Return each dotted name that a test patches, and the first place where it does."""
    found: dict[str, str] = {}
    for root, folder in sorted({(root_of(path), folder) for path in paths for folder in _folders(path)}):
        trees = list(_tests(root, folder, deep=is_marked(folder) or folder in map(os.path.abspath, paths)))
        # A fixture of that name in the project hides the one of pyfakefs.
        tops = (node for _, tree, _ in trees for node in tree.body)
        own_fs = any(isinstance(node, ast.FunctionDef) and node.name == "fs" for node in tops)
        for name, tree, lines in trees:
            for dotted, line in Patches(tree, lines, fixtures=not own_fs).all():
                found.setdefault(dotted, f"{name}:{line}")
    return found


def _folders(path: str) -> list[str]:
    """Where the tests of a path are looked for: in its project, or where nothing marks one, there and in a folder."""
    root = root_of(path)
    return [root] if is_marked(root) or not os.path.isdir(path) else [root, os.path.abspath(path)]


def _tests(root: str, folder: str, *, deep: bool) -> Iterator[tuple[str, ast.Module, list[int]]]:
    """Yield the tests that patch something; around a file that belongs to no project, those beside it."""
    places = [folder] if deep else [os.path.join(folder, name) for name in sorted(_TEST_FOLDERS)]
    names = os.listdir(folder) if os.path.isdir(folder) and not deep else []
    beside = [os.path.join(folder, name) for name in names if _TEST_FILE.fullmatch(name)]
    for path in sorted([*beside, *(path for place in places for path in listing(place))]):
        name = os.path.relpath(path, root)
        if not _is_test(name):
            continue
        try:
            with open(path, "rb") as file:
                data = file.read()
            if _GATE.search(data):
                text = decoded(data).text
                yield name.replace(os.sep, "/"), ast.parse(text), telling_lines(text)
        except (OSError, Unusable, SyntaxError, ValueError, RecursionError, MemoryError):
            continue  # what cannot be read is told where it is to be rewritten, and cannot be run as a test


def _is_test(name: str) -> bool:
    *folders, last = name.split(os.sep)
    return last.endswith(".py") and (bool(_TEST_FILE.fullmatch(last)) or not _TEST_FOLDERS.isdisjoint(folders))
