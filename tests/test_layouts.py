"""How a call is laid out changes nothing of what is found."""

from __future__ import annotations

import io
import tokenize
from itertools import pairwise
from pathlib import Path

import pytest

from flake8_atomic.detect import known_codes
from flake8_atomic.settings import Settings
from tests.fixtures import ROOT
from tests.snippets import found

PROGRAMS = sorted((ROOT / "fixtures").glob("*/*.py"))
ALL = Settings(enable=frozenset(code for code, opt_in in known_codes().items() if opt_in))
STYLE = "def shown(path): return open(path)\n"


def parted(text: str) -> str:
    """The same program with a blank before each parenthesis of a call or a definition."""
    lines = text.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    for name, bracket in reversed(list(pairwise(tokens))):
        if name.type == tokenize.NAME and bracket.string == "(" and name.end == bracket.start:
            row, column = bracket.start
            lines[row - 1] = f"{lines[row - 1][:column]} {lines[row - 1][column:]}"
    return "".join(lines)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_blank_before_the_parentheses(program: Path) -> None:
    text = program.read_text(encoding="utf-8") + STYLE
    expected = found(text, ALL)
    assert expected or program.stem != "bad"
    assert found(parted(text), ALL) == expected
