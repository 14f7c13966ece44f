"""Snippets of code: what the linter finds in them, and the expression that a snippet asks about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from textwrap import dedent

import pytest

from flake8_atomic.analysis.code.flow import Place
from flake8_atomic.analysis.code.names import Term
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.file import File
from flake8_atomic.detect import detect
from flake8_atomic.settings import Settings

_ANNOUNCED = re.compile(r"ATM\d{3}")


def cases(table: dict[str, str]) -> pytest.MarkDecorator:
    """One test for each snippet, under the sentence that says what it shows."""
    return pytest.mark.parametrize("text", [dedent(text).lstrip("\n") for text in table.values()], ids=list(table))


def announced(text: str) -> list[tuple[int, str]]:
    """The findings that the comments of a snippet announce, as (line, code)."""
    lines = enumerate(text.split("\n"), start=1)
    return [(number, code) for number, line in lines for code in _ANNOUNCED.findall(line.partition("#")[2])]


def found(text: str, settings: Settings | None = None, filename: str = "app.py") -> list[tuple[int, str]]:
    """The findings in a snippet, as (line, code)."""
    return [(finding.span.line, finding.code) for finding in detect(text, settings, filename)]


def codes(text: str, settings: Settings | None = None, filename: str = "app.py") -> list[str]:
    """The codes of what is found, in order."""
    return [code for _, code in found(text, settings, filename)]


def messages(text: str, settings: Settings | None = None) -> list[str]:
    """What is said of each finding."""
    return [finding.message for finding in detect(text, settings, "app.py")]


def reasons(text: str, settings: Settings | None = None) -> list[str]:
    """The evidence that each message names."""
    return [reason for message in messages(text, settings) for reason in re.findall(r"\(state by (.*)\)$", message)]


def parsed(text: str) -> File:
    """The analysis of a snippet."""
    return File(Source.parse(dedent(text)))


def calls(file: File, function: str) -> Iterator[Term]:
    """The calls of a function by its bare name, in the order of the scopes."""
    for scope in file.top.walk():
        for called in flow_of(scope).calls:
            if isinstance(called.node.func, ast.Name) and called.node.func.id == function:
                yield Term(called.node, scope, called.place)


def asked(file: File, argument: int = 0) -> Term:
    """What the snippet gives to `ask(…)`."""
    term = next(calls(file, "ask"))
    assert isinstance(term.node, ast.Call)
    return term.at(term.node.args[argument])


def place(file: File, function: str) -> Place:
    """Where a snippet calls a function."""
    return next(calls(file, function)).place
