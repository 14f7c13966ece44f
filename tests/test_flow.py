"""Branches and bindings: what comes before what, and which assignments a use sees."""

from __future__ import annotations

import ast
from textwrap import dedent, indent

import pytest

from flake8_atomic.analysis.code.names import visible
from flake8_atomic.analysis.code.survey import flow_of
from tests.snippets import asked, calls, cases, parsed, place


def seen(text: str) -> list[str]:
    """The values that `ask(x)` may see, nearest first; `how` for those that are not written down."""
    term = asked(parsed(text))
    bindings = [bound.binding for bound in visible("x", term)]
    return [ast.unparse(b.value) if b.how == "value" and b.value is not None else b.how for b in bindings]


ALWAYS = {
    "one statement after another": "a(); b()",
    "an argument is evaluated before the call": "b(a())",
    "the test of an if": "if a(): b()",
    "before an if": "a()\nif c: b()",
    "in one arm": "if c:\n  a()\n  b()",
    "the iterable of a loop": "for _ in a(): b()",
    "the item of a with": "with a(): b()",
    "the items of a with run in order": "with a(), b(): pass",
    "the body of a with": "with c: a()\nb()",
    "after a try without handlers": "try: a()\nfinally: pass\nb()",
    "the else of a try": "try: a()\nexcept E: pass\nelse: b()",
    "deep in the else of a try": "try: a()\nexcept E: pass\nelse:\n  if c: b()",
    "after a try whose handlers all leave": "try: a()\nexcept E: raise\nexcept F: return\nb()",
    "in a finally": "try: pass\nfinally: a()\nb()",
    "the subject of a match": "match a():\n  case 1: b()",
    "the first comparison": "c if a() else b()",
    "inside one lambda": "lambda: (a(), b())",
    "after an async with": "async with c: a()\nb()",
    "the decorator of a function": "@a()\ndef g(): pass\nb()",
    "the default of a function": "def g(x=a()): pass\nb()",
    "the base of a class": "class G(a()): pass\nb()",
    "a return": "return b(a())",
    "what is yielded": "yield a()\nb()",
    "an annotated assignment": "x: T = a()\nb()",
    "an augmented assignment": "x += a()\nb()",
    "an assert": "assert a()\nb()",
    "an attribute that is added to": "a().x += c\nb()",
    "the owner of an attribute that is assigned": "a().x.y = c\nb()",
    "a raise": "raise b(a())",
    "the index of a deleted item": "del x[a()]\nb()",
    "the index that is assigned": "x[a()] = c\nb()",
}
NOT_ALWAYS = {
    "the finally of a body that may be left early": "try: a()\nfinally: b()",
    "the other order": "b(); a()",
    "an if without else": "if c: a()\nb()",
    "the other arm": "if c: a()\nelse: b()",
    "a loop may not run": "for _ in c: a()\nb()",
    "a while may not run": "while c: a()\nb()",
    "the else of a loop": "for _ in c: pass\nelse: a()\nb()",
    "a body that may fail is not over in its handler": "if c:\n  try: a()\n  except E: b()\nb2()\n",
    "after a try whose handler goes on": "try: a()\nexcept E: pass\nb()",
    "one of the handlers goes on": "try: a()\nexcept E: raise\nexcept F: pass\nb()",
    "a handler": "try: pass\nexcept E: a()\nb()",
    "a case": "match c:\n  case 1: a()\nb()",
    "the guard of another case": "match c:\n  case 1 if a(): pass\n  case 2: b()",
    "a lambda may never be called": "f = lambda: a()\nb()",
    "a comprehension may be empty": "[a() for _ in c]\nb()",
    "after the loop that holds the try": "for _ in c:\n  try: a()\n  except E: continue\nb()",
}


def precedes(text: str) -> bool:
    file = parsed("async def f():\n" + indent(text, "    "))
    return place(file, "a").precedes(place(file, "b"))


@pytest.mark.parametrize("text", ALWAYS.values(), ids=ALWAYS)
def test_it_always_comes_before(text: str) -> None:
    assert precedes(text)


@pytest.mark.parametrize("text", NOT_ALWAYS.values(), ids=NOT_ALWAYS)
def test_it_need_not_come_before(text: str) -> None:
    assert not precedes(text)


SEEN = [
    ("the last of two assignments", "x = 1; x = 2; ask(x)", ["2"]),
    ("an assignment that follows", "x = 1; ask(x); x = 2", ["1"]),
    ("all, where only later ones are there", "ask(x); x = 1; x = 2", ["2", "1"]),
    ("both, where one may not happen", "x = 1\nif c: x = 2\nask(x)", ["2", "1"]),
    ("both arms", "if c: x = 1\nelse: x = 2\nask(x)", ["2", "1"]),
    ("its own arm", "x = 0\nif c: x = 1\nelse:\n  x = 2\n  ask(x)", ["2"]),
    ("not the other arm", "x = 0\nif c: x = 1\nelse: ask(x)", ["0"]),
    ("not what left early", "x = 0\nif c:\n  x = 1\n  return\nask(x)", ["0"]),
    ("not what raised", "x = 0\nif c:\n  x = 1\n  raise E\nask(x)", ["0"]),
    ("what raised, in the handler", "x = 0\ntry:\n  if c:\n    x = 1\n    raise E\nexcept E: ask(x)", ["1", "0"]),
    ("what raised, not in the else",
     "x = 0\ntry:\n  if c:\n    x = 1\n    raise E\nexcept E: pass\nelse: ask(x)", ["0"]),
    ("not what returned, in the handler", "x = 0\ntry:\n  if c:\n    x = 1\n    return\nexcept E: ask(x)", ["0"]),
    ("what returned, in the finally", "x = 0\ntry:\n  if c:\n    x = 1\n    return\nfinally: ask(x)", ["1", "0"]),
    ("what ended the loop, after it", "x = 0\nfor i in c:\n  if i:\n    x = 1\n    break\nask(x)", ["1", "0"]),
    ("what ends the loop anyway", "x = 0\nwhile c:\n  x = 1\n  break\nask(x)", ["1", "0"]),
    ("what ended the loop, not in its else", "x = 0\nfor i in c:\n  if i:\n    x = 1\n    break\nelse: ask(x)", ["0"]),
    ("what went on, in the else", "x = 0\nfor i in c:\n  if i:\n    x = 1\n    continue\nelse: ask(x)", ["1", "0"]),
    ("what ended the loop, not further in it", "x = 0\nfor i in c:\n  if i:\n    x = 1\n    break\n  ask(x)", ["0"]),
    ("what ended an inner loop, in the outer",
     "x = 0\nfor i in c:\n  for j in i:\n    if j:\n      x = 1\n      break\n  ask(x)", ["1", "0"]),
    ("what the body did, in the handler", "x = 0\ntry: x = 1\nexcept E: ask(x)", ["1", "0"]),
    ("what the body did, after it", "x = 0\ntry: x = 1\nexcept E: x = 2\nask(x)", ["2", "1", "0"]),
    ("the body alone, where the handler leaves", "x = 0\ntry: x = 1\nexcept E: return\nask(x)", ["1"]),
    ("not another handler", "x = 0\ntry: pass\nexcept E: x = 1\nexcept F: ask(x)", ["0"]),
    ("not the else, in a handler", "x = 0\ntry: pass\nexcept E: ask(x)\nelse: x = 1", ["0"]),
    ("the handler, in the finally", "x = 0\ntry: pass\nexcept E: x = 1\nfinally: ask(x)", ["1", "0"]),
    ("the else, in the finally", "x = 0\ntry: pass\nexcept E: pass\nelse: x = 1\nfinally: ask(x)", ["1", "0"]),
    ("not the else that left", "x = 0\ntry: pass\nexcept E: pass\nelse:\n  x = 1\n  return\nask(x)", ["0"]),
    ("the finally", "x = 0\ntry: pass\nfinally: x = 1\nask(x)", ["1"]),
    ("the body, in the finally", "x = 0\ntry: x = 1\nexcept E: pass\nfinally: ask(x)", ["1", "0"]),
    ("a case of its own", "x = 0\nmatch c:\n  case 1: x = 1\n  case 2: ask(x)", ["0"]),
    ("every case, after the match", "x = 0\nmatch c:\n  case 1: x = 1\n  case 2: x = 2\nask(x)", ["2", "1", "0"]),
    ("what a pattern captured", "x = 0\nmatch c:\n  case [x, *_]: ask(x)", ["changed"]),
    ("what a star captured", "x = 0\nmatch c:\n  case [_, *x]: ask(x)", ["changed"]),
    ("the rest of a mapping", "x = 0\nmatch c:\n  case {'a': 1, **x}: ask(x)", ["changed"]),
    ("a walrus", "if (x := 1): ask(x)", ["1"]),
    ("a walrus in a condition", "if not (c or (x := 1) == 2): ask(x)", ["1"]),
    ("a walrus in a while", "while (x := 1) > 0: ask(x)", ["1"]),
    ("the item of an unpacked pair", "x, y = 1, 2; ask(x)", ["1"]),
    ("the item of an unpacked value", "y, x = c; ask(x)", ["item"]),
    ("a starred item", "y, *x = c; ask(x)", ["changed"]),
    ("a starred item of as many", "*x, y = 1, 2; ask(x)", ["changed"]),
    ("what a loop binds", "for y, x in c: ask(x)", ["each"]),
    ("what an async loop binds", "async for x in c: ask(x)", ["each"]),
    ("what a with binds", "with c as x: ask(x)", ["entered"]),
    ("an item of what a with binds", "with c as (x, y): ask(x)", ["item"]),
    ("the name of an exception", "x = 0\ntry: pass\nexcept E as x: ask(x)", ["changed"]),
    ("a deleted name", "x = 0; del x; ask(x)", ["changed"]),
    ("an import", "import x; ask(x)", ["import"]),
    ("a dotted import", "import x.y; ask(x)", ["import"]),
    ("a function", "def x(): pass\nask(x)", ["definition"]),
    ("a class", "class x: pass\nask(x)", ["definition"]),
    ("what is added to it", "x = 1; x += 2; ask(x)", ["x + 2"]),
    ("an annotated assignment", "x: int = 1; ask(x)", ["1"]),
    ("nothing in a bare annotation", "x = 1; x: int; ask(x)", ["1"]),
    ("both targets", "y = x = 1; ask(x)", ["1"]),
    ("a with in a branch", "x = 0\nif c:\n  with d as x: pass\nask(x)", ["entered", "0"]),
    ("not the names of a comprehension", "x = 0; [x for x in c]; ask(x)", ["0"]),
    ("in a comprehension its own name", "x = 0; [ask(x) for x in c]", ["each"]),
    ("in a comprehension an item of its own", "x = 0; {ask(x): 1 for y, x in c}", ["each"]),
    ("in a condition of a comprehension", "x = 0; {y for x in c if ask(x)}", ["each"]),
    ("in an inner comprehension", "x = 0; ([ask(x) for y in d] for x in c)", ["each"]),
    ("in a comprehension the name around it", "x = 0; [ask(x) for y in c]", ["0"]),
    ("not the parameter of a lambda", "x = 0; lambda x: x; ask(x)", ["0"]),
    ("in a lambda its parameter", "x = 0; lambda x: ask(x)", ["changed"]),
    ("in a lambda its rest", "x = 0; lambda *x: ask(x)", ["changed"]),
    ("in a lambda its keywords", "x = 0; lambda **x: ask(x)", ["changed"]),
    ("in a lambda the name around it", "x = 0; lambda y: ask(x)", ["0"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "values"), [case[1:] for case in SEEN], ids=[case[0] for case in SEEN])
def test_a_use_sees(text: str, values: list[str]) -> None:
    assert seen("async def f():\n" + indent(text, "    ")) == values


@cases(
    {
        "a parameter": "def f(x): ask(x)",
        "a parameter that is only positional": "def f(x, /): ask(x)",
        "a parameter that is only a keyword": "def f(*, x): ask(x)",
        "a parameter with a default": "def f(a, x=1): ask(x)",
    }
)
def test_a_function_sees_its_parameter(text: str) -> None:
    assert seen(text) == ["parameter"]


@cases({"positional": "def f(*x): ask(x)", "by keyword": "def f(**x): ask(x)"})
def test_the_rest_of_the_arguments_is_unknown(text: str) -> None:
    assert seen(text) == ["changed"]


OUTER = [
    ("what the module last knew", "x = 1\ndef f(): ask(x)\nx = 2", ["2"]),
    ("what it gave a global name itself", "x = 1\ndef f():\n  global x\n  x = 2\n  ask(x)", ["2"]),
    ("a global name before it gives it another value", "x = 1\ndef f():\n  global x\n  ask(x)\n  x = 2", ["1"]),
    ("what it gave a nonlocal name", "def g():\n  x = 1\n  def f():\n    nonlocal x\n    x = 2\n    ask(x)", ["2"]),
    ("the function around", "def g():\n  x = 1\n  def f(): ask(x)", ["1"]),
    ("no name of the class around", "x = 1\nclass C:\n  x = 2\n  def f(self): ask(x)", ["1"]),
    ("a name of its own class body", "x = 1\nclass C:\n  x = 2\n  ask(x)", ["2"]),
    ("no comprehension of its function", "x = 1\ndef f():\n  [x() for x in c]\n  ask(x)", ["1"]),
    ("no comprehension of the function around", "x = 1\ndef g():\n  [x() for x in c]\n  def f(): ask(x)", ["1"]),
    ("nothing", "def f(): ask(x)", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "values"), [case[1:] for case in OUTER], ids=[case[0] for case in OUTER])
def test_a_function_sees_of_what_is_around_it(text: str, values: list[str]) -> None:
    file = parsed(text)
    assert len(list(calls(file, "x"))) == text.count("x()")  # every expression was read
    term = asked(file)
    assert [b.binding.value and ast.unparse(b.binding.value) for b in visible("x", term)] == values


def test_five_hundred_elifs_are_read() -> None:
    arms = "".join(f"elif c == {number}: x = {number}\n" for number in range(1, 500))
    values = seen(f"if c == 0: x = 0\n{arms}ask(x)")
    assert values == [str(number) for number in reversed(range(500))]


def test_calls_come_in_the_order_in_which_they_happen() -> None:
    text = "a(b(c()), d=e())\n[f() for _ in g() if h() for _ in i()]\nlambda x=k(), *, y=l(), z: j()\n"
    order = [ast.unparse(called.node.func) for called in flow_of(parsed(text).top).calls]
    assert order == list("cbeaghifjkl")


def test_what_a_function_yields_is_known() -> None:
    (function,) = parsed(
        dedent("""
        def f():
            yield
            got = yield a
            yield from b
    """)
    ).top.children
    assert [value and ast.unparse(value) for value, _ in flow_of(function).yields] == [None, "a", "b"]


def test_the_calls_of_a_function_may_be_read_while_its_parameters_are_gone_through() -> None:
    (function,) = parsed("def f(a, b):\n  return [ask(c) for c in a]\n").top.children
    flow = flow_of(function)
    assert [(binding.name, len(flow.calls)) for binding in flow.parameters] == [("a", 1), ("b", 1)]
