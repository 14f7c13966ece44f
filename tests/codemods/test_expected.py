"""A tree is what the plan makes of the other, statement by statement."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from codemods.project.import_lines import Line
from codemods.syntax.planned import Planned
from codemods.verify import verify
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import HELPERS, Argument, Call, CallInstead, Do, Edit, Enter, Imported, Instead, NoFix
from tests.codemods.fixing import told
from tests.codemods.verifying import ADDED, OPEN, called, check, opened, planned, refused
from tests.test_spans import TORTURE

SAVED = told("""
    def save(p, d):
        with USE(p) as f:
            # all of it
            f.write(d)
        f = USE(p)
        f.write(d)
        f.close()
        return 1
""")
REPLACED = told("""
    from flake8_atomic.helpers import atomic_open


    def save(p, d):
        # all of it
        atomic_open(p)
        with atomic_open(p) as f:
            f.write(d)
        return 1
""")


def judge(after: str) -> None:
    """Hold a text against the plan that makes the one of these from the other."""
    source = Source.parse(SAVED)
    one, two = called(source)
    (function,) = source.tree.body
    assert isinstance(function, ast.FunctionDef)
    first, second, third, fourth = function.body[:4]
    edits: list[Edit] = [
        Instead((first,), (Do(opened(one)),)),
        Instead((second, third, fourth), (Enter(opened(two), "f", (third,)),)),
    ]
    verify(source, after, "app.py", planned(edits))


def test_statements_are_replaced_as_planned() -> None:
    judge(REPLACED)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("as f:\n", "as g:\n"),
        ("as f:\n", ":\n"),
        ("f.write(d)", "f.write(p)"),
        ("    with atomic_open(p) as f:\n        f", "    f"),
        ("    atomic_open(p)\n", ""),
        ("    atomic_open(p)\n", "    x = atomic_open(p)\n"),
        ("with atomic_open(p) as f", "with atomic_open(p) as f, p"),
    ],
)
def test_statements_are_replaced_by_nothing_else(old: str, new: str) -> None:
    assert old in REPLACED
    with pytest.raises(NoFix, match="not what was planned"):
        judge(REPLACED.replace(old, new))


def test_a_with_in_a_with_is_one() -> None:
    text = "x = USE(1)\nwith x as y: y\n"
    for after in ("with atomic_open(1) as x, x as y: y\n", "with atomic_open(1), atomic_open(1) as x, x as y: y\n"):
        source = Source.parse(text)
        (call,) = called(source)
        inner: Any = Enter(opened(call), "x", (source.tree.body[1],))
        new = Enter(opened(call), "", (inner,)) if "), a" in after else inner
        edit = Instead(tuple(source.tree.body), (new,))
        verify(source, ADDED + after, "app.py", planned([edit]))


def test_an_awaited_call_is_awaited() -> None:
    source = Source.parse("async def f():\n    await USE(1)\n")
    (call,) = called(source)
    (function,) = source.tree.body
    assert isinstance(function, ast.AsyncFunctionDef)
    plan = planned([Instead((function.body[0],), (Do(opened(call), awaited=True),))])
    verify(source, f"{ADDED}async def f():\n    await atomic_open(1)\n", "app.py", plan)
    with pytest.raises(NoFix):
        verify(source, f"{ADDED}async def f():\n    atomic_open(1)\n", "app.py", plan)


def test_a_suite_that_is_left_empty_passes() -> None:
    source = Source.parse("if x:\n    USE(1)\n")
    (branch,) = source.tree.body
    assert isinstance(branch, ast.If)
    plan = Planned([Instead((branch.body[0],), ())])
    verify(source, "if x:\n    pass\n", "app.py", plan)


def test_values_of_a_plan_are_written_as_they_are() -> None:
    source = Source.parse("USE(a, *b, **c)\n")
    (call,) = called(source)
    arguments = (
        Argument(call.args[0]),
        Argument(call.args[1]),
        Argument("'w'", "mode"),
        Argument(Imported("functools", "", "partial"), "f"),
        Argument(Call("str", ()), "g"),
        Argument(call.keywords[0].value, "**"),
    )
    plan = planned(
        [CallInstead(call, Call(OPEN, arguments)), CallInstead(call.args[0], "other")],
        called={(HELPERS, "atomic_open"): {"h.atomic_open"}, ("functools", ""): {"ft"}},
        added=(Line(HELPERS, "", "h"), Line("functools", "", "ft")),
    )
    lines = f"import functools as ft\nimport {HELPERS} as h\n"
    with pytest.raises(NoFix, match="1 of the planned edits"):  # what moves is what it was
        verify(source, f"{lines}h.atomic_open(a, *b, mode='w', f=ft.partial, g=str(), **c)\n", "app.py", plan)
    plan = planned(list(plan.edits[:1]), called=plan.called, added=plan.added)
    verify(source, f"{lines}h.atomic_open(a, *b, mode='w', f=ft.partial, g=str(), **c)\n", "app.py", plan)
    with pytest.raises(NoFix, match="not what was planned"):
        verify(source, f"{lines}h.atomic_open(a, *b, mode='w', f=ft.partial, h=str(), **c)\n", "app.py", plan)


def test_statements_that_are_no_neighbours_are_refused() -> None:
    source = Source.parse("a\nb\nUSE(1)\n")
    first, _, third = source.tree.body
    with pytest.raises(NoFix, match="neighbours"):
        verify(source, "b\n", "app.py", Planned([Instead((first, third), ())]))


@pytest.mark.parametrize("text", TORTURE.values(), ids=TORTURE)
def test_nothing_passes_for_no_change_but_no_change(text: str) -> None:
    """Every character is taken away, one at a time."""
    source = Source.parse(text)
    verify(source, text, "app.py", Planned([]))
    for place in range(len(text)):
        with pytest.raises(NoFix):
            verify(source, text[:place] + text[place + 1 :], "app.py", Planned([]))


def test_a_sum_of_a_thousand_terms_is_compared() -> None:
    text = "x = " + " + ".join(["1"] * 900) + "\n"
    assert "RecursionError" in refused(text, text, added=())  # pyflakes alone cannot read it
    with pytest.raises(NoFix, match="around line 1"):
        check(text, text.replace("1\n", "2\n"), added=())
