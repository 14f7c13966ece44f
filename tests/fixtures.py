"""The fixture programs: what they expect of the linter, and how they are run."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
FIXTURES = ROOT / "fixtures"
Expected = set[tuple[int, int, str]]
_TRAILING = re.compile(r"#\s(ATM\d{3}): (\d+)")
_COMMENT = re.compile(r"(?:  # ATM\d{3}: \d+)+$", re.MULTILINE)
_LISTED = re.compile(r"^# expect (ATM\d{3}) at (\d+):(\d+)$", re.MULTILINE)


def programs() -> list[Path]:
    return sorted(FIXTURES.glob("*/*.py"))


def expected(path: Path) -> Expected:
    """The findings that the comments of a fixture announce, as (line, column, code)."""
    text = path.read_text(encoding="utf-8")
    found = {(int(line), int(column), code) for code, line, column in _LISTED.findall(text)}
    for number, line in enumerate(text.split("\n"), start=1):
        found |= {(number, int(column), code) for code, column in _TRAILING.findall(line)}
    return found


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"fixture_{path.parent.name}_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def runs(module: ModuleType, folder: Path) -> Iterator[str]:
    """Run every public function of a fixture, each in a folder of its own, and name it."""
    # What the functions leave open shows when it is collected; the trees of all other tests need no look for that.
    gc.freeze()
    try:
        for name, function in list(vars(module).items()):
            if _is_run(name, function, module):
                own = folder / name
                own.mkdir()
                if prepare := getattr(module, "_prepare", None):
                    prepare(own)
                result = function(own)
                if inspect.iscoroutine(result):
                    asyncio.run(result)
                gc.collect()
                yield name
    finally:
        gc.unfreeze()


def _is_run(name: str, function: object, module: ModuleType) -> bool:
    if not inspect.isfunction(function) or name.startswith("_") or function.__module__ != module.__name__:
        return False
    return list(inspect.signature(function).parameters)[:1] == ["folder"]


def source(path: Path) -> str:
    """The text of a fixture without what it expects."""
    return _COMMENT.sub("", path.read_text(encoding="utf-8"))
