"""Rewrites pinned projects and runs their own tests before and after: no test may fail that passed.

python -m benchmarks.behaviour                    the projects that the issue names
python -m benchmarks.behaviour --more --jobs 2    those that were kept back, too
python -m benchmarks.behaviour --only mkdocs

A test that patches the very builtin that was replaced is named and forgiven.  What fails before, or only in some of
two runs, tells nothing and is not counted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from benchmarks.checkouts import Checkout, built_wheel
from benchmarks.patching import patched_by
from benchmarks.projects import MORE, PROJECTS, Project
from benchmarks.rewriting import Rewriting, atomicize

MODES = {"safe": (), "unsafe": ("--unsafe",)}


def main() -> int:
    """Print what became of each project's tests, and return 1 where one fails that nothing explains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME", help="a project of either table")
    parser.add_argument("--more", action="store_true", help="also the projects that were kept back")
    parser.add_argument("--jobs", type=int, default=1, help="projects at once")
    args = parser.parse_args()
    chosen = [*PROJECTS, *MORE] if args.more or args.only else PROJECTS
    if args.only:
        chosen = [project for project in chosen if project.name in args.only]
    if not chosen:
        parser.error(f"no project of that name; there are {', '.join(p.name for p in (*PROJECTS, *MORE))}")
    wheel, sound = built_wheel(), True
    with ThreadPoolExecutor(args.jobs) as pool:
        for lines, kept in pool.map(partial(tried, wheel=wheel), chosen):
            print(*lines, sep="\n", flush=True)
            sound = sound and kept
    return 0 if sound else 1


def tried(project: Project, wheel: Path) -> tuple[list[str], bool]:
    """What is to be said of one project, and whether it kept its behaviour."""
    try:
        lines = list(_tried(Checkout(project), wheel))
    except Exception as error:  # noqa: BLE001 one project that cannot be had must not end the run over the others
        return [f"{project.requirement}: NOT RUN, {type(error).__name__} {error}"], False
    return lines, not any("BROKEN" in line for line in lines)


def _tried(checkout: Checkout, wheel: Path) -> Iterator[str]:
    checkout.prepare(wheel)
    checkout.renew()
    runs = [checkout.outcomes() for _ in range(2)]
    passing = {test for test in runs[0] if all(run.get(test) for run in runs)}
    yield f"{checkout.project.requirement}: {len(passing)} tests pass, {len(runs[0]) - len(passing)} tell nothing"
    if not passing:
        yield "  BROKEN before it was touched"
    for mode, options in MODES.items():
        checkout.renew()
        rewriting = atomicize(checkout.tree, checkout.project.package, *options)
        yield from _summary(mode, rewriting)
        failing = passing - checkout.passed()
        if failing:
            failing -= checkout.passed()
        yield from (_judged(checkout, test) for test in sorted(failing))


def _summary(mode: str, rewriting: Rewriting) -> Iterator[str]:
    states = rewriting.states()
    yield f"  {mode:6} " + ", ".join(f"{count} {state}" for state, count in sorted(states.items()))
    yield from (f"    left {code} {count} x {reason}" for (code, reason), count in rewriting.reasons().most_common())
    yield from (f"    BROKEN {problem}" for problem in rewriting.problems)


def _judged(checkout: Checkout, test: str) -> str:
    patched = patched_by(checkout.tree, test)
    if patched:
        return f"    forgiven {test} patches {', '.join(sorted(patched))}"
    return f"    BROKEN {test}"


if __name__ == "__main__":
    sys.exit(main())
