"""The report as JSON; the shape is documented in docs/migrate.md, and `version` grows when it changes."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from flake8_atomic import __version__
from flake8_atomic.output.diff import diff
from flake8_atomic.output.records import File, Report, Site, as_text

VERSION = 1


def as_json(report: Report) -> str:
    """One object: the files that have something to say, and the sums over all."""
    told = [file for file in report.files if file.sites or file.problem or file.note]
    document = {
        "version": VERSION,
        "tool": {"name": "atomicize", "version": __version__},
        "written": report.written,
        "files": [_file(file, report.written) for file in told],
        "summary": _summary(report),
    }
    return json.dumps(document, indent=2) + "\n"


def _file(file: File, written: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "path": as_text(file.path),
        "changed": file.changed,
        "problem": file.problem or None,
        "note": file.note or None,
        "sites": list(map(_site, file.sites)),
    }
    if not written:
        told["diff"] = diff(file).decode("utf-8", "backslashreplace")
    return told


def _site(site: Site) -> dict[str, Any]:
    return {
        "code": site.code,
        "message": site.message,
        **site.region._asdict(),
        "state": site.state,
        "level": site.level,
        "text": site.text or None,
    }


def _summary(report: Report) -> dict[str, Any]:
    states = Counter(site.state for site in report.sites)
    return {
        "files": len(report.files),
        "changed": sum(file.changed for file in report.files),
        "failed": sum(bool(file.problem) for file in report.files),
        "sites": len(report.sites),
        "fixed": {
            level: sum(site.fixed and site.level == level for site in report.sites) for level in ("safe", "unsafe")
        },
        "unsafe": states["unsafe"],
        "left": states["left"],
    }
