"""Edits that are given to the applier itself: what it does with statements, and what it refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from codemods.apply import apply
from codemods.reading import read
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import Argument, Call, CallInstead, Do, Edit, Enter, Instead, NoFix
from tests.codemods.fixing import told

TEXT = told("""
    def first():
        # about one
        one()  # one
        # about two
        two(1)
        # at the end

    def second():
        three()
""")


def statements(source: Source, function: int = 0) -> list[ast.stmt]:
    return [node for node in source.tree.body if isinstance(node, ast.FunctionDef)][function].body


def applied(text: str, plan: Callable[[Source], list[Edit]]) -> str:
    source = Source.parse(text)
    tree = read(text)
    changed = apply(tree, source, plan(source), lambda wanted: wanted.name)
    assert tree.code_of(changed) == changed.code  # every statement is written afresh
    return changed.code


def test_the_comments_of_what_goes_stay_with_what_follows() -> None:
    after = applied(TEXT, lambda source: [Instead((statements(source)[0],), ())])
    assert "def first():\n    # about one\n    # one\n    # about two\n    two(1)\n" in after


def test_the_comments_of_what_goes_at_the_end_stay_at_the_end() -> None:
    after = applied(TEXT, lambda source: [Instead((statements(source)[1],), ())])
    assert "    one()  # one\n    # about two\n    # at the end\n" in after


def test_an_empty_suite_passes() -> None:
    after = applied(TEXT, lambda source: [Instead((statements(source, 1)[0],), ())])
    assert after.endswith("def second():\n    pass\n")


def test_a_with_around_a_statement_brings_the_comment_above_it_along() -> None:
    def around(source: Source) -> list[Edit]:
        one = statements(source)[0]
        return [Instead((one,), (Enter(Call("opened", ()), "", (one,)),))]

    assert "    # about one\n    with opened():\n        one()  # one\n" in applied(TEXT, around)


def test_a_call_is_made_of_names_values_and_calls() -> None:
    def instead(source: Source) -> list[Edit]:
        call = statements(source)[1].value  # type: ignore[attr-defined]
        inner = Call("inner", (Argument(call.args[0]), Argument("'x'", "name")))
        return [CallInstead(call, Call(call.func, (Argument(inner), Argument("rest", "**"))))]

    assert "    two(inner(1, name='x'), **rest)\n" in applied(TEXT, instead)


@pytest.mark.parametrize(
    ("reason", "plan"),
    [
        ("not neighbours", lambda source: [Instead((statements(source)[0], statements(source, 1)[0]), ())]),
        ("not found again", lambda _: [CallInstead(ast.parse("elsewhere(1)").body[0].value, "x")]),  # type: ignore[attr-defined]
        ("only 1 of 2", lambda source: [Instead((statements(source)[0],), (Do(Call("x", ())),))] * 2),
    ],
)
def test_a_plan_that_does_not_fit_is_refused(reason: str, plan: Callable[[Source], list[Edit]]) -> None:
    with pytest.raises(NoFix, match=reason):
        applied(TEXT, plan)


def test_a_statement_that_shares_its_line_is_refused() -> None:
    with pytest.raises(NoFix, match="shares its line"):
        applied("a(); b()\n", lambda source: [Instead((source.tree.body[1],), ())])
