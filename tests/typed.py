"""Holds the repaired fixtures to the types of the bad ones: `python -m tests.typed` needs mypy."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter

from tests.fixtures import FIXTURES, ROOT

_SAID = re.compile(r"^fixtures/(?P<folder>\w+)/\w+\.py:\d+: error: (?P<text>.*)$", re.MULTILINE)
OPTIONS = ("--strict", "--no-incremental", "--no-warn-unused-ignores", "--explicit-package-bases")


def said(folder: str, name: str) -> Counter[str]:
    """What mypy says of one fixture, without the lines."""
    path = FIXTURES / folder / f"{name}.py"
    command = [sys.executable, "-m", "mypy", *OPTIONS, f"--cache-dir={ROOT / 'build' / 'typed'}", str(path)]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        raise SystemExit(ran.stdout + ran.stderr)
    return Counter(match["text"] for match in _SAID.finditer(ran.stdout))


def main() -> int:
    """Print what mypy says of a repaired fixture and not of the bad one, and return 1 if there is anything."""
    worse = 0
    for path in sorted(FIXTURES.glob("*/fixed.py")):
        folder = path.parent.name
        for text in said(folder, "fixed") - said(folder, "bad"):
            print(f"fixtures/{folder}/fixed.py: {text}")
            worse += 1
    print(f"{worse} errors that the bad fixtures do not have")
    return int(worse > 0)


if __name__ == "__main__":
    raise SystemExit(main())
