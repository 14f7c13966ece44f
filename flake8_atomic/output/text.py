"""One line for each finding, and a summary at the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from flake8_atomic.output.records import File, Report, Site, shown

_IN_PLACE = ("ATM1", "ATM203", "ATM301")
"""What is fixed of these makes a new file in the folder of the target, where none was made before."""
_LINE = re.compile(r"\bline \d+")


def site_lines(report: Report) -> Iterator[str]:
    """One line for each finding: `path:line:col: CODE fixed - text`."""
    for file in report.files:
        for site in file.sites:
            yield f"{shown(file.path)}:{site.region.line}:{site.region.column}: {_said(site, report)}"


def _said(site: Site, report: Report) -> str:
    return f"{site.code} {_state(site, report)} - {site.text or site.message}"


def _state(site: Site, report: Report) -> str:
    return "fixable" if site.fixed and not report.written else site.state


def trouble(report: Report) -> Iterator[str]:
    """One line for each file that could not be handled, or of which the user should know more."""
    for file in report.files:
        if file.problem:
            yield f"{shown(file.path)}: {file.problem}"
        if file.note:
            yield f"{shown(file.path)}: {file.note}"


def summary(report: Report) -> Iterator[str]:
    """What the run came to."""
    fixed = [site for site in report.sites if site.fixed]
    unsafe = sum(site.level == "unsafe" for site in fixed)
    states = Counter(site.state for site in report.sites)
    did = "fixed" if report.written else "would be fixed"
    parts = [f"{len(fixed)} {did} ({len(fixed) - unsafe} safe, {unsafe} unsafe)"]
    if states["unsafe"]:
        parts.append(f"{states['unsafe']} left for --unsafe")
    parts.append(f"{states['left']} left")
    found = sum(bool(file.sites) for file in report.files)
    yield f"{_many(len(report.sites), 'site')} in {found} of {_many(len(report.files), 'file')}: {', '.join(parts)}"
    if moved := sum(site.code.startswith(_IN_PLACE) for site in fixed):
        needs = f"now need{'s' * (moved == 1)}" if report.written else "would need"
        why = "for the file is replaced and no longer written in place"
        yield f"{_many(moved, 'site')} {needs} write permission on the directory, {why}"
    if failed := sum(map(_failed, report.files)):
        yield f"{_many(failed, 'file')} could not be handled"


def statistics(report: Report) -> Iterator[str]:
    """How often which code came to which end, and why."""
    # One reason that names twenty lines is still one reason.
    counts = Counter(f"{site.code} {_state(site, report)}{_LINE.sub('line N', _reason(site))}" for site in report.sites)
    for line, count in sorted(counts.items(), key=lambda item: (item[0].partition(" ")[0], -item[1], item[0])):
        yield f"{count:6} {line}"


def _reason(site: Site) -> str:
    return f" - {site.text}" if site.text else ""


def _failed(file: File) -> bool:
    return bool(file.problem)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"
