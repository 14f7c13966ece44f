"""Each guard refuses a result that all the others let through.

In the snippets, `USE(a)` is planned to become `atomic_open(a)`, imported from the helpers.
"""

from __future__ import annotations

import ast
import tokenize
from typing import Any

import libcst as cst
import pytest

from codemods.flakes import flakes
from codemods.import_lines import Line
from codemods.planned import Planned
from codemods.reading import read
from codemods.verify import settled, verify
from flake8_atomic.analysis.source import Source, Span
from flake8_atomic.detect import Finding
from flake8_atomic.edits import HELPERS, Argument, Call, CallInstead, Do, Edit, Enter, Imported, Instead, NoFix
from tests.codemods.fixing import pairs, told
from tests.test_spans import TORTURE

OPEN = Imported(HELPERS, "atomic_open")
IMPORT = Line(HELPERS, "atomic_open")
ADDED = f"from {HELPERS} import atomic_open\n"


def called(source: Source, name: str = "USE") -> list[ast.Call]:
    calls = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    return [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == name]


def opened(call: ast.Call) -> Call:
    return Call(OPEN, tuple(Argument(value) for value in call.args), call)


def planned(edits: list[Edit], **changes: Any) -> Planned:
    return Planned(edits, **{"called": {(HELPERS, "atomic_open"): {"atomic_open"}}, "added": (IMPORT,), **changes})


def check(before: str, after: str, **changes: Any) -> None:
    source = Source.parse(before)
    edits: list[Edit] = [CallInstead(call, opened(call)) for call in called(source)]
    verify(source, after, "app.py", planned(edits, **changes))


def refused(before: str, after: str, **changes: Any) -> str:
    with pytest.raises(NoFix) as reason:
        check(before, after, **changes)
    return str(reason.value)


GOOD = {
    "an import and a call": """
        a = 1
        USE(a)  # one
        ---
        from flake8_atomic.helpers import atomic_open

        a = 1
        atomic_open(a)  # one
    """,
    "below imports and blank lines": '''
        """What it is."""

        import os


        def f(a):
            os.chdir(USE(a))
            # last
        ---
        """What it is."""

        import os

        from flake8_atomic.helpers import atomic_open


        def f(a):
            os.chdir(atomic_open(a))
            # last
    ''',
    "merged": """
        from flake8_atomic.helpers import (
            recover,  # first
        )
        recover(USE(1)); USE(
            2
        )
        ---
        from flake8_atomic.helpers import (
            atomic_open,
            recover,  # first
        )
        recover(atomic_open(1)); atomic_open(
            2
        )
    """,
}


@pairs(GOOD)
def test_what_was_planned_is_let_through(before: str, after: str) -> None:
    check(before, after)
    check(before.replace("\n", "\r\n"), after.replace("\n", "\r\n"))


@pytest.mark.parametrize("gone", [1, 5, 9])
def test_of_imports_that_are_written_alike_each_may_go(gone: int) -> None:
    lines = [
        line for name in "fgh" for line in (f"def {name}():", "    import json", f"    USE({name})", f"    {name}()")
    ]
    source = Source.parse("\n".join(lines))
    plan = planned([CallInstead(call, opened(call)) for call in called(source)], removed=(Line("json"),))
    after = [line.replace("USE", "atomic_open") for at, line in enumerate(lines) if at != gone]
    verify(source, "\n".join([ADDED, *after]), "app.py", plan)
    moved = [*after[:3], after[4], after[3], *after[5:]]
    with pytest.raises(NoFix):
        verify(source, "\n".join([ADDED, *moved]), "app.py", plan)


@pytest.mark.parametrize("end", ["", "\n"])
def test_the_last_line_may_have_no_end_and_keeps_that(end: str) -> None:
    check(f"a = 1\nUSE(a){end}", f"{ADDED}\na = 1\natomic_open(a){end}")
    check("USE(a)", f"{ADDED}\natomic_open(a)")
    other = "" if end else "\n"
    assert "end lines in another way" in refused(f"a = 1\nUSE(a){end}", f"{ADDED}\na = 1\natomic_open(a){other}")


def test_the_comments_that_end_a_block_go_where_it_goes() -> None:
    before = "with USE(a) as f:\n    f(1)\n\n    # last\n\t# also\n# after\n"
    source = Source.parse(before)
    plan = planned([Instead(tuple(source.tree.body), (Do(Call(OPEN, ())),))])
    after = f"{ADDED}\natomic_open()\n# last\n# also\n# after\n"
    verify(source, after, "app.py", plan)
    with pytest.raises(NoFix, match="lose the comment # last"):
        verify(source, after.replace("# last\n", ""), "app.py", plan)
    with pytest.raises(NoFix, match="from line 6 on"):
        verify(source, after.replace("# after", "#  after"), "app.py", plan)


def test_the_comments_below_a_call_stay_where_they_are() -> None:
    before = "with USE(a) as f:\n    # first\n    f(1)\n"
    after = f"{ADDED}\nwith atomic_open(a) as f:\n    f(1)\n    # first\n"
    assert "from line 2 on" in refused(before, after)


def test_a_removed_import_is_let_through_with_its_comment() -> None:
    before = (
        "import io  # for USE\nfrom os import (\n    path,  # kept\n    sep,  # gone\n)\n\nUSE(io, sep)\nx = path\n"
    )
    source = Source.parse(before)
    (call,) = called(source)
    plan = planned([CallInstead(call, Call(OPEN, ()))], removed=(Line("io"), Line("os", "sep")))
    after = f"{ADDED}from os import (\n    path,  # kept\n)\n\natomic_open()\nx = path\n"
    verify(source, after, "app.py", plan)
    with pytest.raises(NoFix, match="comment # kept"):
        verify(source, after.replace("  # kept", ""), "app.py", plan)
    with pytest.raises(NoFix, match="of io is not as planned"):
        verify(source, f"import io  # for USE\n{after}", "app.py", plan)


SABOTAGED = {
    "it does not parse": ("USE(1)\n", f"{ADDED}atomic_open(1\n", "cannot be parsed"),
    "an argument more": ("USE(1)\n", f"{ADDED}atomic_open(1, 2)\n", "not what was planned"),
    "another function": ("USE(1)\n", f"{ADDED}atomic_open.x(1)\n", "not what was planned"),
    "a keyword": ("USE(1)\n", f"{ADDED}atomic_open(a=1)\n", "not what was planned"),
    "another constant": ("USE(1)\n", f"{ADDED}atomic_open(True)\n", "not what was planned"),
    "another kind of string": ("x = ''; USE(1)\n", f"{ADDED}x = u''; atomic_open(1)\n", "not what was planned"),
    "another statement on the line": ("x = 1; USE(x.a)\n", f"{ADDED}x = 2; atomic_open(x.a)\n", "around line 1"),
    "a statement less": ("x = 1; USE(1)\n", f"{ADDED}atomic_open(1)\n", "missing or new"),
    "a statement more": ("USE(1)\n", f"{ADDED}atomic_open(1); atomic_open(1)\n", "missing or new"),
    "an expression more": ("USE(1)\nx = [1]\n", f"{ADDED}atomic_open(1)\nx = [1, 2]\n", "not what was planned"),
    "a statement more beside": (
        "def f():\n  x\n  USE(1)\n",
        f"{ADDED}def f():\n  y\n  atomic_open(1)\n",
        "around line 2",
    ),
    "a decorator less": (
        "@a\ndef f(): pass\nUSE(1)\n",
        f"{ADDED}def f(): pass\natomic_open(1)\n",
        "not what was planned",
    ),
    "another decorator": (
        "@a\ndef f(): 1\nUSE(1)\n",
        f"{ADDED}@b\ndef f(): 1\natomic_open(1)\n",
        "not what was planned",
    ),
    "a method that moves out": (
        "class A:\n  x\n  def f(): pass\nUSE(1)\n",
        f"{ADDED}class A:\n  x\ndef f(): pass\natomic_open(1)\n",
        "missing or new",
    ),
    "two that change places": ("USE(1)\nx\ny\n", f"{ADDED}atomic_open(1)\ny\nx\n", "not what was planned"),
    "a branch more": ("if USE(1): pass\n", f"{ADDED}if atomic_open(1): pass\nelse: pass\n", "missing or new"),
    "an import is missing": ("USE(1)\n", "import atomic_open\natomic_open(1)\n", "missing or new"),
    "its own import is missing": (
        "atomic_open = 1\nUSE(1)\n",
        "atomic_open = 1\natomic_open(1)\n",
        "of atomic_open is",
    ),
    "an import too many": ("USE(1)\n", f"{ADDED}import os\natomic_open(1)\nos.x\n", "missing or new"),
    "an import below its use": ("USE(1)\n", f"atomic_open(1)\n{ADDED}", "below the code"),
    "an import in a function": ("def f(): USE(1)\n", f"def f():\n  {ADDED}  atomic_open(1)\n", "missing or new"),
    "the docstring is none": ("'x'\nUSE(1)\n", f"{ADDED}'x'\natomic_open(1)\n", "docstring"),
    "an edit is not done": ("USE(1)\nUSE(2)\n", f"{ADDED}atomic_open(1)\nUSE(2)\n", "not what was planned"),
    "other line ends": ("USE(1)\r\n", f"{ADDED[:-1]}\r\natomic_open(\n1)\r\n", "end lines"),
    "blanks before": ("x = 1\nUSE(1)\n", f"{ADDED}x  = 1\natomic_open(1)\n", "from line 1"),
    "blanks after": ("USE(1)\nx = 1\n", f"{ADDED}atomic_open(1)\nx = 1 \n", "from line 2"),
    "blanks between": ("USE(1)\nx = 1\nUSE(2)\n", f"{ADDED}atomic_open(1)\nx =  1\natomic_open(2)\n", "from line 2"),
    "a comment elsewhere": ("# x\nx = 1\nUSE(1)\n", f"{ADDED}# y\nx = 1\natomic_open(1)\n", "from line 1"),
    "a blank line elsewhere": ("x = 1\n\ny = 1\nUSE(1)\n", f"{ADDED}x = 1\ny = 1\natomic_open(1)\n", "from line 1"),
    "a blank line at the end": ("USE(1)\nx = 1\n", f"{ADDED}atomic_open(1)\nx = 1\n\n", "from line 2"),
    "no line end": ("x = 1\nUSE(1)\nx\n", f"{ADDED}x = 1\natomic_open(1)\nx", "end lines in another way"),
    "another import": ("import os # a\nos\nUSE(1)\n", f"import os  # a\n{ADDED}os\natomic_open(1)\n", "from line 1"),
    "a comment is lost": ("USE(  # x\n1)  # x\n", f"{ADDED}atomic_open(1)  # x\n", "lose the comment # x"),
}


@pytest.mark.parametrize(("before", "after", "reason"), SABOTAGED.values(), ids=SABOTAGED)
def test_what_was_not_planned_is_refused(before: str, after: str, reason: str) -> None:
    assert reason in refused(before, after)


def test_a_result_that_cannot_be_compiled_is_refused() -> None:
    source = Source.parse("def f(a): return USE(a)\nx = [f]\n")
    edits: list[Edit] = [CallInstead(call, "await a") for call in called(source)]
    with pytest.raises(NoFix, match="cannot be compiled, SyntaxError"):
        verify(source, "def f(a): return await a\nx = [f]\n", "app.py", Planned(edits))


def test_what_could_not_be_compiled_before_may_stay_so() -> None:
    check("USE(1)\nbreak\n", f"{ADDED}atomic_open(1)\nbreak\n")
    check("def f(): await x\nUSE(1)\n", f"{ADDED}def f(): await x\natomic_open(1)\n")


def test_only_what_changed_is_compiled_but_all_of_that() -> None:
    future = "from __future__ import annotations\n"
    kept = "def f(): pass\nclass A: pass\n"
    check(f"{future}{kept}USE(1)\n", f"{future}{ADDED}{kept}atomic_open(1)\n")
    for before, after in [
        (f"{future}{kept}USE(1)\n", f"{ADDED}{future}{kept}atomic_open(1)\n"),
        (f"{kept}def g(): USE(1)\n", f"{ADDED}{kept}def g(): atomic_open(1); nonlocal x\n"),
        (f"{kept}class B:\n  def f(): USE(1)\n", f"{ADDED}{kept}class B:\n  def f(): atomic_open(1)\n  return\n"),
    ]:
        assert "cannot be compiled, SyntaxError" in refused(before, after)


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        ("a = 1\nUSE(a)\n", "nowhere(a)", "undefined name 'nowhere'"),
        ("def f(a):\n    b = a\n    USE(b)\n", "print", "local variable 'b' is assigned to but never used"),
        ("import io\nUSE(io)\n", "print", "'io' imported but unused"),
    ],
)
def test_a_result_that_is_less_clean_is_refused(before: str, after: str, reason: str) -> None:
    source = Source.parse(before)
    new = after.partition("(")[0]
    edits: list[Edit] = [
        CallInstead(call, Call(new, tuple(map(Argument, call.args)) if "(" in after else ())) for call in called(source)
    ]
    result = before.replace("USE(a)", after).replace("USE(b)", "print()").replace("USE(io)", "print()")
    with pytest.raises(NoFix, match=reason):
        verify(source, result, "app.py", Planned(edits))


def test_what_is_said_of_one_text_is_not_said_of_another() -> None:
    told = {"import io\n": ["UnusedImport"], "io\n": ["UndefinedName"], "import io\nio\n": []}
    for text in (*told, *told):
        assert [flake.kind for flake in flakes(text, "app.py")] == told[text]
    with pytest.raises(NoFix, match="pyflakes fails on this file, Unreadable SyntaxError"):
        flakes("import (\n", "app.py")


def test_an_import_may_stay_unused_on_purpose() -> None:
    source = Source.parse("import io\nUSE(io)\n")
    edits: list[Edit] = [CallInstead(call, "print()") for call in called(source)]
    verify(source, "import io\nprint()\n", "app.py", Planned(edits, kept={"io"}))


def test_pyflakes_may_fail() -> None:
    deep = "x = " + "-" * 900 + "1\n"
    text = f"USE(1)\n{deep}"
    reason = refused(text, f"{ADDED}{text}".replace("USE", "atomic_open"))
    assert "RecursionError" in reason


def test_statements_are_replaced_as_planned() -> None:
    text = told(
        """
        def save(p, d):
            with USE(p) as f:
                # all of it
                f.write(d)
            f = USE(p)
            f.write(d)
            f.close()
            return 1
        """
    )
    source = Source.parse(text)
    one, two = called(source)
    (function,) = source.tree.body
    assert isinstance(function, ast.FunctionDef)
    first, second, third, fourth = function.body[:4]
    edits: list[Edit] = [
        Instead((first,), (Do(opened(one)),)),
        Instead((second, third, fourth), (Enter(opened(two), "f", (third,)),)),
    ]
    after = told(
        """
        from flake8_atomic.helpers import atomic_open


        def save(p, d):
            # all of it
            atomic_open(p)
            with atomic_open(p) as f:
                f.write(d)
            return 1
        """
    )
    verify(source, after, "app.py", planned(edits))
    for old, new in [
        ("as f:\n", "as g:\n"),
        ("as f:\n", ":\n"),
        ("f.write(d)", "f.write(p)"),
        ("    with atomic_open(p) as f:\n        f", "    f"),
        ("    atomic_open(p)\n", ""),
        ("    atomic_open(p)\n", "    x = atomic_open(p)\n"),
        ("with atomic_open(p) as f", "with atomic_open(p) as f, p"),
    ]:
        assert old in after
        with pytest.raises(NoFix, match="not what was planned"):
            verify(source, after.replace(old, new), "app.py", planned(edits))


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


def test_libcst_is_asked_first() -> None:
    assert read("x = 1\r\n").module.code == "x = 1\r\n"
    for text, reason in [("x = (\n", "ParserSyntaxError"), ("try: f()\nexcept A :\n  f()\n", "not reproduce")]:
        with pytest.raises(NoFix, match=reason):
            read(text)


@pytest.mark.parametrize(("error", "seen"), [(RecursionError, NoFix), (KeyboardInterrupt, KeyboardInterrupt)])
def test_libcst_may_fail(monkeypatch: pytest.MonkeyPatch, error: type[Exception], seen: type[Exception]) -> None:
    def fails(text: str) -> None:
        raise error(text)

    monkeypatch.setattr(cst, "parse_module", fails)
    with pytest.raises(seen):
        read("x = 1\n")


def found(*codes: str) -> list[Finding]:
    return [Finding(code, "what is wrong", Span(line, 0, line, 1)) for line, code in enumerate(codes, start=1)]


def test_what_is_fixed_is_found_no_more() -> None:
    before = found("ATM101", "ATM101", "ATM103")
    settled(before, found("ATM103", "ATM101"), before[:1])
    settled(before, [], before[:1])
    with pytest.raises(NoFix, match="ATM101 is still found on line 3"):
        settled(before, found("ATM103", "ATM101", "ATM101"), before[:1])
    with pytest.raises(NoFix, match="ATM205 would be new on line 2"):
        settled(before, found("ATM103", "ATM205"), before[:1])


def test_guards_that_fail_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise tokenize.TokenError("EOF in multi-line statement")

    with monkeypatch.context() as patch:
        patch.setattr(tokenize, "generate_tokens", fails)
        assert "comments cannot be compared" in refused("USE(  # x\n1)\n", f"{ADDED}atomic_open(1)\n")
    monkeypatch.setattr("codemods.flakes.Checker", fails)
    before = "USE(1)  # a text that nobody has read so far\n"
    assert "pyflakes fails on this file, TokenError" in refused(before, ADDED + before.replace("USE", "atomic_open"))
