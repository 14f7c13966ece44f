"""Which dotted name, which definition does an expression stand for?"""

from __future__ import annotations

from textwrap import dedent

import pytest

from flake8_atomic.analysis.code.definitions import definition, family, member, owner_of
from flake8_atomic.analysis.code.names import dotted, spelled
from tests.snippets import asked, cases, parsed


def name_in(text: str) -> str | None:
    return dotted(asked(parsed(text)))


@cases(
    {
        "a dotted import": "import os\nask(os.replace)",
        "a dotted import of a submodule": "import os, os.path\nask(os.replace)",
        "an alias of a module": "import os as o\nask(o.replace)",
        "an import from": "from os import replace\nask(replace)",
        "an alias of an import from": "from os import remove as rm, replace as mv\nask(mv)",
        "an assignment": "import os\nreplace = os.replace\nask(replace)",
        "an assignment of an alias": "import os\nmodule = os\nmv = module.replace\nask(mv)",
        "an annotated assignment": "import os\nreplace: object = os.replace\nask(replace)",
        "an unpacked pair": "import os\nremove, replace = os.remove, os.replace\nask(replace)",
        "a walrus": "import os\nif (mv := os.replace): ask(mv)",
        "a local import": "def f():\n  import os\n  ask(os.replace)",
        "an import around": "import os\ndef f():\n  def g(): ask(os.replace)",
        "an import that follows the function": "def f(): ask(os.replace)\nimport os",
        "re-binding": "import shutil as os\nimport os\nask(os.replace)",
        "an alternative import": "try: from os import replace\nexcept E: from own import replace\nask(replace)",
        "an import that may be missing": "try:\n  import os\nexcept ImportError:\n  os = None\nask(os.replace)",
        "an import for the type checker": "import typing as t\nif t.TYPE_CHECKING: import os\nask(os.replace)",
        "getattr": "import os\nask(getattr(os, 'replace'))",
        "getattr with a default": "import os\nask(getattr(os, 'replace', os.rename))",
        "an assigned getattr": "import os\nmv = getattr(os, 'replace', os.rename)\nask(mv)",
        "a class body's own name": "import os\nclass C:\n  mv = os.replace\n  ask(mv)",
    }
)
def test_a_name_is_followed_through(text: str) -> None:
    names = {"os.replace", "own.replace"} if "own" in text else {"os.replace"}
    assert name_in(text) in names


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import xml.etree.ElementTree as ET\nask(ET.parse)", "xml.etree.ElementTree.parse"),
        ("import xml.etree.ElementTree\nask(xml.etree.ElementTree.parse)", "xml.etree.ElementTree.parse"),
        ("from . import own\nask(own.save)", "..own.save"),
        ("from .own import save\nask(save)", ".own.save"),
        ("from ..a.own import save as s\nask(s)", "..a.own.save"),
        ("ask(open)", "open"),
        ("ask(open.attribute)", "open.attribute"),
        ("import os\nask(getattr(os, 'path').join)", "os.path.join"),
    ],
)
def test_a_dotted_name_has_all_its_parts(text: str, name: str) -> None:
    assert name_in(text) == name


@cases(
    {
        "an unknown name": "ask(replace)",
        "a parameter": "def f(os): ask(os.replace)",
        "a parameter in spite of an import": "import os\ndef f(os): ask(os.replace)",
        "a builtin that is defined anew": "def open(path): pass\nask(open)",
        "a builtin that is a parameter": "def f(open): ask(open)",
        "a builtin that a loop binds": "for open in c: ask(open)",
        "a builtin in a comprehension that binds it": "[ask(open) for open in c]",
        "a re-bound import": "import os\nos = Fake()\nask(os.replace)",
        "an import that a with re-binds": "import os\nwith fake() as os: ask(os.replace)",
        "a deleted import": "import os\ndel os\nask(os.replace)",
        "None and nothing else": "os = None\nask(os.replace)",
        "a result": "ask(f().replace)",
        "a string": "ask('os.replace')",
        "an item": "import os\nask(os.calls[0].replace)",
        "a name that stands for itself": "a = b\nb = a\nask(a)",
        "a chain of names without end": "".join(f"a{n} = a{n + 1}\n" for n in range(20)) + "a20 = open\nask(a0)",
        "getattr of an unknown object": "ask(getattr(a, 'replace'))",
        "getattr of an unknown attribute": "import os\nask(getattr(os, which))",
        "getattr of a number": "import os\nask(getattr(os, 1))",
        "getattr of nothing": "import os\nask(getattr(os))",
        "an attribute called getattr": "import os\nask(a.getattr(os, 'replace'))",
        "getattr within getattr without end": "import os\nask(" + "getattr(" * 20 + "os" + ", 'a')" * 20 + ")",
        "no name of the class in its method": "class C:\n  import os\n  def f(self): ask(os.replace)",
    }
)
def test_a_name_is_unknown_for(text: str) -> None:
    assert name_in(text) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [("a", "a"), ("a.b(1).c[2].d", "a.b.c.d"), ("(x or y).b", "b"), ("'{}'.format", "format"), ("1", "")],
)
def test_names_are_spelled_as_they_are_written(text: str, names: str) -> None:
    assert spelled(asked(parsed(f"ask({text})")).node) == names


def defined(text: str) -> str | None:
    scope = definition(asked(parsed(dedent(text))))
    if scope is None:
        return None
    return f"{scope.owner.name}.{scope.name}" if scope.owner is not None and scope.function else scope.name


@cases(
    {
        "a function": "def a(): pass\nask(a)",
        "a class": "class a: pass\nask(a)",
        "the nearer of two": "def a(): b\ndef a(): pass\nask(a)",
        "a nested function": "def f():\n  def a(): pass\n  ask(a)",
        "a function that follows": "def f(): ask(a)\ndef a(): pass",
    }
)
def test_a_name_leads_to_its_definition(text: str) -> None:
    assert defined(text) == "a"


METHODS = "class B:\n  def a(self): pass\n  def b(self): pass\nclass C(B):\n  x = 1\n  def b(self): pass\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (METHODS + "  def f(self): ask(self.b)", "C.b"),
        (METHODS + "  def f(this): ask(this.b)", "C.b"),
        (METHODS + "  def f(self, /): ask(self.b)", "C.b"),
        (METHODS + "  def f(self): ask(self.a)", "B.a"),
        (METHODS + "  @classmethod\n  def f(cls): ask(cls.b)", "C.b"),
        (METHODS + "  def f(self):\n    def g(): ask(self.b)", "C.b"),
        (METHODS + "ask(C.b)", "C.b"),
        (METHODS + "ask(C.a)", "B.a"),
        (METHODS + "ask(C)", "C"),
        (METHODS + "  @staticmethod\n  def f(self): ask(self.b)", None),
        (METHODS + "  @staticmethod\n  def f(): ask(self.b)", None),
        (METHODS + "  def f(self): ask(self.c)", None),
        (METHODS + "  def f(self): ask(self.x)", None),
        (METHODS + "  def f(self, other): ask(other.b)", None),
        (METHODS + "  def f(*self): ask(self.b)", None),
        (METHODS + "def f(self): ask(self.b)", None),
        (METHODS + "def f(self):\n  def g(self): ask(self.b)", None),
        ("def a(): pass\nask(a.b)", None),
        ("class C(C): pass\nask(C.b)", None),
        ("class A(B): pass\nclass B(A):\n  def a(self): pass\nask(A.a)", "B.a"),
        ("class C(Unknown, f().g, metaclass=M): pass\nask(C.b)", None),
        ("from a import b\nask(b)", None),
        ("ask(a)", None),
        ("ask(a.b)", None),
        ("ask(a.b.c)", None),
        ("ask(1)", None),
    ],
)
def test_a_method_is_found_on_its_class_and_what_it_inherits_from(text: str, found: str | None) -> None:
    assert defined(text) == found


def test_the_family_of_a_class_is_what_the_file_defines_of_it() -> None:
    file = parsed("class A: pass\nclass B(A): pass\nclass M(Outside): pass\ndef f(): pass\nclass C(B, M, A, f): pass")
    by_name = {scope.name: scope for scope in file.top.children}
    assert [scope.name for scope in family(by_name["C"])] == ["C", "B", "M", "A"]
    assert member(by_name["C"], "save") is None


def test_a_function_has_no_family_but_itself() -> None:
    (function,) = parsed("def f(): pass").top.children
    assert family(function) == [function]


def test_the_object_of_a_method_is_of_its_class() -> None:
    term = asked(parsed("class C:\n  def f(self, other):\n    me = self\n    ask(self)"))
    owner = owner_of("self", term)
    assert owner is not None
    assert owner.name == "C"
    assert owner_of("other", term) is None
    assert owner_of("me", term) is None
    assert owner_of("nobody", term) is None
