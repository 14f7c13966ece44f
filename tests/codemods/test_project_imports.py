"""Imports are found in text, without parsing it."""

from __future__ import annotations

import pytest

from codemods.project.project_imports import _statements


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a\n", [("", "", "a")]),
        ("x = 1\n\timport a.b as c, d  # why\n", [("", "", "a.b as c, d  ")]),
        ("from .a import (\n    b,\n    c,\n)\nimport d\n", [(".", "a", "(\n    b,\n    c,\n)"), ("", "", "d")]),
        ("if x: import a\nimportlib.reload(a)\n# import b\nreimport = 1\n", []),
        (
            "from a import important, imports; import b\nfrom . import c",
            [("", "a", "important, imports; import b"), (".", "", "c")],
        ),
        ("from a import important\n", [("", "a", "important")]),
        ("import a; import b; import c\nimport d", [("", "", "a"), ("", "", "d")]),
        ("x = 'import import'\nimport d", [("", "", "d")]),
    ],
)
def test_what_looks_like_an_import(text: str, found: list[tuple[str, str, str]]) -> None:
    assert [statement.groups() for statement in _statements(text)] == found
