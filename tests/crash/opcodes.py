"""Raises KeyboardInterrupt at every opcode of a write and says where something was left behind."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from flake8_atomic.crash import scan
from tests.crash.patches import close_new, descriptors, fresh

if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FrameType

    from tests.crash.scenarios import Scenario


@dataclass(frozen=True, slots=True)
class Left:
    """What an interrupt at one opcode left behind."""

    file: str
    line: int
    function: str
    what: str


class Tracer:
    """Raises at one opcode of the named files, and remembers where that was."""

    def __init__(self, files: Iterable[str], wanted: int) -> None:
        self.prefixes, self.wanted = tuple(files), wanted
        self.count = 0
        self.place: Left | None = None

    def __call__(self, frame: FrameType, event: str, _: Any) -> Any:
        code = frame.f_code
        if not code.co_filename.startswith(self.prefixes):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            self.count += 1
            if self.count == self.wanted:
                self.place = Left(Path(code.co_filename).name, frame.f_lineno, code.co_name, "")
                raise KeyboardInterrupt
        return self


def interrupted_at_opcode(scenario: Scenario, root: Path, files: Iterable[str], wanted: int) -> Left | bool | None:
    """Raise KeyboardInterrupt at one opcode; False when the write has fewer opcodes than that."""
    scenario.load()
    fresh(scenario, root)
    before, tracer, previous = descriptors(), Tracer(files, wanted), sys.gettrace()
    # What is raised in a finalizer goes nowhere, and the write carries on.
    with mock.patch.object(sys, "unraisablehook"), suppress(KeyboardInterrupt):
        sys.settrace(tracer)
        try:
            scenario.write(root)
        finally:
            sys.settrace(previous)
    if tracer.place is None:
        return False
    what = _left(scenario, root, close_new(before))
    return replace(tracer.place, what=what) if what else None


def _left(scenario: Scenario, root: Path, leaked: set[int]) -> str:
    tree = scan(root)
    found = [scenario.fault(tree, returned=False, power=False) or ""]
    found += ["temp"] if scenario.leftovers(tree) else []
    found += ["descriptor"] if leaked else []
    return " ".join(filter(None, found))
