"""What the linter costs: CPU inside each plugin's run() and at start-up, over pinned packages, as ratios.

    pip install flake8 flake8-bugbear flake8-use-pathlib && python -m benchmarks.lint

Every plugin runs in a process of its own, in turns: what one leaves in memory would be collected on another's time.
"""

from __future__ import annotations

import argparse
import ast
import json
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable
from compileall import compile_dir
from importlib import import_module
from pathlib import Path
from time import process_time

import flake8_atomic
from benchmarks.downloads import fetch, sources
from benchmarks.packages import TIMED

Judge = Callable[[ast.Module, str, list[str]], object]
SUBJECTS = ("ast.parse", "ast.walk", "atomic", "bugbear", "use-pathlib")
ROUNDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--measure", choices=SUBJECTS, help=argparse.SUPPRESS)
    parser.add_argument("--package", action="append", help="a pinned requirement instead of the usual ones")
    parser.add_argument("--flake8", action="store_true", help="also time flake8 as a whole, with and without")
    args = parser.parse_args()
    packages = args.package or TIMED
    if args.measure:
        print(json.dumps(measured(args.measure, packages)))
        return
    for package in packages:
        fetch(package)
    # pip compiles what it installs; a checkout would be compiled at each start, where Python keeps no byte code.
    compile_dir(Path(flake8_atomic.__file__).parent, quiet=2)
    report([{subject: apart(subject, packages) for subject in SUBJECTS} for _ in range(ROUNDS)])
    if args.flake8:
        print(f"flake8 with the plugin over flake8 without: {whole(packages):.3f} x")


def apart(subject: str, packages: list[str]) -> dict[str, float]:
    """Measure one subject in a process of its own."""
    command = [sys.executable, "-m", "benchmarks.lint", "--measure", subject]
    command += [part for package in packages for part in ("--package", package)]
    return dict(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))


def report(rounds: list[dict[str, dict[str, float]]]) -> None:
    """Print the medians, as ratios of ast.parse and of bugbear."""
    cost = {
        subject: sorted(r[subject]["run"] + r[subject]["start"] for r in rounds)[ROUNDS // 2] for subject in SUBJECTS
    }
    start = {subject: sorted(r[subject]["start"] for r in rounds)[ROUNDS // 2] for subject in SUBJECTS}
    print(f"{rounds[0]['ast.parse']['lines']:.0f} lines in {rounds[0]['ast.parse']['files']:.0f} files")
    print(f"{'':12} {'CPU s':>8} {'start s':>8} {'x parse':>8} {'x bugbear':>10}")
    for subject in SUBJECTS:
        parse, bugbear = cost[subject] / cost["ast.parse"], cost[subject] / cost["bugbear"]
        print(f"{subject:12} {cost[subject]:8.3f} {start[subject]:8.3f} {parse:8.3f} {bugbear:10.3f}")


def measured(subject: str, packages: list[str]) -> dict[str, float]:
    """CPU seconds of one subject over all files."""
    started = process_time()
    judge = judge_of(subject)
    start, run, files, lines = process_time() - started, 0.0, 0, 0
    for name, text in (pair for package in packages for pair in sources(package) if pair[1]):
        before = process_time()
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        parsed = process_time()
        own = text.splitlines(keepends=True)
        files, lines = files + 1, lines + len(own)
        if subject == "ast.parse":
            run += parsed - before
            continue
        before = process_time()
        judge(tree, name, own)
        run += process_time() - before
    return {"run": run, "start": 0.0 if subject.startswith("ast.") else start, "files": files, "lines": lines}


def judge_of(subject: str) -> Judge:
    """What is done with each file."""
    if subject == "atomic":
        plugin = import_module("flake8_atomic.plugin").Plugin
        plugin.parse_options(Namespace())
        return lambda tree, name, lines: list(plugin(tree, name, lines).run())
    if subject == "bugbear":
        checker = import_module("bugbear").BugBearChecker
        return lambda tree, name, lines: list(checker(tree=tree, filename=name, lines=lines).run())
    if subject == "use-pathlib":
        checker = import_module("flake8_use_pathlib").PathlibChecker
        return lambda tree, *_: list(checker(tree).run())
    return lambda tree, *_: list(ast.walk(tree))


def whole(packages: list[str]) -> float:
    """How much longer flake8 takes with the plugin than without it."""
    folders = [str(fetch(package)) for package in packages]
    with_it, without = [], []
    for _ in range(ROUNDS):
        with_it.append(cpu_of(["--select=ATM,E,F,W", *folders]))
        without.append(cpu_of(["--select=E,F,W", "--disable-noqa", *folders], blocked=True))
    return sorted(with_it)[ROUNDS // 2] / sorted(without)[ROUNDS // 2]


def cpu_of(arguments: list[str], *, blocked: bool = False) -> float:
    """CPU seconds of one flake8 in one process; `blocked` hides the plugin from it."""
    hide = "import flake8_atomic.plugin as p; p.Plugin.run = lambda self: iter(())\n" if blocked else ""
    script = f"{hide}import sys, time; from flake8.main.application import Application\n"
    script += "app = Application(); app.run(sys.argv[1:]); print(time.process_time(), file=sys.stderr)"
    command = [sys.executable, "-c", script, "--isolated", "--exit-zero", "--quiet", "-j1", *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(done.stderr.splitlines()[-1])


if __name__ == "__main__":
    main()
