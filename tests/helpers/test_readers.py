"""Several processes write one file while others read it: every read is one whole version."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[2] / "benchmarks" / "readers.py"


def counted(*arguments: str) -> dict[str, int]:
    done = subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    return {what: int(count) for count, what in re.findall(r"(\d+) ([a-z ]+)", done.stdout)}


def verify(counts: dict[str, int], reads: int) -> None:
    assert counts["reads"] >= reads
    assert counts["writes"] > 50
    assert {what: counts[what] for what in ("torn", "missing", "failed processes", "temps left")} == {
        "torn": 0, "missing": 0, "failed processes": 0, "temps left": 0,
    }  # fmt: skip


def test_no_reader_sees_a_part(memory: Path) -> None:
    verify(counted("--reads", "5000", "--writers", "3", "--readers", "3", "--folder", str(memory)), 5000)


def test_the_check_can_fail(memory: Path) -> None:
    counts = counted("--reads", "3000", "--in-place", "--folder", str(memory))
    assert counts["torn"] > 0


@pytest.mark.slow
def test_no_reader_of_400_000_sees_a_part(memory: Path) -> None:
    verify(counted("--reads", "400000", "--folder", str(memory)), 400_000)
