"""Groups in every tier: whatever is killed, failed or cut, recovery ends with all files old or all files new."""

from __future__ import annotations

import errno
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import KILL, MODELS, POSIX_WEAK, SPLIT_RENAME, compare, explore
from tests.crash import group_verdicts, inprocess
from tests.crash.explorer import judge, recordings
from tests.crash.group_depth import second_level
from tests.crash.groups import MEMORY, STEPS, GroupScenario, groups
from tests.crash.injection import ERRNOS, points, shoot
from tests.crash.opcodes import Left, interrupted_at_opcode
from tests.crash.patches import calls
from tests.crash.power.cuts import Found, block_log
from tests.crash.power.mounts import FILESYSTEMS, LOG_FLUSHED, NOTHING_FLUSHED, Filesystem
from tests.crash.power.shutdown import shut_down
from tests.crash.requirements import budget, need_mounts, need_strace
from tests.crash.sweeps import sweep
from tests.crash.test_helpers_in_process import HELPERS, NEVER
from tests.crash.verdicts import KILL as SIGKILL

if TYPE_CHECKING:
    from collections.abc import Iterator

SMALL = 300  # one write each: with 13 things that may be lost per file the states of four are still countable
MANY = 1 << 18
SYNCS = ("full", "file", "none")
FEW = (errno.EIO, errno.ENOSPC, errno.EPERM, errno.EEXIST, errno.ENOENT, errno.EINTR)


def in_process() -> list[GroupScenario]:
    every = groups("save", "save_opened", "save_by_rename") + groups("save", target="mixed")
    return every + groups("save", sync="file") + groups("save", sync="none")


def key(scenario: GroupScenario) -> str:
    return scenario.key.partition(":")[2]


@pytest.fixture
def root() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        yield Path(scratch, "r")


def in_turn(scenarios: list[GroupScenario]) -> pytest.MarkDecorator:
    marks = [[], *([pytest.mark.ptrace] for _ in scenarios[1:])]
    each = zip(scenarios, marks, strict=True)
    return pytest.mark.parametrize("scenario", [pytest.param(one, id=key(one), marks=mark) for one, mark in each])


@in_turn(in_process())
def test_every_call(scenario: GroupScenario, root: Path) -> None:
    names = calls(scenario, root)
    assert inprocess.cut_short(scenario, root) is None
    results: Counter[tuple[str, int, str, str | None]] = Counter()
    for number, name in enumerate(names, 1):
        results["kill", number, name, inprocess.killed(scenario, root, number)] += 1
        results["interrupt", number, name, inprocess.interrupted(scenario, root, number)] += 1
        for code in FEW:
            fault = group_verdicts.failed(scenario, root, number, name, code)
            results[errno.errorcode[code], number, name, fault] += 1
    assert not [point for point in results if point[-1]]
    assert results.total() == len(names) * (2 + len(FEW))
    assert len(names) > 60


@pytest.mark.ptrace
def test_an_interrupt_at_every_opcode(root: Path) -> None:
    """A descriptor may be lost between its birth and its name; never a file, a temp or the lock."""
    (scenario,) = groups("save", target="pair")
    interrupted_at_opcode(scenario, root, [HELPERS], NEVER)
    wanted, left = 1, Counter[Left]()
    while (found := interrupted_at_opcode(scenario, root, [HELPERS], wanted)) is not False:
        if isinstance(found, Left):
            left[found] += 1
        wanted += 1
    print(f"group: {wanted - 1} opcodes, something left at {left.total()}: {dict(left)}")
    assert {place.what for place in left} <= {"descriptor"}
    assert wanted > 2000


EXPLORED = [
    *groups("save", "save_opened", "save_then_write", "save_aborted", size=SMALL, target="pair"),
    *groups("save", size=SMALL, target="pair", options=(("threads", "yes"),)),
    *groups("save", size=SMALL, target="mixed"),
]


def test_every_state_of_small_groups() -> None:
    need_strace()
    found = recordings(EXPLORED)
    for scenario in EXPLORED:
        models = MODELS.values() if scenario.target == "pair" else [POSIX_WEAK, KILL]
        report = judge(scenario, found[scenario], models, MANY)
        print(f"explorer: {key(scenario)}: {report.states}, {len(report.violations)} violations")
        assert not report.reasons()
        assert report.complete


@pytest.mark.ptrace
def test_every_state_of_four_files_in_two_folders() -> None:
    need_strace()
    scenarios = groups("save", size=SMALL) + budget(0, 1) * groups("save_then_write", size=SMALL)
    found = recordings(scenarios)
    for scenario in scenarios:
        report = judge(scenario, found[scenario], budget(0, 1) * [SPLIT_RENAME] + [POSIX_WEAK], MANY)
        print(f"explorer: {key(scenario)}: {report.states}, {len(report.violations)} violations")
        assert not report.reasons()
        assert report.complete
        assert report.states["posix-weak"] > 1000


@pytest.mark.ptrace
def test_without_hard_links_a_torn_rename_is_detected() -> None:
    """The documented fallback: where a rename may be torn in two, recovery says so and changes nothing."""
    need_strace()
    (scenario,) = groups("save_by_rename", size=SMALL, target="pair")
    report = judge(scenario, recordings([scenario])[scenario])
    assert report.complete
    assert {violation.state.id.partition("/")[0] for violation in report.violations} == {"posix-split-rename"}
    assert set(report.reasons()) == {"RecoveryError"}


def test_crashes_in_recovery() -> None:
    crashed_twice(groups("save", size=SMALL, target="pair")[0])


@pytest.mark.slow
@pytest.mark.parametrize("target", ["mixed", "replace"])
def test_crashes_in_recovery_of_four_files(target: str) -> None:
    crashed_twice(groups("save", size=SMALL, target=target)[0])


def crashed_twice(scenario: GroupScenario) -> None:
    need_strace()
    exploration = explore(recordings([scenario])[scenario], POSIX_WEAK, limit=MANY)
    counts = second_level(scenario, exploration.states, POSIX_WEAK)
    print(f"explorer, two levels: {key(scenario)}: {dict(counts)}")
    assert exploration.complete
    assert not counts["incomplete"]
    assert not {reason: count for reason, count in counts.items() if reason.startswith("fault") and count}
    assert counts["second level"] > 100


def stopped(omit: str) -> list[GroupScenario]:
    """Groups that are killed at each call, and recovered with what they left still in the page cache."""
    (plain,) = groups("save", size=SMALL, target="pair")
    with tempfile.TemporaryDirectory() as scratch:
        count = len(calls(plain, Path(scratch, "r")))
    return [
        scenario
        for at in range(1, count + 1)
        for scenario in groups(
            "save_killed_then_recover",
            size=SMALL,
            target="pair",
            options=(("at", f"{at}"), ("omit", omit)),
        )
    ]


@pytest.mark.ptrace
def test_a_power_cut_while_a_killed_group_is_recovered() -> None:
    need_strace()
    scenarios, states = stopped(""), 0
    for scenario, recording in recordings(scenarios).items():
        assert isinstance(scenario, GroupScenario)
        report = judge(scenario, recording, [POSIX_WEAK, SPLIT_RENAME], MANY)
        assert not report.reasons(), scenario.key
        assert report.complete
        states += sum(report.states.values())
    print(f"explorer: killed at each of {len(scenarios)} calls, then recovered: {states} states, 0 violations")


@pytest.mark.ptrace
def test_a_recovery_that_syncs_nothing_first_is_caught() -> None:
    need_strace()
    reasons: Counter[str] = Counter()
    for scenario, recording in recordings(stopped("syncs before a recovery")).items():
        reasons.update(judge(scenario, recording, [POSIX_WEAK], MANY).reasons())
    assert set(reasons) & {"MIXED", "TORN", "RecoveryError"}


MUTANTS = [(step, "save") for step in ("journal", *STEPS) if step not in ("final sync", "syncs before a recovery")]
MUTANTS += [("final sync", "save_then_write"), ("final sync", "save_aborted")]


@pytest.mark.parametrize(("step", "writer"), MUTANTS)
def test_every_step_that_is_left_out_is_caught(step: str, writer: str) -> None:
    need_strace()
    (scenario,) = groups(writer, size=SMALL, target="pair", options=(("omit", step),))
    report = judge(scenario, recordings([scenario])[scenario], [POSIX_WEAK], MANY)
    print(f"{writer} without {step}: {report.states}, {report.reasons()}")
    assert report.reasons()


@pytest.mark.ptrace
@pytest.mark.parametrize("target", ["replace", "mixed"])
def test_every_system_call(target: str) -> None:
    need_strace()
    scenarios = groups("save", target=target)
    with sweep(scenarios) as run:
        found = points(run, scenarios)
        errors = (SIGKILL, *budget(0, 1) * ERRNOS) if budget(0, 1) else (SIGKILL, "EIO", "ENOSPC", "EPERM")
        shots = [*shoot(run, found, errors)]
    faults = [(shot.point.name, shot.point.ordinal, shot.error, shot.fault) for shot in shots if shot.fault]
    print(f"strace: group, {target}: {len(found)} calls, {len(shots)} faults injected")
    assert not faults
    assert sum(shot.error == SIGKILL for shot in shots) == len(found)


POWERED = groups("save") + budget(0, 1) * (groups("save", target="mixed") + groups("save_by_rename"))


def images(filesystem: Filesystem, scenario: GroupScenario, scratch: Path) -> Iterator[Found]:
    if filesystem.can_shut_down and (budget(0, 1) or filesystem.name == "ext4"):
        for flags in (LOG_FLUSHED, NOTHING_FLUSHED)[: budget(1, 2)]:
            yield from shut_down(filesystem, scenario, scratch, flags)
    for adversary in (True, False):
        yield from block_log(filesystem, scenario, scratch, budget=budget(20, 150), adversary=adversary)


def plain(name: str) -> str:
    return re.sub(r"\.txn-[0-9a-f]{16}", ".txn-ID", name)


@pytest.mark.root
@pytest.mark.parametrize("filesystem", FILESYSTEMS, ids=lambda filesystem: filesystem.name)
def test_power_cuts(filesystem: Filesystem) -> None:
    need_mounts()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        for scenario in POWERED:
            found = list(images(filesystem, scenario, Path(scratch)))
            faults = Counter((each.how, each.returned, each.fault) for each in found if each.fault)
            assert not faults, f"{scenario.key} on {filesystem.name}: {faults}"
            counts.update(each.how for each in found)
    print(f"power: groups on {filesystem.name}: {counts.total()} images, 0 violations, {dict(counts)}")
    assert counts.total() >= budget(20, 250)


@pytest.mark.root
def test_power_cuts_show_a_missing_journal() -> None:
    need_mounts()
    faults: Counter[str | None] = Counter()
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        (scenario,) = groups("save", options=(("omit", "journal"),))
        for filesystem in FILESYSTEMS[:2]:
            found = block_log(filesystem, scenario, Path(scratch), budget=60, adversary=True)
            faults.update(each.fault for each in found)
    assert faults["MIXED"]


@pytest.mark.root
def test_what_power_cuts_leave_is_known_to_the_model() -> None:
    need_mounts()
    need_strace()
    (scenario,) = groups("save", size=SMALL, target="pair")
    states = explore(recordings([scenario])[scenario], POSIX_WEAK, limit=MANY).states
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        for filesystem in FILESYSTEMS:
            found = block_log(filesystem, scenario, Path(scratch), budget=40, adversary=True)
            covered = compare((each.tree for each in found), states, plain)
            print(f"power: {filesystem.name}: {covered.seen} of {covered.states} states were seen")
            assert not covered.outside
