"""What a run says, and where: results to standard output, trouble to standard error."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable

from flake8_atomic.output.as_json import as_json
from flake8_atomic.output.colour import wants_colour
from flake8_atomic.output.diff import coloured, diff
from flake8_atomic.output.github import github
from flake8_atomic.output.records import Report
from flake8_atomic.output.sarif import sarif
from flake8_atomic.output.text import site_lines, statistics, summary, trouble

DOCUMENTS: dict[str, Callable[[Report], str]] = {"json": as_json, "sarif": sarif, "github": github}


def complain(*lines: str) -> None:
    """Say on standard error what went wrong."""
    for line in lines:
        print(f"atomicize: {line}", file=sys.stderr)


def show(report: Report, given: argparse.Namespace) -> None:
    """Print the report as the user asked for it."""
    if given.format in DOCUMENTS:
        sys.stdout.write(DOCUMENTS[given.format](report))
    elif given.diff:
        _show_diff(report)
    # Where standard output holds a text for programs, people are told on standard error.
    aside = given.diff or given.stdin or given.format != "text"
    stream = sys.stderr if aside else sys.stdout
    if not given.quiet and given.format == "text":
        _print((*site_lines(report), *summary(report)), stream)
    if given.statistics:
        _print(statistics(report), stream)
    sys.stdout.flush()
    complain(*trouble(report))


def _show_diff(report: Report) -> None:
    painted = wants_colour(sys.stdout)
    sys.stdout.flush()
    for file in report.files:
        if file.changed:
            text = diff(file)
            sys.stdout.buffer.write(coloured(text) if painted else text)


def _print(lines: Iterable[str], stream: object) -> None:
    for line in lines:
        print(line, file=stream)  # type: ignore[call-overload]
