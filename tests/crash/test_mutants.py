"""Every mistake is caught, by exactly the tiers that say so, and no tier could be left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.crash import mutants
from tests.crash.mutants.expected import CAUGHT_BY, CONTROL, EXPLORER, IN_PROCESS, POWER, STRACE
from tests.crash.requirements import need_mounts, need_strace
from tests.crash.scenarios import PAGE, Scenario
from tests.crash.tiers import TIERS

NAMES = sorted((CONTROL, *CAUGHT_BY))


def caught(name: str, tier: str) -> bool:
    scenario = Scenario(f"tests.crash.mutants.{name}:write", size=3 * PAGE + 1)
    faults = TIERS[tier]([scenario])
    print(f"{name}: {tier}: {dict(faults) or 'clean'}")
    return bool(faults)


def test_every_mutant_has_a_verdict() -> None:
    files = {path.stem for path in Path(mutants.__path__[0]).glob("*.py")}
    assert files - {"__init__", "steps", "expected"} == set(NAMES)
    assert all(CAUGHT_BY.values())


@pytest.mark.parametrize("tier", TIERS)
def test_every_tier_catches_what_no_other_does(tier: str) -> None:
    assert {tier} in CAUGHT_BY.values()


@pytest.mark.parametrize("name", NAMES)
def test_in_process(name: str) -> None:
    assert caught(name, IN_PROCESS) == (IN_PROCESS in CAUGHT_BY.get(name, ()))


@pytest.mark.ptrace
@pytest.mark.parametrize("name", NAMES)
def test_explorer(name: str) -> None:
    need_strace()
    assert caught(name, EXPLORER) == (EXPLORER in CAUGHT_BY.get(name, ()))


@pytest.mark.ptrace
@pytest.mark.parametrize("name", NAMES)
def test_strace(name: str) -> None:
    need_strace()
    assert caught(name, STRACE) == (STRACE in CAUGHT_BY.get(name, ()))


@pytest.mark.root
@pytest.mark.parametrize("name", NAMES)
def test_power(name: str) -> None:
    need_mounts()
    assert caught(name, POWER) == (POWER in CAUGHT_BY.get(name, ()))
