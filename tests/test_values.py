"""Where a value comes from."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from flake8_atomic.analysis.code.values import Origin
from flake8_atomic.analysis.vocabulary import TREES
from tests.snippets import asked, calls, parsed


def text_of(origin: Origin) -> str:
    return ast.unparse(origin.term.node) if origin.how == "expression" else origin.how


def origins(text: str) -> list[str]:
    file = parsed(text)
    return [text_of(origin) for origin in file.values.origins(asked(file))]


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("ask(1)", ["1"]),
        ("a = 1\nb = a\nask(b)", ["1"]),
        ("a = b if c else 2\nb = 3\nask(a)", ["3", "2"]),
        ("ask(a or 2)", ["unknown", "2"]),
        ("async def f(): ask(await g())", ["g()"]),
        ("ask((a := g()))", ["g()"]),
        ("ask(*g())", ["g()"]),
        ("ask(a)", ["unknown"]),
        ("a = a\nask(a)", []),
        ("def f(a): ask(a)", ["parameter"]),
        ("import a\nask(a)", ["import"]),
        ("def a(): pass\nask(a)", ["definition"]),
        ("for a in b: ask(a)", ["each"]),
        ("with b as a: ask(a)", ["entered"]),
        ("a, b = c()\nask(a)", ["item"]),
        ("a = 1\ndel a\nask(a)", ["changed"]),
        ("ask(a.b)", ["a.b"]),
        ("ask(a.b.c)", ["a.b.c"]),
        ("class C:\n  def f(self): ask(self.a)", ["attribute"]),
        ("class C:\n  def f(self): ask(self.a)\n  def g(self): self.a = 1", ["1"]),
        ("class C:\n  a = 1\n  def f(self): ask(self.a)", ["1"]),
        ("class C:\n  a: str\n  def f(self): ask(self.a)", ["attribute"]),
        ("class C:\n  a = 0\n  def f(self):\n    self.a = 1\n    self.a = 2\n    ask(self.a)", ["0", "1", "2"]),
        ("class C:\n  def f(self):\n    ask(self.a)\n  def g(this):\n    this.a: int = 1", ["1"]),
        ("class C:\n  def f(self):\n    ask(self.a)\n  def g(self):\n    self.b, self.a = 1, 2", ["2"]),
        ("class C:\n  def f(self):\n    ask(self.a)\n  def g(self, other):\n    other.a = 1", ["attribute"]),
        ("class C:\n  def f(self):\n    ask(self.a)\n  def g(self):\n    self.ab = self.a.b = 1", ["attribute"]),
        ("class C:\n  def f(self):\n    ask(self.a)\n  def g(self):\n    with b as self.a: pass", ["entered"]),
        ("class B:\n  def g(self): self.a = 1\nclass C(B):\n  def f(self): ask(self.a)", ["1"]),
        ("class C:\n  @classmethod\n  def f(cls): ask(cls.a)\n  @classmethod\n  def g(cls): cls.a = 1", ["1"]),
        ("class C:\n  def f(self):\n    self.a = 1\n    def g(): ask(self.a)", ["1"]),
        ("class C:\n  def f(self):\n    self.a = self.a or 1\n    ask(self.a)", ["1"]),
    ],
)  # fmt: skip
def test_a_value_comes_from(text: str, ends: list[str]) -> None:
    assert origins(text) == ends


def test_too_many_alternatives_are_unknown() -> None:
    text = "def f():\n" + "".join(f"  if c{n}: a = {n}\n" for n in range(40)) + "  ask(a)\n"
    found = origins(text)
    assert found[-1] == "unknown"
    assert len(found) < 30


def results(text: str) -> list[str]:
    file = parsed(text)
    return [ast.unparse(term.node) for term in file.values.results(asked(file))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("def f():\n  if c: return 1\n  return 2\nask(f())", ["1", "2"]),
        ("def f(): return\nask(f())", []),
        ("class C:\n  def f(self): return 1\n  def g(self): ask(self.f())", ["1"]),
        ("class C: pass\nask(C())", []),
        ("ask(f())", []),
        ("ask(f)", []),
    ],
)
def test_a_call_results_in_what_its_function_returns(text: str, values: list[str]) -> None:
    assert results(text) == values


def given(text: str) -> list[str]:
    """What the callers give for the parameter that is asked about."""
    file = parsed(dedent(text))
    (origin,) = file.values.origins(asked(file))
    return [ast.unparse(term.node) for term in file.values.arguments(origin)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("def f(a): ask(a)\nf(1)\nf(a=2)\nf(*x)\nf(**x)\nf()", ["1", "2"]),
        ("def f(a, b): ask(b)\nf(1, 2)\nf(*x, 3)\nf(4, *x)", ["2"]),
        ("def f(*, a): ask(a)\nf(1)\nf(a=2)", ["2"]),
        ("def f(a, /): ask(a)\nf(1)", ["1"]),
        ("def f(a): ask(a)\nother(1)\nx.f(2)", []),
        ("def f(a): ask(a)\ndef g():\n  def f(a): pass\n  f(1)", []),
        ("def g():\n  def f(a): ask(a)\n  f(1)", ["1"]),
        ("class C:\n  def f(self, a): ask(a)\n  def g(self): self.f(1)", ["1"]),
        ("class C:\n  @staticmethod\n  def f(a): ask(a)\n  def g(self): C.f(1)", ["1"]),
        ("class C:\n  def __init__(self, a): ask(a)\nC(1)\nC(a=2)", ["1", "2"]),
        ("class C:\n  def __init__(self, a): ask(a)\nclass D(C):\n  def g(self): C(1)", ["1"]),
        ("class C:\n  def f(): ask(a)\n  a = 1", []),
        ("ask(a)", []),
    ],
)
def test_a_parameter_gets_what_the_callers_give(text: str, values: list[str]) -> None:
    assert given(text) == values


def test_a_result_is_put_in_terms_of_the_call() -> None:
    file = parsed("def f(path, x): return ask(path)\nf(there, 1)\nf(*x)\ny = 1\ndef g(): return also(y)\ng()")
    first, starred = calls(file, "f")
    own = asked(file)
    found = file.values.substituted(own, first)
    assert found is not None
    assert ast.unparse(found.node) == "there"
    assert file.values.substituted(own, starred) is None
    other = next(calls(file, "also"))
    assert isinstance(other.node, ast.Call)
    assert file.values.substituted(other.at(other.node.args[0]), next(calls(file, "g"))) is None


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("from xml.etree import ElementTree as ET\ntree = ET.parse(a)\nask(tree)", True),
        ("from xml.etree import ElementTree as ET\ntree = x or ET.ElementTree(a)\nask(tree)", True),
        ("from xml.etree import ElementTree as ET\nask(ET)", False),
        ("tree = parse(a)\nask(tree)", False),
    ],
)
def test_a_value_is_made_by_one_of_some_calls(text: str, made: bool) -> None:
    file = parsed(text)
    assert file.values.made_by(asked(file), TREES) is made


def test_wrappers_are_functions_that_may_return_what_they_open() -> None:
    text = (
        "import gzip\n"
        "def a(p):\n  return open(p)\ndef b(p):\n  x = open(p)\nclass C:\n  def c(self):\n    return gzip.GzipFile(p)\n"
    )
    assert parsed(text).values.wrappers == {"a", "c"}
