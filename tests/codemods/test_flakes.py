"""What pyflakes says that is new is the same, whether it reads all of both texts or only what they do not share."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from codemods.flakes import UNUSED_IMPORT, Flake, Flakes, _said_of, flakes
from codemods.shortened import Versions
from flake8_atomic.analysis.source import Source
from tests.codemods.fixing import pairs
from tests.fixtures import ROOT


def unused(said: Flakes) -> set[tuple[int, tuple[str, ...]]]:
    was = {flake.names for flake in said.before if flake.kind == UNUSED_IMPORT}
    return {(flake.line, flake.names) for flake in said.after if flake.kind == UNUSED_IMPORT and flake.names not in was}


def kinds(new: list[Flake]) -> list[tuple[str, tuple[str, ...]]]:
    return sorted((flake.kind, flake.names) for flake in new)


def compare(before: str, after: str) -> list[str]:
    whole = Flakes(_said_of(ast.parse(before), "app.py"), _said_of(ast.parse(after), "app.py"))
    found = flakes(before, after, "app.py")
    assert kinds(found.new) == kinds(whole.new)
    assert unused(found) == unused(whole)
    return [flake.kind for flake in whole.new]


CASES = {
    "the last use goes": """
        import json
        def f(): json.dump()
        ---
        import json
        def f(): pass
    """,
    "a function that stays uses it as well": """
        import json
        def f(): json.dump()
        def g(): json.load()
        ---
        import json
        def f(): pass
        def g(): json.load()
    """,
    "a method uses it as well": """
        import json
        def f(): json.dump()
        class A(B):
            def g(self): json.load()
        ---
        import json
        def f(): pass
        class A(B):
            def g(self): json.load()
    """,
    "what a function that stays needs is imported no more": """
        import json
        def f(): json.dump()
        def g(): json.load()
        ---
        def f(): pass
        def g(): json.load()
    """,
    "what it needs is called otherwise there": """
        import file
        def f(): file.dump()
        def g(): \ufb01le.load()
        ---
        def f(): pass
        def g(): \ufb01le.load()
    """,
    "a new import hides one of a function that stays": """
        def f(): pass
        def g():
            import json
            json.load()
        ---
        import json
        def f(): pass
        def g():
            import json
            json.load()
    """,
    "an import of a function is unused while another one is used elsewhere": """
        import json
        def f(): pass
        def g(): json.load()
        ---
        import json
        def f():
            import json
        def g(): json.load()
    """,
    "a function that stays binds a name for all": """
        def f(): pass
        def g():
            global found
            found = 1
        ---
        def f(): print(found)
        def g():
            global found
            found = 1
    """,
    "a function that changes bound a name for all": """
        def f():
            global found
            found = 1
        def g(): print(found)
        ---
        def f(): pass
        def g(): print(found)
    """,
    "names come with a star": """
        from a import *
        def f(): pass
        def g(): b()
        ---
        from a import *
        def f(): c()
        def g(): b()
    """,
    "a string is a type no more": """
        from typing import TypeAlias
        from a import B
        C: TypeAlias = "B"
        def f(): pass
        ---
        from a import B
        C: TypeAlias = "B"
        def f(): pass
    """,
    "a message without names": """
        def f(): pass
        def g(): f"a"
        ---
        def f(): f"b"
        def g(): f"a"
    """,
    "nothing new": """
        import json
        from a import b
        def f(): c()
        def g(): import d
        ---
        import json
        from a import b
        def f(): print(c())
        def g(): import d
    """,
}


@pairs(CASES)
def test_what_is_new_is_found(before: str, after: str) -> None:
    compare(before, after)
    compare(after, before)


def changes(text: str) -> Iterator[str]:
    """The text without the body of one function, or without one import."""
    lines = text.splitlines(keepends=True)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.Import, ast.ImportFrom)) and node.col_offset in (0, 4):
            first = node.body[0] if isinstance(node, ast.FunctionDef) else node
            indent = lines[first.lineno - 1][: first.col_offset]
            yield "".join([*lines[: first.lineno - 1], f"{indent}pass\n", *lines[node.end_lineno or 0 :]])


@pytest.mark.parametrize("path", sorted((ROOT / "codemods").glob("*.py"))[::4], ids=lambda path: path.name)
def test_it_is_the_same_in_files_of_all_kinds(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = [compare(text, changed) for changed in changes(text)]
    assert not found or any(found)


def test_what_did_not_change_is_not_read() -> None:
    before = "import a\ndef f(): a(1)\nclass A(a):\n    def g(self): b\n    def h(self): c\n"
    versions = Versions(Source.parse(before), Source.parse(before.replace("1", "2")))
    assert [ast.unparse(tree) for tree in versions.without_common({"b"})] == [
        f"import a\nlambda: ()\n\ndef f():\n    a({number})\n\n"
        "class A(a):\n\n    def g(self):\n        b\n\n    def h(self):\n        pass"
        for number in (1, 2)
    ]
