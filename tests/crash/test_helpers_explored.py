"""The helpers in every state that a crash can leave: old or new, and new once they have returned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import MODELS, Recording, replay
from tests.crash.explorer import judge, recordings
from tests.crash.matrix import WHOLE, matrix
from tests.crash.requirements import need_strace
from tests.crash.scenarios import PAGE, Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable

# "none" promises nothing after a power cut, so only the kernel's death may not be survived.
SURVIVES = {"full": MODELS.values(), "file": MODELS.values(), "none": [MODELS["kill"]]}


def explore_all(scenarios: Iterable[Scenario], recorded: dict[Scenario, Recording]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for scenario in scenarios:
        report = judge(scenario, recorded[scenario], SURVIVES[scenario.sync])
        found = [(violation.state.id, violation.reason) for violation in report.violations[:3]]
        assert not found, f"{scenario.key}: {len(report.violations)} violations, {found}"
        assert report.complete, f"{scenario.key}: some states were not looked at"
        counts.update(report.states)
        counts["recordings"] += 1
    return counts


def test_a_page_onto_every_target() -> None:
    need_strace()
    scenarios = matrix(writers=[("raw", ()), ("opened", (("mode", "w"),))], syncs=("full", "file"))
    counts = explore_all(scenarios, recordings(scenarios))
    assert counts["recordings"] == 12
    assert counts["posix-weak"] > 100


def test_a_state_can_be_made_again_from_its_identity() -> None:
    need_strace()
    scenario = Scenario("tests.crash.mutants.no_fsync:write")
    recording = recordings([scenario])[scenario]
    violations = judge(scenario, recording).violations
    assert violations
    for violation in violations:
        again = replay(recording, violation.state.id)
        assert (again.tree, again.marks) == (violation.state.tree, violation.state.marks)


@pytest.mark.ptrace
def test_the_whole_matrix() -> None:
    need_strace()
    counts = explore_all(WHOLE, recordings(WHOLE))
    print(f"explorer: {dict(counts)}, all complete, 0 violations")
    assert counts["recordings"] == len(WHOLE) == 10 * 3 * 3 * 3


@pytest.mark.ptrace
@pytest.mark.parametrize("size", [PAGE, 3 * PAGE + 1])
@pytest.mark.parametrize("ordinal", [1, 2])
def test_after_a_sync_that_failed(size: int, ordinal: int) -> None:
    """A failed fsync loses pages for good; nothing that relies on them may be published."""
    need_strace()
    for sync in ("full", "file"):
        scenarios = matrix(sizes=[size], syncs=[sync], writers=[("raw", ())], targets=("absent", "replace"))
        for scenario in scenarios:
            options = ("-e", f"inject=fsync:error=EIO:when={ordinal}")
            explore_all([scenario], recordings([scenario], options))


def test_without_a_sync_a_power_cut_may_leave_nothing() -> None:
    """`sync="none"` is documented as "may be empty after a power cut"; here is the state that it means."""
    need_strace()
    scenario = Scenario("tests.crash.writers:raw", "replace", PAGE, "none")
    report = judge(scenario, recordings([scenario])[scenario], [MODELS["posix-weak"]])
    assert "EMPTY" in report.reasons()


@pytest.mark.ptrace
def test_the_control_is_clean_in_every_model() -> None:
    need_strace()
    scenario = Scenario("tests.crash.mutants.correct:write", size=3 * PAGE + 1)
    report = judge(scenario, recordings([scenario])[scenario])
    assert report.states.keys() == MODELS.keys()
    assert not report.violations
    assert report.complete
