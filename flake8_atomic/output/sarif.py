"""SARIF 2.1.0: each finding with its place, and the fix as pieces to replace."""

from __future__ import annotations

import json
import os
from pathlib import PurePath
from typing import Any
from urllib.parse import quote_from_bytes

from flake8_atomic import __version__
from flake8_atomic.catalogue import Entry, catalogue
from flake8_atomic.output.records import File, Region, Replacement, Report, Site

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_ROOT = "SRCROOT"
_LEVELS = {"ATM000": "error", "ATM001": "note", "ATM002": "note"}
Json = dict[str, Any]


def sarif(report: Report) -> str:
    """One log with one run."""
    entries = catalogue()
    codes = [entry["code"] for entry in entries]
    driver = {"name": "flake8-atomic", "version": __version__, "rules": list(map(_rule, entries))}
    run = {
        "tool": {"driver": driver},
        "invocations": [_invocation(report)],
        "originalUriBaseIds": {_ROOT: {"uri": f"{PurePath(os.path.abspath(os.curdir)).as_uri()}/"}},
        # Columns count characters, and a lone CR ends a line, as it does for Python.
        "columnKind": "unicodeCodePoints",
        "newlineSequences": ["\r\n", "\n", "\r"],
        "results": [_result(file, site, codes) for file in report.files for site in file.sites],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(entry: Entry) -> Json:
    return {
        "id": entry["code"],
        "name": "".join(word.capitalize() for word in entry["name"].split("_")),
        "shortDescription": {"text": entry["summary"]},
        "help": {"text": f"{entry['message']}\n\n`flake8-atomic explain {entry['code']}` says more."},
        "defaultConfiguration": {"level": _LEVELS.get(entry["code"], "warning"), "enabled": not entry["opt_in"]},
    }


def _invocation(report: Report) -> Json:
    failed = [file for file in report.files if file.problem]
    told = [
        {"level": "error", "message": {"text": file.problem}, "locations": [{"physicalLocation": _place(file)}]}
        for file in failed
    ]
    return {"executionSuccessful": not failed, "toolExecutionNotifications": told}


def _result(file: File, site: Site, codes: list[str]) -> Json:
    found: Json = {
        "ruleId": site.code,
        "ruleIndex": codes.index(site.code),
        "level": _LEVELS.get(site.code, "warning"),
        "message": {"text": site.message},
        "locations": [{"physicalLocation": {**_place(file), "region": _region(site.region)}}],
        "properties": {"state": site.state, "fix": site.level, "note": site.text},
    }
    if site.replacements:
        change = {**_place(file), "replacements": list(map(_replacement, site.replacements))}
        text = f"{site.level} fix{f', {site.text}' if site.text else ''}"
        found["fixes"] = [{"description": {"text": text}, "artifactChanges": [change]}]
    return found


def _replacement(replacement: Replacement) -> Json:
    return {"deletedRegion": _region(replacement.region), "insertedContent": {"text": replacement.text}}


def _region(region: Region) -> Json:
    line, column, end_line, end_column = region
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _place(file: File) -> Json:
    """The file relative to the working directory, or as a whole URI where it lies elsewhere."""
    inside = os.path.relpath(file.path)
    if inside.split(os.sep)[0] == os.pardir:
        return {"artifactLocation": {"uri": PurePath(os.path.abspath(file.path)).as_uri()}}
    uri = quote_from_bytes(os.fsencode(inside.replace(os.sep, "/")))
    return {"artifactLocation": {"uri": uri, "uriBaseId": _ROOT}}
