"""Every rule is held to its fixtures, and every fixture is a program that runs."""

from __future__ import annotations

import importlib
import textwrap
from pathlib import Path
from typing import cast

import pytest

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.contracts import KINDS
from flake8_atomic.detect import detect, known_codes
from flake8_atomic.edits import NoFix
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Rule, all_rules
from flake8_atomic.settings import Settings
from tests.fixtures import FIXTURES, expected, load, programs, runs, source

RULES = list(all_rules().values())
OPT_IN = {rule.name: Settings(enable=frozenset({rule.code})) for rule in RULES if rule.opt_in}


def name_of(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


def found_in(path: Path, settings: Settings) -> set[tuple[int, int, str]]:
    findings = detect(path.read_text(encoding="utf-8"), settings)
    return {(finding.span.line, finding.span.column, finding.code) for finding in findings}


@pytest.mark.parametrize("path", [path for path in programs() if path.stem != "fixed"], ids=name_of)
def test_a_fixture_is_reported_exactly_where_it_says(path: Path) -> None:
    family = next((rule.code[:4] for rule in RULES if rule.name == path.parent.name), "ATM")
    found = found_in(path, OPT_IN.get(path.parent.name, Settings()))
    # A write that is safe from tearing may still be a flawed replace, which is for other fixtures to show.
    assert {finding for finding in found if finding[2].startswith(family)} == expected(path)


@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("path", programs(), ids=name_of)
def test_a_fixture_runs(path: Path, tmp_path: Path) -> None:
    assert list(runs(load(path), tmp_path))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_has_a_fixture_folder_that_shows_it(rule: Rule) -> None:
    assert rule.code in {code for _, _, code in expected(FIXTURES / rule.name / "bad.py")}
    assert expected(FIXTURES / rule.name / "good.py") == set()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_documents_itself_with_the_code_of_its_fixture(rule: Rule) -> None:
    bad = rule.documentation.partition("Bad:\n\n")[2].partition("\n\nGood:")[0]
    assert bad
    assert textwrap.dedent(bad) in source(FIXTURES / rule.name / "bad.py")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_message_fits_flake8(rule: Rule) -> None:
    assert ":" not in rule.message
    assert "use " in rule.message or "atomic_open" in rule.message
    assert set(rule.contracts) <= set(KINDS)


def test_a_rule_without_a_repair_says_so() -> None:
    rule = next(rule for rule in RULES if not rule.repair)
    with pytest.raises(NoFix, match="no automatic repair"):
        rule.plan(cast("Inspection", None), cast("Event", None))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_the_repair_of_a_rule_is_there(rule: Rule) -> None:
    module, _, function = rule.repair.rpartition(".")
    assert not rule.repair or callable(getattr(importlib.import_module(f"flake8_atomic.fixes.{module}"), function))


def test_every_rule_folder_has_a_rule() -> None:
    folders = {path.name for path in FIXTURES.iterdir() if path.is_dir()}
    assert folders - {rule.name for rule in RULES} <= {"contracts", "evidence", "protocols"}


def test_no_code_is_used_twice() -> None:
    assert len({rule.name for rule in RULES}) == len(RULES)
    assert list(known_codes()) == sorted(known_codes())
