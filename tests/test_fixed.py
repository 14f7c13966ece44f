"""The repaired fixtures: what atomicize makes of the bad ones, programs that leave the same files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codemods.rewrite import rewrite, rewritten
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import Finding, detect
from flake8_atomic.rules import Rule
from tests.fixed import REPAIRED, fixed_file, rewritten_fixture, wish_for
from tests.fixtures import FIXTURES, load, runs, source

each_rule = pytest.mark.parametrize("rule", REPAIRED, ids=lambda rule: rule.code)


@each_rule
def test_the_fixed_fixture_is_what_atomicize_makes_of_the_bad_one(rule: Rule) -> None:
    result = rewritten_fixture(rule)
    assert result.problem == ""
    assert result.after == fixed_file(rule).read_text(encoding="utf-8")


@each_rule
def test_a_second_run_changes_nothing(rule: Rule) -> None:
    text = fixed_file(rule).read_text(encoding="utf-8")
    assert rewritten(text, "fixed.py", wish_for(rule)).after == text


@each_rule
def test_one_fix_undone_is_found_again(rule: Rule) -> None:
    text = source(FIXTURES / rule.name / "bad.py")
    fixed = [site for site in rewritten_fixture(rule).sites if site.fixed]
    left = len(rewritten_fixture(rule).sites) - len(fixed)
    for site in fixed:
        undone = text.split("\n")[site.span.line - 1].strip()

        def without(source: Source, found: list[Finding], undone: str = undone) -> list[Finding]:
            return [finding for finding in found if source.line(finding.span.line).strip() != undone]

        after = rewrite(text, "bad.py", wish_for(rule), without).after
        assert after != fixed_file(rule).read_text(encoding="utf-8")
        assert len(detect(after, wish_for(rule).settings)) > left


def everything_in(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder, with its mode and content."""
    found = {}
    for root, _, files in os.walk(folder):
        for name in files:
            path = Path(root, name)
            found[str(path.relative_to(folder))] = path.stat().st_mode, path.read_bytes()
    return found


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@each_rule
def test_bad_and_fixed_leave_the_same_files(rule: Rule, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gzip.time.time", lambda: 0.0)  # it stands in the file
    left = []
    for name in ("bad", "fixed"):
        folder = tmp_path / name / "run"
        folder.mkdir(parents=True)
        assert list(runs(load(FIXTURES / rule.name / f"{name}.py"), folder))
        left.append(everything_in(folder))
    assert left[0]
    assert left[0] == left[1]
