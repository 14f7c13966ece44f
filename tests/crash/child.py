"""The program that is recorded: it carries out scenarios, each in a section of its own."""

from __future__ import annotations

import gc
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from flake8_atomic.crash import mark, section
from tests.crash.scenarios import Scenario, load

COLD = "--cold"
"""Do not write beforehand, so that a fault in the first call of a kind falls into the section."""


def warm(scenario: Scenario) -> None:
    """Write once elsewhere, so that lazy imports are not part of the recording."""
    with TemporaryDirectory(dir="/dev/shm") as scratch:
        root = Path(scratch, "warm")
        scenario.prepare(root)
        scenario.write(root)


def main() -> None:
    scenarios = load(Path(sys.argv[1]).read_text("utf-8"))
    for scenario in {scenario.writer: scenario for scenario, _ in scenarios}.values():
        scenario.load()
        if COLD not in sys.argv:
            warm(scenario)
    # A collection in the middle of a write would put another object's close into its trace.
    gc.disable()
    for scenario, root in scenarios:
        with section(scenario.key):
            try:
                scenario.write(root)
            except OSError as error:
                mark(f"raised-{type(error).__name__}")
            else:
                mark("returned")


if __name__ == "__main__":
    main()
