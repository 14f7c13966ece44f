"""The README says what is true."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

from flake8_atomic.catalogue import catalogue
from flake8_atomic.contracts import KINDS
from flake8_atomic.settings import OPTIONS
from tests.fixtures import ROOT
from tests.readme import README, renewed

TEXT = README.read_text(encoding="utf-8")


def test_the_rule_table_is_the_one_that_the_rules_make() -> None:
    assert renewed(TEXT) == TEXT


def test_every_option_and_kind_is_named() -> None:
    assert all(f"`{option.flag}`" in TEXT for option in OPTIONS)
    assert all(f"`{kind}`" in TEXT for kind in KINDS)


def test_every_code_is_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert [entry["code"] for entry in catalogue() if entry["code"] not in changelog] == []


def test_the_first_command_shows_every_default_rule() -> None:
    command = re.search(r"&& (flake8 .*)$", TEXT, re.MULTILINE)
    assert command is not None
    shown = subprocess.run(
        [sys.executable, "-m", *shlex.split(command[1])], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wanted = {entry["code"] for entry in catalogue() if not entry["opt_in"]} - {"ATM000"}
    assert wanted <= set(re.findall(r"ATM\d{3}", shown.stdout))
