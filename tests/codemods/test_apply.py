"""Edits that are given to the applier itself: what it does with statements, and what it refuses."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from codemods.apply import apply
from codemods.syntax.reading import read
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Argument, Attempt, Call, CallInstead, Do, Edit, Enter, Instead, NoFix
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


SHAPES = {
    "in the module": "{0}\n",
    "in a class": "class A:\n    x = {0}\n\n    # about f\n    @d\n    def f(self): pass\n",
    "in a method": "class A:\n    y = z\n\n    # on g\n    @d(\n    1)\n    def g(s): return {0}\n\nx\n",
    "in a decorator": "class A:\n    @d({0})\n    def f(self): pass\n",
    "in a nested function": "def f():\n\tif x:\n\t\tdef g(a={0}):\n\t\t\treturn {0}\n\telse: pass\n\treturn {0}\n",
    "in a branch": "if x:\n  def f(): pass\nelif {0}:\n  class A:\n    async def f(self): {0}\n",
    "beside others": "# first\n\nimport a; {0}; b\ndef f(): return {0}; x\n\n\n# last\n",
    "after other letters": "class Ä:\n    def ö(self): 'ü'; {0}\n",
}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_call_is_found_wherever_it_stands(shape: str, end: str) -> None:
    def instead(source: Source) -> list[Edit]:
        calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
        return [CallInstead(call, Call("new", ())) for call in calls if ast.unparse(call.func) == "old"]

    for text in (shape, shape.removesuffix("\n")):
        text = text.replace("\n", end)
        assert applied(text.format("old(1)"), instead) == text.format("new()")


@pytest.mark.parametrize("text", ["", "\n", "\r\n", "# x", "# x\n\n", "x", "x\n\n# y"])
def test_what_no_edit_touches_stays(text: str) -> None:
    assert applied(text, lambda _: []) == text


def test_the_last_statement_may_go() -> None:
    assert applied("a\nb", lambda source: [Instead((source.tree.body[1],), ())]) == "a"
    assert applied("a\nb\n", lambda source: [Instead((source.tree.body[0],), ())]) == "b\n"


def test_the_comments_of_what_goes_stay_with_what_follows() -> None:
    after = applied(TEXT, lambda source: [Instead((statements(source)[0],), ())])
    assert "def first():\n    # about one\n    # one\n    # about two\n    two(1)\n" in after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    one()\n\n    GONE\n\n    two()\n", "    one()\n\n    two()\n"),
        ("    one()\n\n\n    GONE\n\n    two()\n", "    one()\n\n\n    two()\n"),
        ("    one()\n    GONE\n\n    two()\n", "    one()\n\n    two()\n"),
        ("    one()\n\n    GONE\n    two()\n", "    one()\n\n    two()\n"),
        ("    one()\n\n    # gone\n    GONE\n\n    two()\n", "    one()\n\n    # gone\n\n    two()\n"),
        ("    one()\n\n    GONE\n\n    # two\n    two()\n", "    one()\n\n    # two\n    two()\n"),
        ("    GONE\n\n    two()\n", "    two()\n"),
        ("\n    GONE\n\n    # two\n    two()\n", "    # two\n    two()\n"),
        ("    # gone\n    GONE\n\n    two()\n", "    # gone\n\n    two()\n"),
        ("    one()\n\n    GONE\n", "    one()\n"),
    ],
)
def test_blank_lines_around_what_goes_become_as_many_as_one_side_had(before: str, after: str) -> None:
    def without(source: Source) -> list[Edit]:
        return [Instead((node,), ()) for node in statements(source) if ast.unparse(node) == "GONE"]

    assert applied(f"def f():\n{before}", without) == f"def f():\n{after}"


def test_the_comments_of_what_goes_at_the_end_stay_at_the_end() -> None:
    after = applied(TEXT, lambda source: [Instead((statements(source)[1],), ())])
    assert "    one()  # one\n    # about two\n    # at the end\n" in after


@pytest.mark.parametrize(
    ("below", "stays"),
    [
        ("        # last", "    new()\n    # last"),
        ("        # last\n\n        # of all\n    # after\n", "    new()\n    # last\n    # of all\n    # after\n"),
        ("        # last\n    # after\n    x\n", "    new()\n    # last\n    # after\n    x\n"),
        ("        if y:\n            one()  # side\n            # last\n", "    # side\n    new()\n    # last\n"),
    ],
)
def test_a_comment_that_ends_a_block_stays_below_what_it_becomes(below: str, stays: str) -> None:
    def instead(source: Source) -> list[Edit]:
        return [Instead((statements(source)[0],), (Do(Call("new", ())),))]

    text = f"def f():\n    with x:\n        one()\n{below}"
    assert applied(text, instead) == f"def f():\n{stays}"


def test_the_comment_at_the_end_of_a_block_on_one_line_stays_there() -> None:
    after = applied("with x: one()  # noqa\n", lambda source: [Instead((source.tree.body[0],), (Do(Call("new", ())),))])
    assert after == "new()  # noqa\n"


@pytest.mark.parametrize(
    ("gone", "stays"),
    [
        (0, "    # about one\n    # one\n    # about two\n    try:\n        two(1)\n    except"),
        (1, "    # about one\n    try:\n        one()  # one\n        # about two\n    except"),
    ],
)
def test_what_goes_from_a_try_leaves_its_comments(gone: int, stays: str) -> None:
    def around(source: Source) -> list[Edit]:
        body = tuple(statements(source))
        return [Instead(body, (Attempt(body, (Do(Call("undo", ())),)),)), Instead((body[gone],), ())]

    assert stays in applied(TEXT, around)


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
