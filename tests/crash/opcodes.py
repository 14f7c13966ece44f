"""Raises KeyboardInterrupt at every opcode of a write and says where something was left behind."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

from flake8_atomic.crash import scan
from tests.crash.forks import descriptors
from tests.crash.inprocess import fresh

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


def interrupted_at_opcode(
    scenario: Scenario, root: Path, files: Iterable[str], wanted: int
) -> Left | bool | None:
    """Raise KeyboardInterrupt at one opcode; False when the write has fewer opcodes than that."""
    fresh(scenario, root)
    before, count, prefixes = descriptors(), 0, tuple(files)
    place: list[Left] = []

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        if not frame.f_code.co_filename.startswith(prefixes):
            return None
        frame.f_trace_opcodes = True
        if event == "opcode":
            count += 1
            if count == wanted:
                code = frame.f_code
                place.append(Left(Path(code.co_filename).name, frame.f_lineno, code.co_name, ""))
                raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    # What is raised in a finalizer goes nowhere, and the write carries on.
    with mock.patch.object(sys, "unraisablehook"):
        sys.settrace(trace)
        try:
            scenario.write(root)
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(previous)
    if not place:
        return False
    what = _left(scenario, root, descriptors() - before)
    return Left(place[0].file, place[0].line, place[0].function, what) if what else None


def _left(scenario: Scenario, root: Path, leaked: set[int]) -> str:
    for descriptor in leaked:
        os.close(descriptor)
    tree = scan(root)
    found = [scenario.fault(tree, returned=False, power=False) or ""]
    found += ["temp"] if scenario.leftovers(tree) else []
    found += ["descriptor"] if leaked else []
    return " ".join(filter(None, found))
