"""Rewrites a copy of every pinned package and checks each file: it compiles, is found clean, and stays as it is.

python -m benchmarks.ecosystem               only what is safe
python -m benchmarks.ecosystem --unsafe      every fix there is
python -m benchmarks.ecosystem --only pip==26.3

Exits with 1 if a file is worse than before in any way, or a second run changes something.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from benchmarks.breaches import breaches
from benchmarks.cost import told
from benchmarks.downloads import FOLDER, FOREIGN, fetch
from benchmarks.packages import SEEN, TUNED
from benchmarks.rewriting import Rewriting, atomicize

ENOUGH = 1_500_000
REASONS = 40
OWN_FAULT = "please report it"

Tree = dict[Path, bytes]


def main() -> int:
    """Print the shares and every breach, and return 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--unsafe", action="store_true", help="also the fixes that may change behaviour")
    parser.add_argument("--only", action="append", metavar="REQUIREMENT", help="pinned, instead of all")
    args = parser.parse_args()
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER, prefix="ecosystem-") as folder:
        tree = Path(folder)
        _copy(args.only or [*TUNED, *SEEN], tree)
        before = _changed(tree, {})
        lines = sum(data.count(b"\n") for data in before.values())
        print(f"{lines} lines in {len(before)} files")
        options = ("--unsafe", ".") if args.unsafe else (".",)
        first = atomicize(tree, *options)
        after = _changed(tree, before)
        atomicize(tree, *options)
        found = list(_breaches(before, after, first))
        found += (f"{path} changes in a second run" for path in _changed(tree, before | after))
        _shares(first)
        fixed = {Path(name) for name, site in first.sites if site["state"] == "fixed"}
        handled = {path: before[path] for path in fixed}
        _report(first.problems, found)
        for line in told(first.cpu, list(before.values()), handled, unsafe=args.unsafe):
            print(line, flush=True)
    return int(bool(found) or not (args.only or lines >= ENOUGH))


def _copy(requirements: list[str], tree: Path) -> None:
    for requirement in requirements:
        source = fetch(requirement)
        shutil.copytree(source, tree / source.name, ignore=shutil.ignore_patterns(*FOREIGN, "__pycache__"))
    # A repository of its own: what ignores the cache would else hide the packages from the codemod.
    subprocess.run(["git", "init", "--quiet", tree], check=True)


def _changed(tree: Path, known: Tree) -> Tree:
    """The files that are not as they are known; one that was removed counts as empty."""
    found = {path.relative_to(tree): path.read_bytes() for path in sorted(tree.rglob("*.py"))}
    changed = {path: data for path, data in found.items() if known.get(path) != data}
    return changed | dict.fromkeys(known.keys() - found.keys(), b"")


def _report(problems: list[str], breaches: list[str]) -> None:
    print(*(f"not handled: {problem}" for problem in problems), sep="\n")
    print(*(f"BREACH {breach}" for breach in breaches), f"{len(breaches)} breaches", sep="\n", flush=True)


def _breaches(before: Tree, after: Tree, first: Rewriting) -> Iterator[str]:
    yield from (problem for problem in first.problems if OWN_FAULT in problem)
    fixed: dict[Path, list[str]] = defaultdict(list)
    for name, site in first.sites:
        if site["state"] == "fixed":
            fixed[Path(name)].append(site["code"])
    for path, new in sorted(after.items()):
        if path in before and new:
            yield from (f"{path} {breach}" for breach in breaches(str(path), before[path], new, fixed[path]))
        else:
            yield f"{path} was made, emptied or removed"
    for path in sorted(fixed.keys() - after.keys()):
        yield f"{path} is as it was, and {len(fixed[path])} of its sites are said to be fixed"


def _shares(first: Rewriting) -> None:
    levels: dict[str, Counter[str]] = defaultdict(Counter)
    for _, site in first.sites:
        levels[site["code"]][site["level"]] += 1
        if site["code"].startswith("ATM1"):
            levels["ATM1xx"][site["level"]] += 1
    print(f"{'':8}{'sites':>7}{'safe':>15}{'unsafe':>15}{'none':>15}")
    for code, counts in sorted(levels.items()):
        cells = "".join(f"{counts[kind]:7} {counts[kind] / counts.total():6.1%}" for kind in ("safe", "unsafe", "none"))
        print(f"{code:8}{counts.total():7} {cells}")
    for (code, reason), count in first.reasons().most_common(REASONS):
        print(f"{count:6} {code} {reason}")


if __name__ == "__main__":
    sys.exit(main())
