"""Draws findings from packages that the rules never saw, for two readers to judge.

    python -m benchmarks.sample --seed 1 --codes ATM103,ATM104,ATM105,ATM106,ATM107
    python -m benchmarks.sample --everywhere --codes ATM401,ATM402,ATM403,ATM406 --size 40

Each reader judges each finding from the code alone by one question: after a kill in mid-write, does a later run or
a person take the file for whole?  A later start that fails on the torn file, or that falls back to a default and so
loses what was there, has taken it; one that notices and simply makes the same content again has not.  At most five
findings come from one package.  `--everywhere` draws from all pinned packages, also those that the rules were made
with: of what is as rare as a database in danger, few packages have any.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator

from benchmarks.downloads import sources
from benchmarks.packages import HELD_OUT, JUDGED, SEEN, STORES, TUNED
from flake8_atomic.detect import detect
from flake8_atomic.settings import Settings

AROUND = 14
MOST = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--codes", default="ATM103,ATM104,ATM105,ATM106,ATM107")
    parser.add_argument("--size", type=int, default=60)
    parser.add_argument("--everywhere", action="store_true", help="draw from all pinned packages")
    parser.add_argument("--density", action="store_true", help="print findings per thousand lines, per package")
    args = parser.parse_args()
    codes = set(args.codes.split(","))
    found: list[dict[str, object]] = []
    for requirement in [*TUNED, *SEEN, *STORES, *JUDGED, *HELD_OUT] if args.everywhere else HELD_OUT:
        before, lines = len(found), 0
        for name, text in sources(requirement):
            lines += text.count("\n")
            found += [row for row in judged(requirement, name, text) if row["code"] in codes]
        if args.density:
            print(f"{requirement:32} {len(found) - before:5} {1000 * (len(found) - before) / max(lines, 1):8.3f}")
    if not args.density:
        for row in draw(found, args.size, args.seed):
            print(json.dumps(row))


def judged(requirement: str, name: str, text: str) -> Iterator[dict[str, object]]:
    lines = text.splitlines()
    for finding in detect(text, Settings(), name):
        line = finding.span.line
        code = lines[max(0, line - AROUND) : line + AROUND]
        yield {
            "package": requirement,
            "file": name,
            "line": line,
            "code": finding.code,
            "message": finding.message,
            "source": "\n".join(code),
        }


def draw(found: list[dict[str, object]], size: int, seed: int) -> list[dict[str, object]]:
    random.Random(seed).shuffle(found)
    taken: Counter[object] = Counter()
    drawn: list[dict[str, object]] = []
    for row in found:
        if taken[row["package"]] < MOST and len(drawn) < size:
            taken[row["package"]] += 1
            drawn.append(row)
    return drawn


if __name__ == "__main__":
    main()
