"""What is only written for a test: by a fixture, or by what stands in for the real thing."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.file import File
from flake8_atomic.analysis.names import Term, dotted
from flake8_atomic.analysis.scopes import Scope
from flake8_atomic.analysis.survey import flow_of
from flake8_atomic.analysis.wording import split_words

_DOUBLES = frozenset({"dummy", "fake", "mock", "stub"})


def is_for_tests(file: File, scope: Scope) -> bool:
    """Is it written by a double, or by a fixture, for the test that asks for it?"""
    if scope.owner is not None and not _DOUBLES.isdisjoint(split_words(scope.owner.name)):
        return True
    return "pytest" in file.source.imports and _in_fixture(scope)


def _in_fixture(scope: Scope) -> bool:
    while scope.parent is not None:
        for node in scope.function.decorator_list if scope.function is not None else ():
            made = node.func if isinstance(node, ast.Call) else node
            if dotted(Term(made, scope.parent, flow_of(scope.parent).end)) == "pytest.fixture":
                return True
        scope = scope.parent
    return False
