"""docs/migrate.md says what is true."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from codemods.running.arguments import FORMATS, parser
from flake8_atomic.detect import known_codes
from flake8_atomic.output.as_json import as_json
from flake8_atomic.output.records import File, Region, Report, Site
from flake8_atomic.settings import load
from tests.fixtures import ROOT

TEXT = (ROOT / "docs" / "migrate.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPTIONS = {flag for action in parser()._actions for flag in action.option_strings}
OF_OTHERS = {"--exit-zero", "--delete", "--long", "--seed"}


def test_every_option_that_is_named_exists() -> None:
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", TEXT + README))
    assert named - OPTIONS - OF_OTHERS == set()
    assert {"--vendor", "--helpers", "--unsafe", "--diff", "--check", "--statistics"} <= named
    assert all(each in TEXT for each in FORMATS)


def test_the_mapping_is_one_that_can_be_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = re.search(r"```toml\n(.*?)```", TEXT, re.DOTALL)
    assert table is not None
    (tmp_path / "pyproject.toml").write_text(table[1])
    monkeypatch.chdir(tmp_path)
    assert set(load(known_codes())[0].helper_calls) == set(tomllib.loads(table[1])["tool"]["flake8-atomic"]["helpers"])


def test_the_shape_of_the_json_is_documented() -> None:
    site = Site("ATM101", "m", Region(1, 1, 1, 2), "safe", "", False)
    told = as_json(Report((File("a.py", (site,), before=b"a", after=b"b"),), written=False))
    keys = set(re.findall(r'"(\w+)":', told)) - {"name", "safe", "failed", "fixed", "left", "unsafe"}
    assert [key for key in sorted(keys) if f"`{key}`" not in TEXT] == []


def test_every_exit_code_is_explained() -> None:
    assert [code for code in ("0", "1", "2", "130") if f"| {code} |" not in TEXT] == []
