"""Lints the whole standard library of the running Python, tests included: no crash, no ATM000.

python3.13 -m benchmarks.stdlib
"""

from __future__ import annotations

import sys
import sysconfig
import tokenize
import warnings
from pathlib import Path
from time import process_time

from flake8_atomic.analysis.code.source import Source, Unreadable
from flake8_atomic.detect import OWN_FAULT, detect
from flake8_atomic.settings import Settings

STRICT = Settings(enable=frozenset({"ATM110"}), check_tests=True)


def main() -> int:
    """Print the counts, and return 1 if the linter failed on a file."""
    warnings.simplefilter("ignore")  # the library's own tests hold invalid escapes on purpose
    files = findings = unreadable = faults = 0
    slowest = (0.0, "")
    for path in sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")):
        if "site-packages" in path.parts:
            continue
        try:
            with tokenize.open(path) as file:
                source = Source.parse(file.read())
        except (SyntaxError, UnicodeDecodeError, Unreadable):
            unreadable += 1
            continue
        started = process_time()
        found = detect(source, STRICT)
        slowest = max(slowest, (process_time() - started, path.name))
        files, findings = files + 1, findings + len(found)
        for finding in found:
            if finding.code == OWN_FAULT:
                faults += 1
                print(path, finding.message)
    print(f"Python {sys.version.split()[0]}: {files} files, {findings} findings, {faults} faults of our own")
    print(f"{unreadable} files do not parse; the slowest took {slowest[0]:.2f} s of CPU ({slowest[1]})")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
