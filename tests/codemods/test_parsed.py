"""A text that nothing is looked for in is held to the syntax without a tree: what has none is refused all the same."""

from __future__ import annotations

import ast

import pytest

from codemods.rewrite import Wish, rewritten
from codemods.syntax.parsed import check
from flake8_atomic.analysis.code.source import Unreadable
from flake8_atomic.settings import Settings

NO_TREE = {
    "a bracket": "x = (\n",
    "an indent": "  x = 1\n",
    "a null": "x = 1\0\n",
    "too many brackets": "x = " + "(" * 300 + ")" * 300 + "\n",
    "a sum of too many terms": "x = " + "+".join(["1"] * 100_000) + "\n",
    "too many signs": "x = " + "-" * 100_000 + "1\n",
    "too many attributes": "x" + ".a" * 100_000 + "\n",
}
# What the compiler refuses, and the parser does not.
SOME_TREE = ["return\n", "nonlocal a\n", "def f(a, a): pass\n", "break\n", "from __future__ import nothing\n", "", "\n"]


@pytest.mark.parametrize("text", NO_TREE.values(), ids=NO_TREE)
def test_what_has_no_tree_is_refused(text: str) -> None:
    with pytest.raises((SyntaxError, ValueError, RecursionError, MemoryError)):
        ast.parse(text)
    with pytest.raises(Unreadable):
        check(text)
    assert rewritten(text, "app.py", Wish(Settings())).problem


@pytest.mark.parametrize("text", SOME_TREE)
def test_what_has_a_tree_passes(text: str) -> None:
    ast.parse(text)
    check(text)


@pytest.mark.parametrize("name", ["app.py", "tests/test_app.py"])
def test_no_tree_is_made_where_nothing_can_be_found(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    made: list[str] = []
    monkeypatch.setattr("codemods.syntax.parsed.Source.parse", made.append)
    text = "print('hello')\n" if name == "app.py" else "from pathlib import Path\nPath('a').write_text('b')\n"
    result = rewritten(text, name, Wish(Settings()))
    assert (result.after, result.sites, result.problem, made) == (text, (), "", [])
