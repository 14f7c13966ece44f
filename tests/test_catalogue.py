"""What the rules say of themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from flake8_atomic.catalogue import catalogue, explanation, table
from flake8_atomic.contracts import KINDS
from flake8_atomic.detect import known_codes
from flake8_atomic.rules import Rule, all_rules
from tests.fixtures import FIXTURES

ENTRIES = catalogue()


def test_every_code_has_an_entry_and_every_entry_a_code() -> None:
    assert {entry["code"]: entry["opt_in"] for entry in ENTRIES} == known_codes()
    assert [entry["code"] for entry in ENTRIES] == sorted(known_codes())


def test_the_names_are_of_their_own() -> None:
    assert len({entry["name"] for entry in ENTRIES}) == len(ENTRIES)


def test_the_table_has_a_row_for_each_rule() -> None:
    rows = table().splitlines()
    assert rows[0].count("|") == 4
    assert [row.split("|")[1].strip() for row in rows[2:]] == list(known_codes())
    assert {row.split("|")[1].strip() for row in rows if "opt-in" in row} == {
        code for code, opt_in in known_codes().items() if opt_in
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry["code"])
def test_an_explanation_says_what_why_and_which_contract(entry: dict[str, str]) -> None:
    text = explanation(entry["code"])
    assert text is not None
    assert text.startswith(f"{entry['code']} {entry['name']} (")
    assert entry["summary"] in text
    assert entry["message"] in text
    told = [kind for kind in KINDS if f"# atomic: {kind} -- " in text]
    assert set(told) == set(entry["contracts"] or (() if entry["code"] == "ATM000" else KINDS))
    assert ("Where it is meant" in text) == bool(entry["contracts"])


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_an_explanation_shows_bad_and_good(rule: object) -> None:
    text = explanation(getattr(rule, "code", ""))
    assert text is not None
    assert text.index("Bad:") < text.index("Good:")


@pytest.mark.parametrize("rule", all_rules().values(), ids=lambda rule: rule.code)
def test_an_explanation_says_what_the_codemod_does(rule: Rule) -> None:
    text = explanation(rule.code) or ""
    bad, fixed = FIXTURES / rule.name / "bad.py", FIXTURES / rule.name / "fixed.py"
    assert text.count("\nFix: ") == 1
    assert ("Fix: by hand" in text) == (not fixed.exists() or _code(fixed) == _code(bad))


def _code(path: Path) -> list[str]:
    """The lines without their comments."""
    return [line.partition("#")[0].rstrip() for line in path.read_text(encoding="utf-8").splitlines()]


def test_an_explanation_says_how_to_switch_a_rule_on() -> None:
    assert "--atomic-enable=ATM110" in (explanation("ATM110") or "")
    assert "on by default" in (explanation("ATM101") or "")


def test_an_explanation_says_what_a_crash_leaves_where_that_is_shown() -> None:
    text = explanation("ATM207") or ""
    assert "A crash state that it allows: after a kill, there is no file.\nThe crash explorer reaches it" in text
    assert "crash state" not in (explanation("ATM204") or "")
    assert [entry["code"] for entry in ENTRIES if entry["crash"]] == [
        rule.code for rule in all_rules().values() if rule.crash
    ]


def test_a_code_that_is_not_ours_has_no_explanation() -> None:
    assert explanation("E501") is None
