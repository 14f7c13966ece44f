"""The functions and classes of a file."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from flake8_atomic.analysis.code.scopes import Scope, find_scopes

TEXT = dedent("""
    import a

    @decorated
    def outer():
        if x:
            import b
            def inner(): pass
        else:
            class Local:
                async def method(self):
                    with c:
                        from d import e
                        return 1
        for _ in y:
            pass
        return lambda: 0

    class Other:
        try:
            def one(self): ...
        except E:
            def two(self): ...
        match x:
            case 1:
                def three(self): ...
    z = 1
""")


@pytest.fixture
def top() -> Scope:
    return find_scopes(ast.parse(TEXT))


def named(top: Scope, name: str) -> Scope:
    return next(scope for scope in top.walk() if scope.name == name)


def test_scopes_are_found_in_every_suite_and_walked_in_the_order_of_the_text(top: Scope) -> None:
    assert [scope.name for scope in top.walk()] == [
        "", "outer", "inner", "Local", "method", "Other", "one", "two", "three",
    ]  # fmt: skip


def test_an_import_belongs_to_the_scope_that_runs_it(top: Scope) -> None:
    imports = {scope.name: [ast.unparse(node) for node in scope.imports] for scope in top.walk() if scope.imports}
    assert imports == {"": ["import a"], "outer": ["import b"], "method": ["from d import e"]}


@pytest.mark.parametrize(
    ("line", "name"),
    [(2, ""), (4, ""), (5, "outer"), (7, "outer"), (8, "inner"), (12, "method"), (17, "outer"), (18, ""), (27, "")],
)
def test_a_line_belongs_to_the_innermost_scope_that_holds_it(top: Scope, line: int, name: str) -> None:
    assert top.at_line(line).name == name


@pytest.mark.parametrize(
    ("name", "owner"), [("", None), ("outer", None), ("inner", None), ("method", "Local"), ("Other", "Other")]
)
def test_the_owner_is_the_nearest_class_around(top: Scope, name: str, owner: str | None) -> None:
    found = named(top, name).owner
    assert (found and found.name) == owner


def test_only_functions_have_a_function(top: Scope) -> None:
    assert [scope.name for scope in top.walk() if scope.function] == ["outer", "inner", "method", "one", "two", "three"]
