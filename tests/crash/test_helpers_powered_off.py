"""The helpers on real filesystems whose power is cut, at every call and at every request to the disk."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import KILL, POSIX_WEAK, State, compare, explore
from tests.crash.explorer import recordings
from tests.crash.matrix import WRITERS, matrix
from tests.crash.power.cuts import Found, block_log, write_error
from tests.crash.power.mounts import FILESYSTEMS, LOG_FLUSHED, NOTHING_FLUSHED, Filesystem
from tests.crash.power.shutdown import shut_down
from tests.crash.requirements import budget, need_mounts, need_strace
from tests.crash.scenarios import NAME, PAGE, Scenario, new_data

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

pytestmark = pytest.mark.root
SIZE = 3 * PAGE + 1
SOME = [("raw", ()), ("as_json", ()), ("opened_in_pieces", ())]
SCENARIOS = matrix(
    writers=budget(0, 1) * list(WRITERS) or SOME,
    targets=("absent", "replace"),
    sizes=[SIZE],
    syncs=("full", "file"),
)


@pytest.fixture(scope="module")
def states() -> dict[Scenario, Sequence[State]]:
    need_mounts()
    need_strace()
    found = recordings(SCENARIOS)
    return {scenario: explore(found[scenario], POSIX_WEAK).states for scenario in SCENARIOS}


@pytest.fixture
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as directory:
        yield Path(directory)


def images(filesystem: Filesystem, scenario: Scenario, scratch: Path) -> Iterator[Found]:
    for flags in (LOG_FLUSHED, NOTHING_FLUSHED) if filesystem.can_shut_down else ():
        yield from shut_down(filesystem, scenario, scratch, flags)
    for adversary in (True, False):
        yield from block_log(filesystem, scenario, scratch, budget=budget(45, 250), adversary=adversary)


def plain(name: str) -> str:
    """Return one spelling for every temp's random name."""
    return name if name == NAME else "<temp>"


@pytest.mark.parametrize("filesystem", FILESYSTEMS, ids=lambda filesystem: filesystem.name)
def test_old_or_new(filesystem: Filesystem, states: dict[Scenario, Sequence[State]], scratch: Path) -> None:
    """Every image holds the old file or the new one, and nothing that the model does not know."""
    counts, seen = Counter[str](), Counter[str]()
    for scenario in SCENARIOS:
        found = list(images(filesystem, scenario, scratch))
        faults = [(each.how, each.returned, each.fault) for each in found if each.fault]
        assert not faults, f"{scenario.key} on {filesystem.name}: {len(faults)} faults, {faults[:5]}"
        covered = compare((each.tree for each in found), states[scenario], plain)
        outside = covered.outside
        assert not outside, f"{scenario.key} on {filesystem.name}: outside the model: {outside[:2]}"
        counts.update(each.how for each in found)
        seen.update(seen=covered.seen, known=covered.states)
    where = f"power: {filesystem.name}"
    print(f"{where}: {counts.total()} images, 0 violations, 0 outside the model, {dict(counts)}")
    print(f"{where}: {seen['seen']} of {seen['known']} states of posix-weak were seen")
    assert counts["block log, adversary"] > 40 * len(SCENARIOS) / 2


@pytest.mark.parametrize("filesystem", FILESYSTEMS, ids=lambda filesystem: filesystem.name)
@pytest.mark.parametrize("sync", ["full", "file"])
def test_a_bad_sector_is_reported(filesystem: Filesystem, sync: str, scratch: Path) -> None:
    need_mounts()
    for scenario in matrix(writers=SOME, targets=("absent", "replace"), sizes=[SIZE], syncs=[sync]):
        code, found = write_error(filesystem, scenario, scratch, new_data(SIZE)[PAGE : PAGE + 99])
        assert code, f"{scenario.key} reported success for data that the disk refused"
        assert not found.fault
        assert set(found.tree) <= {NAME}, f"{scenario.key} left {set(found.tree)}"


def test_the_harness_sees_a_lost_write(scratch: Path) -> None:
    """The same images of a write that syncs nothing hold what must not be there, and the oracle knows it."""
    need_mounts()
    need_strace()
    scenario = Scenario("tests.crash.mutants.no_fsync:write", size=SIZE)
    found = [each for filesystem in FILESYSTEMS for each in images(filesystem, scenario, scratch)]
    assert Counter(each.fault for each in found)["EMPTY"] > 10
    recording = recordings([scenario])[scenario]
    trees = [each.tree for each in found]
    assert not compare(trees, explore(recording, POSIX_WEAK).states, plain).outside
    assert compare(trees, explore(recording, KILL).states, plain).outside
