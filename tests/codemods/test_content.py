"""Bytes to text and back."""

from __future__ import annotations

import pytest

from codemods.project.content import Unusable, decoded
from codemods.syntax.replacements import replacements


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"x = 1",
        b"x = 1\r\ny = 2\rz = 3\n",
        b"\xef\xbb\xbfx = 1\n",
        b"\xef\xbb\xbf# coding: utf-8\n",
        "# -*- coding: latin-1 -*-\ns = 'é'\r\n".encode("latin-1"),
        "#!/usr/bin/python\r# coding: latin-1\rs = 'é'\r".encode("latin-1"),
        "#!/usr/bin/python\r\n# coding: latin-1\r\ns = 'é'\r".encode("latin-1"),
        "#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\ns = '€'\n".encode("cp1252"),
        "s = 'é\u2028\x0c'\n".encode(),
    ],
)
def test_what_is_read_is_stored_the_same(data: bytes) -> None:
    content = decoded(data)
    assert not content.text.startswith("\ufeff")
    assert content.stored(content.text) == data
    assert content.stored("#" + content.text).endswith(data[len(content.bom) :])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"s = '\xe9'\n", "cannot be decoded"),
        (b"\n\n\ns = '\xe9'\n", "cannot be decoded"),
        (b"# coding: klingon\n", "unknown encoding"),
        (b"# coding: hex\n", "not a text encoding"),
        (b"\xef\xbb\xbf# coding: latin-1\n", "cannot be decoded"),
        (b"# coding: utf-7\n+AGE-\n", "does not give the same bytes back"),
    ],
)
def test_what_cannot_be_read_has_a_reason(data: bytes, reason: str) -> None:
    with pytest.raises(Unusable, match=reason):
        decoded(data)


def test_a_result_that_cannot_be_stored_has_a_reason() -> None:
    with pytest.raises(Unusable, match="cannot be stored as iso-8859-1"):
        decoded(b"# coding: latin-1\n").stored("€")


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("a\nb\nc\n", "a\nx\nc\n", [((2, 1, 2, 2), "x")]),
        ("a\nbcd\n", "a\nbxd\n", [((2, 2, 2, 3), "x")]),
        ("a\r\nb\r\n", "i\r\na\r\nb\r\n", [((1, 1, 1, 1), "i\r\n")]),
        ("a\rb", "a\rb\r", [((2, 2, 2, 2), "\r")]),
        ("a\n", "", [((1, 1, 2, 1), "")]),
        ("", "a", [((1, 1, 1, 1), "a")]),
        ("a\nb", "a\nbc\nd", [((2, 2, 2, 2), "c\nd")]),
        ("é😀a\n", "é😀b\n", [((1, 3, 1, 4), "b")]),
        ("a\x0cb\u2028c\n", "a\x0cb\u2028d\n", [((1, 5, 1, 6), "d")]),
        ("a\n", "a\n", []),
    ],
)
def test_replacements_are_short_and_count_characters(
    before: str, after: str, expected: list[tuple[tuple[int, ...], str]]
) -> None:
    assert [(tuple(region), text) for region, text in replacements(before, after)] == expected
