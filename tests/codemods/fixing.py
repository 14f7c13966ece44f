"""Snippets before and after a fix."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from codemods.rewrite import Result, Wish, rewritten
from flake8_atomic.settings import Settings

HERE = str(Path(__file__).parents[2] / "app.py")
EVERY = Settings(enable=frozenset({"ATM110"}))
SAFELY = {("safe", "", True)}
_IMPORT = re.compile(r"^from flake8_atomic\.helpers import .*\n+", re.MULTILINE)


def told(text: str) -> str:
    return dedent(text).lstrip("\n")


def rewrite_of(text: str, filename: str = HERE, **wish: Any) -> Result:
    """What becomes of a snippet, every rule on; it is laid out as the files of this project are."""
    return rewritten(text, filename, Wish(**{"settings": EVERY, "unsafe": True, **wish}))


def body_of(text: str) -> str:
    """The text without the import of the helpers, and without blank lines."""
    return "\n".join(line for line in _IMPORT.sub("", text).split("\n") if line)


def pairs(table: Mapping[str, str]) -> pytest.MarkDecorator:
    """One test for each snippet and what it becomes, parted by a line of dashes."""
    parted = [told(text).partition("---\n") for text in table.values()]
    return pytest.mark.parametrize(("before", "after"), [(one, two) for one, _, two in parted], ids=list(table))


def texts(result: Result) -> list[str]:
    """What is said of each site that is not plainly fixed."""
    return [site.text for site in result.sites if site.text]


def fixed_safely(before: str) -> tuple[str, str, set[tuple[str, str, bool]]]:
    """What goes wrong, what the text becomes without unsafe fixes, and how each of its sites is fixed."""
    result = rewrite_of(before, unsafe=False)
    return result.problem, body_of(result.after), {(site.level, site.text, site.fixed) for site in result.sites}
