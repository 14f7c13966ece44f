"""What stands around a node is the same, whichever node is asked for first."""

from __future__ import annotations

import ast

import pytest

from flake8_atomic.analysis.code.parents import Parents
from tests.test_spans import TORTURE

TEXT = "import a\n@a.b\n@c(\n  d)\ndef f(): x; y\nx; y; z = [\n  1]; f(\n  2)\n"


@pytest.mark.parametrize("text", [TEXT, *TORTURE.values()])
def test_each_node_has_the_parent_that_a_walk_over_all_finds(text: str) -> None:
    tree = ast.parse(text)
    expected = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, (ast.expr, ast.stmt)):
            assert Parents(tree).of(node) is expected[id(node)]
    assert Parents(tree).of(tree) is tree


@pytest.mark.parametrize("line", [1, 6, 99])
def test_what_is_no_part_of_the_file_holds_itself(line: int) -> None:
    elsewhere = ast.Name("x", ast.Load(), lineno=line, col_offset=0)
    assert Parents(ast.parse(TEXT)).of(elsewhere) is elsewhere
