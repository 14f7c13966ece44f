"""Each guard refuses a result that all the others let through.

In the snippets, `USE(a)` is planned to become `atomic_open(a)`, imported from the helpers.
"""

from __future__ import annotations

import pytest

from codemods.project.import_lines import Line
from codemods.verify import verify
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Call, CallInstead, Do, Instead, NoFix
from tests.codemods.fixing import pairs
from tests.codemods.verifying import ADDED, OPEN, called, check, opened, planned, refused

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
