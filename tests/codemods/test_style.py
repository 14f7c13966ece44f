"""How wide the lines of a file may be, and how its imports are written."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemods.syntax.style import style_of
from flake8_atomic.analysis.code.source import Source

TOLD = {
    "black": ({"pyproject.toml": "[tool.black]\nline-length = 95"}, 95),
    "black by default": ({"pyproject.toml": "[tool.black]"}, 88),
    "ruff": ({"pyproject.toml": "[tool.ruff]\nline-length = 140"}, 140),
    "ruff format by default": ({"pyproject.toml": "[tool.ruff.format]"}, 88),
    "ruff as a linter alone": ({"pyproject.toml": "[tool.ruff.lint]\nselect = []"}, 79),
    "ruff.toml": ({"pyproject.toml": "[project]", "ruff.toml": "line-length = 99"}, 99),
    "ruff.toml by default": ({"pyproject.toml": "[project]", ".ruff.toml": "[format]"}, 88),
    "flake8": ({"setup.cfg": "[flake8]\nmax-line-length = 119  # wide"}, 119),
    "flake8 by another spelling": ({"setup.py": "", "tox.ini": "[flake8]\nmax_line_length=110"}, 110),
    "pycodestyle": ({"setup.cfg": "[pycodestyle]\nmax-line-length=83"}, 83),
    "isort": ({"pyproject.toml": "[tool.isort]\nline_length = 101"}, 101),
    "isort's profile": ({"pyproject.toml": "[tool.isort]\nprofile = 'black'"}, 88),
    "a formatter before a linter": ({"pyproject.toml": "[tool.black]", ".flake8": "[flake8]\nmax-line-length=200"}, 88),
    "no number": ({"pyproject.toml": "[tool.black]\nline-length = 'wide'", "setup.cfg": "[flake8]"}, 88),
    "no table": ({"pyproject.toml": "tool = 1"}, 79),
    "no TOML": ({"pyproject.toml": "tool = "}, 79),
    "no INI": ({"pyproject.toml": "", "tox.ini": "max-line-length"}, 79),
}


@pytest.mark.parametrize(("files", "width"), TOLD.values(), ids=TOLD)
def test_a_project_says_it(tmp_path: Path, files: dict[str, str], width: int) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "src").mkdir()
    assert style_of(Source.parse("x"), str(tmp_path / "src" / "app.py")).width == width


LINES = {
    "none": ([], 79),
    "narrow ones": ([79], 79),
    "one too many": ([80], 88),
    "wider ones": ([88, 99], 100),
    "very wide ones": ([119] * 3, 120),
    "one in a hundred": ([119] + [79] * 99, 79),
    "what nobody could break": ([230, 150, 88], 88),
    "two in a hundred": ([100, 100] + [79] * 98, 100),
}


@pytest.mark.parametrize(("lengths", "width"), LINES.values(), ids=LINES)
def test_a_file_without_a_word_about_it_is_its_own_measure(lengths: list[int], width: int) -> None:
    text = "".join(f"#{'x' * (length - 1)}\n" for length in lengths)
    assert style_of(Source.parse(text), "/nowhere/app.py").width == width


SORTED = {
    "ruff": (
        {"pyproject.toml": "[tool.ruff.lint.isort]\nforce-sort-within-sections = true"},
        (True, False, False, False),
    ),
    "an older ruff": ({"pyproject.toml": "[tool.ruff.isort]\nforce-single-line = true"}, (False, True, False, False)),
    "ruff.toml": (
        {"pyproject.toml": "", "ruff.toml": "[lint.isort]\ncombine-as-imports = true"},
        (False, False, True, False),
    ),
    "isort": ({"pyproject.toml": "[tool.isort]\nforce_single_line = true"}, (False, True, False, False)),
    "a profile": ({"pyproject.toml": "[tool.isort]\nprofile = 'google'"}, (True, True, False, False)),
    "a blank line": ({"pyproject.toml": "[tool.isort]\nlines_between_types = 1"}, (False, False, False, True)),
    "isort.cfg": ({"setup.py": "", ".isort.cfg": "[settings]\nforce_single_line=True"}, (False, True, False, False)),
    "setup.cfg": ({"setup.cfg": "[isort]\ncombine_as_imports = 1"}, (False, False, True, False)),
    "nothing": ({"pyproject.toml": "[tool.isort]\nforce_single_line = false"}, (False, False, False, False)),
}


@pytest.mark.parametrize(("files", "style"), SORTED.values(), ids=SORTED)
def test_a_project_says_how_imports_are_written(
    tmp_path: Path, files: dict[str, str], style: tuple[bool, bool, bool, bool]
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert style_of(Source.parse("x"), str(tmp_path / "app.py"))[1:5] == style


SHOWN = {
    "one name, twice from one module": ("from a import b\nfrom a import c", (True, False)),
    "one name from each": ("from a import b\nfrom .a import c", (False, False)),
    "two names": ("from a import b, c\nfrom a import d", (False, False)),
    "two names, one of them under another": ("from a import b, c as d", (False, True)),
    "one name under another": ("from a import b as c", (False, False)),
}


@pytest.mark.parametrize(("text", "style"), SHOWN.values(), ids=SHOWN)
def test_a_file_shows_how_imports_are_written(text: str, style: tuple[bool, bool]) -> None:
    assert style_of(Source.parse(text), "/nowhere/app.py")[2:4] == style
