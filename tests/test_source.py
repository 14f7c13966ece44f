"""The text, its lines and its spans."""

from __future__ import annotations

import ast

import pytest

from flake8_atomic.analysis.code.scopes import find_scopes
from flake8_atomic.analysis.code.source import Source, Span, Unreadable
from flake8_atomic.analysis.code.text_of import TextOf


def source(text: str) -> Source:
    return Source(text, ast.Module([], []))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a\n", ""]),
        ("a\nb", ["a\n", "b"]),
        ("a\r\nb\r\n", ["a\r\n", "b\r\n", ""]),
        ("a\rb\r", ["a\r", "b\r", ""]),
        ("a\r\r\nb\n\rc", ["a\r", "\r\n", "b\n", "\r", "c"]),
        ("a\x0cb\u2028c\x85d\x1ce\n", ["a\x0cb\u2028c\x85d\x1ce\n", ""]),
    ],
)
def test_lines_end_where_python_ends_them(text: str, lines: list[str]) -> None:
    own = source(text)
    assert [own.line(number) for number in range(1, len(own.line_starts) + 1)] == lines
    assert "".join(lines) == text


def test_an_offset_belongs_to_the_line_that_holds_its_character() -> None:
    text = "ab\r\ncd\ref\n"
    assert [source(text).line_at(offset) for offset in range(len(text))] == [1, 1, 1, 1, 2, 2, 2, 3, 3, 3]


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("f()", Span(1, 0, 1, 3)),
        ("é = f()", Span(1, 4, 1, 7)),
        ("'😀', f()", Span(1, 5, 1, 8)),
        ("e\u0301, f('é')", Span(1, 4, 1, 10)),
        ("f(\n 'é',\n'ö')", Span(1, 0, 3, 4)),
    ],
)
def test_columns_count_characters_and_not_bytes(text: str, span: Span) -> None:
    own = Source.parse(text)
    call = next(node for node in ast.walk(own.tree) if isinstance(node, ast.Call))
    assert own.span(call) == span


@pytest.mark.parametrize("text", ["f( a,b )", "é.f('x'\n)", "(a)[ 'ü' ]", "f('😀',\r\n g())"])
def test_an_expression_is_given_as_it_is_written(text: str) -> None:
    own = Source.parse(f"'ö'; {text} ; x\n")
    node = own.tree.body[1]
    assert isinstance(node, ast.Expr)
    assert own.written(node.value) == text


def test_a_node_without_an_end_ends_where_it_starts() -> None:
    node = ast.Pass(lineno=1, col_offset=2)
    assert Source("  pass", ast.Module([node], [])).span(node) == Span(1, 2, 1, 2)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def", "SyntaxError invalid syntax on line 1"),
        ("print 'python 2'", "SyntaxError Missing parentheses in call to 'print'. Did you mean print(...)? on line 1"),
        ("a\0b", "source code string cannot contain null bytes"),
        ("(" * 1000, "too many nested parentheses"),
        ("'\udcff'", "surrogates not allowed"),
    ],
)
def test_what_cannot_be_parsed_gives_one_reason(text: str, reason: str) -> None:
    with pytest.raises(Unreadable, match=r"\A\w+Error [^\n]+\Z") as caught:
        Source.parse(text)
    assert reason in str(caught.value)


TEXT = "open(a)\nreopen(b)\ndef f():\n    open_(c); open(d); open(e)\n\n    x = open\nopen\n"


@pytest.mark.parametrize(
    ("words", "whole", "lines"),
    [
        ("open", False, [1, 2, 4, 6, 7]),
        ("open", True, [1, 4, 6, 7]),
        ("pen(", True, []),
        ("none", False, []),
        ("", True, []),
    ],
)
def test_a_search_names_each_line_once(words: str, whole: bool, lines: list[int]) -> None:
    own = Source.parse(TEXT)
    assert TextOf(own).lines(find_scopes(own.tree), words, whole=whole) == tuple(lines)


def test_a_search_stays_in_its_scope() -> None:
    own = Source.parse(TEXT)
    (function,) = find_scopes(own.tree).children
    assert TextOf(own).lines(function, "open") == (4, 6)


def test_a_search_reaches_the_end_of_a_last_line_that_does_not_end() -> None:
    own = Source.parse("def f():\n    return open(a)")
    (function,) = find_scopes(own.tree).children
    assert TextOf(own).lines(function, "open(") == (2,)
    assert TextOf(own).line(2) == "    return open(a)"
