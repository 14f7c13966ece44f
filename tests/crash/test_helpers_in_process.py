"""The helpers with every call of `os` killed, failed, interrupted or interleaved, in this process."""

from __future__ import annotations

import errno
import linecache
import re
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import flake8_atomic.helpers
from tests.crash import inprocess
from tests.crash.audit import unseen
from tests.crash.matrix import matrix
from tests.crash.opcodes import Left, interrupted_at_opcode
from tests.crash.patches import calls

if TYPE_CHECKING:
    from tests.crash.scenarios import Scenario

EVERY_ERRNO = sorted(errno.errorcode)
SOME_ERRNOS = (errno.EIO, errno.ENOSPC, errno.EPERM, errno.EINVAL, errno.EINTR, errno.EEXIST, errno.ENOENT)
HELPERS = str(Path(flake8_atomic.helpers.__file__).parent)
TWO = [("raw", ()), ("opened", (("mode", "w"),))]
# What the plain run looks at; the rest of the matrix has its turn with the other heavy tiers.
FIRST = matrix(syncs=["full"], targets=["replace"]) + matrix(syncs=["full"], writers=TWO, targets=["symlink"])


def name_of(scenario: Scenario) -> str:
    return scenario.key.partition(":")[2]


def in_turn(scenarios: list[Scenario]) -> pytest.MarkDecorator:
    marks = {False: [pytest.mark.ptrace], True: []}
    parameters = [
        pytest.param(scenario, id=name_of(scenario), marks=marks[scenario in FIRST]) for scenario in scenarios
    ]
    return pytest.mark.parametrize("scenario", parameters)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "r"


@in_turn(matrix())
def test_every_call(scenario: Scenario, root: Path) -> None:
    """Old or new after a kill, an interrupt or an error, and no temp after the last two."""
    names = calls(scenario, root)
    results: Counter[tuple[str, int, str, str | None]] = Counter()
    for number, name in enumerate(names, 1):
        results["kill", number, name, inprocess.killed(scenario, root, number)] += 1
        results["interrupt", number, name, inprocess.interrupted(scenario, root, number)] += 1
        results["another writer", number, name, inprocess.interleaved(scenario, root, number)] += 1
        for code in SOME_ERRNOS:
            fault = inprocess.failed(scenario, root, number, name, code)
            results[errno.errorcode[code], number, name, fault] += 1
    assert not [point for point in results if point[-1]]
    assert results.total() == len(names) * (3 + len(SOME_ERRNOS))


@in_turn(matrix(writers=[("raw", ()), ("closed", ())], targets=["replace"]))
def test_every_errno(scenario: Scenario, root: Path) -> None:
    for number, name in enumerate(calls(scenario, root), 1):
        for code in EVERY_ERRNO:
            fault = inprocess.failed(scenario, root, number, name, code)
            assert not fault, f"{name}: {errno.errorcode[code]}: {fault}"


@pytest.mark.parametrize("scenario", matrix(syncs=["full"], sizes=[0, 12289], targets=["replace"]), ids=name_of)
def test_short_writes(scenario: Scenario, root: Path) -> None:
    assert inprocess.cut_short(scenario, root) is None


@in_turn(matrix(syncs=["full"]))
def test_no_call_escapes_the_patches(scenario: Scenario) -> None:
    """What one-shot writes do is all patched; a handle's own writes are in C, and strace's to break."""
    missed = unseen(scenario)
    writes = missed.pop("write", 0)
    assert not missed
    assert (writes > 0) == ("open" in scenario.writer or "closed" in scenario.writer)


# A descriptor may be lost between a successful open and the store of its result, and inside the clean-up, which
# forgets it before it closes it; closing first could close what another thread was given since.
OPENS, CLEAN_UP = re.compile(r"os\.(open|dup)\("), ("let_go", "close_data")


NEVER = sys.maxsize


def opcodes(scenario: Scenario, root: Path) -> tuple[int, Counter[Left]]:
    left: Counter[Left] = Counter()
    interrupted_at_opcode(scenario, root, [HELPERS], NEVER)  # Python 3.12 counts opcodes from the second tracing on
    wanted = 1
    while (found := interrupted_at_opcode(scenario, root, [HELPERS], wanted)) is not False:
        if isinstance(found, Left):
            left[found] += 1
        wanted += 1
    return wanted - 1, left


@in_turn(matrix(syncs=["full"]))
def test_an_interrupt_at_every_opcode(scenario: Scenario, root: Path) -> None:
    count, left = opcodes(scenario, root)
    print(f"{name_of(scenario)}: {count} opcodes, something left at {left.total()}:")
    for place in sorted(left, key=lambda place: (place.file, place.line)):
        source = f"{HELPERS}/{place.file}"
        line = linecache.getline(source, place.line)
        where = f"{place.file}:{place.line} {place.function}"
        print(f"  {where}: {place.what}, {left[place]} opcodes: {line.strip()}")
        assert place.what == "descriptor"
        assert OPENS.search(line) or place.function in CLEAN_UP
    assert count > 100
    # No program can store what open returned in the same opcode: a sweep that finds nothing is blind.
    assert any("os.open(" in linecache.getline(f"{HELPERS}/{place.file}", place.line) for place in left)
