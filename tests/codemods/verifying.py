"""A text, what is planned for it, and whether the guards let the result through."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from codemods.project.import_lines import Line
from codemods.syntax.planned import Planned
from codemods.verify import verify
from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.edits import HELPERS, Argument, Call, CallInstead, Edit, Imported, NoFix

OPEN = Imported(HELPERS, "atomic_open")
IMPORT = Line(HELPERS, "atomic_open")
ADDED = f"from {HELPERS} import atomic_open\n"


def called(source: Source, name: str = "USE") -> list[ast.Call]:
    calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    return [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == name]


def opened(call: ast.Call) -> Call:
    return Call(OPEN, tuple(Argument(value) for value in call.args), call)


def planned(edits: list[Edit], **changes: Any) -> Planned:
    return Planned(edits, **{"called": {(HELPERS, "atomic_open"): {"atomic_open"}}, "added": (IMPORT,), **changes})


def check(before: str, after: str, **changes: Any) -> None:
    source = Source.parse(before)
    edits: list[Edit] = [CallInstead(call, opened(call)) for call in called(source)]
    verify(source, after, "app.py", planned(edits, **changes))


def refused(before: str, after: str, **changes: Any) -> str:
    with pytest.raises((NoFix, Unreadable)) as reason:
        check(before, after, **changes)
    return str(reason.value)
