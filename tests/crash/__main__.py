"""`python -m tests.crash [--long]` runs the heavy tiers; skips are counted, and one without need is red."""

from __future__ import annotations

import os
import sys
from collections import Counter

import pytest

from tests.crash.requirements import BUDGET, STRICT


class Skips:
    """Counts what did not run, by reason."""

    def __init__(self) -> None:
        self.reasons: Counter[str] = Counter()
        self.ran = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.skipped and isinstance(report.longrepr, tuple):
            self.reasons[report.longrepr[2]] += 1
        self.ran += report.when == "call" and not report.skipped


def main(arguments: list[str]) -> int:
    os.environ[STRICT] = "1"
    expression = "ptrace or root or kills"
    if "--long" in arguments:
        arguments.remove("--long")
        os.environ[BUDGET] = "long"
        expression += " or slow"
    skips = Skips()
    here = os.path.dirname(__file__)
    code = pytest.main([here, "-m", expression, "-rP", "--durations=5", *arguments], plugins=[skips])
    print(f"crash tiers: {skips.ran} tests ran, {skips.reasons.total()} did not run")
    for reason, count in skips.reasons.items():
        print(f"  NOT RUN {count}: {reason}")
    return int(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
