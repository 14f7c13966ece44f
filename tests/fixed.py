"""What atomicize makes of the bad fixtures; `python -m tests.fixed` writes it down."""

from __future__ import annotations

from pathlib import Path

from codemods.rewrite import Result, Wish, rewritten
from flake8_atomic.helpers import atomic_write_text
from flake8_atomic.rules import Rule, all_rules
from flake8_atomic.settings import Settings
from tests.fixtures import FIXTURES, source

REPAIRED = [rule for rule in all_rules().values() if rule.repair]


def wish_for(rule: Rule) -> Wish:
    enable = frozenset({rule.code}) if rule.opt_in else frozenset()
    return Wish(Settings(enable=enable), unsafe=True)


def fixed_file(rule: Rule) -> Path:
    return FIXTURES / rule.name / "fixed.py"


def rewritten_fixture(rule: Rule) -> Result:
    """The bad program without its expectations, rewritten."""
    bad = FIXTURES / rule.name / "bad.py"
    return rewritten(source(bad), str(bad), wish_for(rule))


if __name__ == "__main__":
    for each in REPAIRED:
        atomic_write_text(fixed_file(each), rewritten_fixture(each).after, encoding="utf-8")
