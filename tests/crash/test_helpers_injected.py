"""The helpers under strace: every system call of every function, mode and sync level killed and failed."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.crash.injection import ERRNOS, points, shoot
from tests.crash.matrix import matrix
from tests.crash.requirements import need_strace

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tests.crash.scenarios import Scenario
from tests.crash.sweeps import Sweep, sweep
from tests.crash.verdicts import KILL, Point

pytestmark = pytest.mark.ptrace
# What the others cannot differ in: which errno it is matters only where the code looks at it.
FEW = ("EIO", "ENOSPC", "EINTR", "EPERM", "EINVAL")

CLEANED_UP = frozenset(("write", "fsync", "fchmod", "renameat"))


def no_faults(
    run: Sweep,
    found: Iterable[Point],
    errors: Sequence[str],
    *,
    sticky: bool = False,
    also: Sequence[str] = (),
) -> Counter[str]:
    shots: Counter[str] = Counter()
    faults = []
    for shot in shoot(run, found, errors, sticky=sticky, also=also):
        shots["kill" if shot.error == KILL else "errno"] += 1
        if shot.fault:
            faults.append((shot.point.scenario.key, shot.point.name, shot.point.ordinal, shot.error, shot.fault))
    assert not faults, f"{len(faults)} faults: {faults[:10]}"
    return shots


def swept(scenarios: Sequence[Scenario], errors: Sequence[str]) -> None:
    need_strace()
    with sweep(scenarios) as run:
        found = points(run, scenarios)
        shots = no_faults(run, found, errors)
        print(f"strace: {len(scenarios)} scenarios, {len(found)} calls, injected {dict(shots)}")
        assert shots["kill"] == len(found)


def test_replacing_a_file() -> None:
    swept(matrix(targets=["replace"]), (KILL, *ERRNOS))


@pytest.mark.parametrize("target", ["absent", "symlink"])
def test_other_targets(target: str) -> None:
    swept(matrix(targets=[target]), (KILL, *FEW))


def test_a_file_of_many_pages() -> None:
    swept(matrix(targets=["replace"], sizes=[1 << 17], syncs=["full"]), (KILL, "EIO", "ENOSPC"))


def test_errors_that_stay() -> None:
    """A disk that is full stays full, also for the clean-up."""
    need_strace()
    scenarios = matrix(targets=["replace", "absent"], syncs=["full"])
    with sweep(scenarios) as run:
        found = [point for point in points(run, scenarios) if point.name in ("write", "fsync", "renameat")]
        shots = no_faults(run, found, ("EIO", "ENOSPC", "EDQUOT", "EROFS"), sticky=True)
        print(f"strace: errors that stay, injected {dict(shots)}")


@pytest.mark.parametrize("how", ["error=EIO", "error=EACCES", "signal=SIGKILL"])
def test_a_clean_up_that_fails_too(how: str) -> None:
    """The temp may stay; the old content must, and an error is reported unless the process was killed."""
    need_strace()
    scenarios = matrix(targets=["replace", "absent"], syncs=["full"])
    with sweep(scenarios) as run:
        found = [point for point in points(run, scenarios) if not point.published and point.name in CLEANED_UP]
        shots = no_faults(run, found, ("ENOSPC",), also=[f"inject=unlinkat:{how}"])
        print(f"strace: clean-up fails too by {how}, injected {dict(shots)}")
