"""Every flawed fixture with a comment as the last line of each block, and without an end of its last line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from codemods.rewrite import Wish, rewritten
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.settings import Settings
from tests.fixtures import FIXTURES, expected, source

FLAWED = [path for path in sorted([*FIXTURES.glob("*/bad.py"), *FIXTURES.glob("protocols/*.py")]) if expected(path)]


def blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        for suite in bodies(todo.pop()):
            yield suite
            todo += suite


def commented(text: str) -> str:
    """A comment of its own at the end of each block, that of an inner block first."""
    lines = text.split("\n")
    ends = sorted(
        (suite[-1].end_lineno or 0, -suite[0].col_offset, suite[0].lineno) for suite in blocks(ast.parse(text))
    )
    for number, (end, column, first) in reversed(list(enumerate(ends))):
        if not lines[first - 1][:-column].strip():
            lines.insert(end, f"{' ' * -column}# end {number}")
    return "\n".join(lines)


@pytest.mark.parametrize("unsafe", [False, True], ids=["safe", "unsafe"])
@pytest.mark.parametrize("path", FLAWED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_comment_that_ends_a_block_and_a_missing_line_end_change_nothing(path: Path, unsafe: bool) -> None:
    wish = Wish(Settings(), unsafe=unsafe)
    plain = rewritten(source(path), path.name, wish)
    ended = rewritten(commented(source(path)).rstrip("\n"), path.name, wish)
    assert plain.problem == ended.problem == ""
    assert [(site.code, site.fixed) for site in ended.sites] == [(site.code, site.fixed) for site in plain.sites]
    assert not ended.after.endswith("\n")
    assert ended.after.count("# end ") == ended.before.count("# end ")
