"""What is only written for a test: by a fixture, or by what stands in for the real thing."""

from __future__ import annotations

import ast

from flake8_atomic.analysis.code.names import Term, dotted, last_name
from flake8_atomic.analysis.code.scopes import Scope
from flake8_atomic.analysis.code.survey import flow_of
from flake8_atomic.analysis.code.words import split_words
from flake8_atomic.analysis.file import File

_DOUBLES = frozenset({"dummy", "fake", "mock", "stub"})


def is_for_tests(file: File, scope: Scope) -> bool:
    """Is it written by a double, or by a fixture, for the test that asks for it?"""
    if scope.owner is not None and (_is_double(scope.owner) or _is_test_case(scope.owner)):
        return True
    return "pytest" in file.source.imports and _in_fixture(scope)


def _is_double(owner: Scope) -> bool:
    return not _DOUBLES.isdisjoint(split_words(owner.name)[:1])


def _is_test_case(owner: Scope) -> bool:
    """Is it a case of unittest, in a module that is not called like a test?"""
    bases = owner.node.bases if isinstance(owner.node, ast.ClassDef) else []
    return any(last_name(base).endswith("TestCase") for base in bases)


def _in_fixture(scope: Scope) -> bool:
    while scope.parent is not None:
        for node in scope.function.decorator_list if scope.function is not None else ():
            made = node.func if isinstance(node, ast.Call) else node
            if dotted(Term(made, scope.parent, flow_of(scope.parent).end)) == "pytest.fixture":
                return True
        scope = scope.parent
    return False
