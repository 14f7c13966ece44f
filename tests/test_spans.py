"""ast finds and libcst edits: a node must stand at the same place for both, whatever the text is like."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import libcst as cst
import pytest
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

from flake8_atomic.analysis.code.source import Source, Span

# ast counts the parentheses of these, libcst does not; a format spec has no libcst node; they are never a target.
EXPRESSIONS: dict[type[ast.AST], type[cst.CSTNode]] = {
    ast.Call: cst.Call,
    ast.Attribute: cst.Attribute,
    ast.Subscript: cst.Subscript,
    ast.Lambda: cst.Lambda,
    ast.Dict: cst.Dict,
    ast.IfExp: cst.IfExp,
    ast.Await: cst.Await,
    ast.ListComp: cst.ListComp,
}
STATEMENTS: dict[type[ast.AST], type[cst.CSTNode]] = {
    ast.With: cst.With,
    ast.AsyncWith: cst.With,
    ast.If: cst.If,
    ast.For: cst.For,
    ast.While: cst.While,
    ast.Try: cst.Try,
    ast.TryStar: cst.TryStar,
    ast.Match: cst.Match,
    ast.Assign: cst.Assign,
    ast.Expr: cst.Expr,
    ast.Return: cst.Return,
    ast.Import: cst.Import,
    ast.ImportFrom: cst.ImportFrom,
}

TORTURE = {
    "CRLF": "a = f('x')\r\nif g(a):\r\n    h(\r\n        a,\r\n    )\r\n",
    "lone CR": "a = f('x')\rif g(a):\r    h(\r        a,\r    )\r",
    "mixed line ends": "a = f()\r\nb = g()\rc = h()\n\r\nd = i()\n",
    "CRLF in a string": "a = '''x\r\ny'''; f(a)\r\n",
    "lone CR in a string": "a = '''x\ry'''; f(a)\r",
    "an emoji": "f('😀'); g('😀', h())\n",
    "an emoji family": "x = {'👨‍👩‍👧': f()}; g()\n",
    "combining characters": "e\u0301 = f('e\u0301'); g(e\u0301)\n",
    "a wide identifier": "数据 = 打开(路径, 'w'); 数据.close()\n",
    "a no-break space in a string": "f('\xa0'); g()\n",
    "tabs": "if f():\n\tg(\t1,\th() )\n\tif i():\n\t\tj()\n",
    "tabs after a wide character": "if f('é'):\n\tg('é',\th())\n",
    "backslash continuations": "a = f() \\\n  + g('é') \\\n  + h()\nassert i(), \\\n  j()\n",
    "a backslash in a string": "a = f('x\\\ny'); g()\n",
    "parenthesised calls": "(f)(1); (f(1)); ((f(1))(2)); (\n  f(\n    1\n  )\n).g()\n",
    "parenthesised attributes": "(a.b).c(); (a\n.b\n.c)(); ((a).b)()\n",
    "a chain of calls": "a.b().c().d()\na.b(\n).c(\n).d()\n",
    "parenthesised with items": "with (f() as a, g() as b): h()\nwith (\n  f() as a,\n  g(),\n): h()\n",
    "with items without parentheses": "with f() as a, g() as (b, c): h()\n",
    "one parenthesised with item": "with (f()): g()\nwith (f()) as a: g()\nwith (f(), g()) as a: h()\n",
    "f-strings": "f'{g()}'; f'é{g(h())}{i()!r}'\n",
    "nested f-strings": "f'{g(f\"{h()}\")}'; f'{a:{b}}'; f'{{}}{i()}'\n",
    "f-strings of several lines": "f'''é\n{g()}\n  {h(\n1)}'''\ni()\n",
    "adjacent strings": "f('a' 'é' f'{g()}'\n  'c'); h()\n",
    "bytes and raw strings": "f(b'\\xff', r'\\é', rb'\\x'); g()\n",
    "decorators": "@f\n@g(1).h\n@i('é')\ndef j(): k()\n@l\nclass M: n()\n",
    "a suite that ends with a semicolon": "if f(): g();\nwith h(): i(); j();\nk()\n",
    "several statements on a line": "f(); g('é'); h()\nif i(): j(); k()\n",
    "a semicolon at the end": "f();\ng('é');\n",
    "U+2028 and its kin": "a = 'x\u2028y\u2029z\x85\x1c\x1d\x0b'; f()\ng()\n",
    "U+2028 in a comment": "f()  # \u2028 \x85\ng()\n",
    "a form feed on its own line": "f()\n\x0c\ng()\n",
    "match": "match f():\n  case {'é': g.h, **k} if i(): j()\n  case [a, *b]: l()\n  case C(d=1) | None: m()\n",
    "except*": "try: f()\nexcept* (A, B) as e: g()\nelse: h()\nfinally: i('é')\n",
    "try": "try:\n  f()\nexcept A as e:\n  g()\nfinally:\n  h()\n",
    "async": "async def f():\n  async with g() as a, h(): await i('é', await j())\n  async for b in k(): yield l()\n",
    "lambdas and comprehensions": "f(lambda x=g(), *y: h(x)); [i(é) for é in j() if k()]\n",
    "conditional expressions": "f(g() if h() else i()); (\n j()\n if a else\n k())\n",
    "a walrus": "if (a := f('é')) and g(a): h()\nwhile a := i(): j()\n",
    "subscripts": "a['é'][f()](g())[1:h()]\n",
    "unpacking": "f(*g('é'), **h()); {**i(), 'é': j()}\n",
    "return and import": "from é import (\n  a,\n  b as c,\n)\nimport d.e as f\ndef g():\n  return h('é')\n",
    "a comment in a call": "f(  # é (\n  g(),  # )\n)\n",
    "no newline at the end": "f('é'); g()",
    "trailing blanks": "f()   \n   \ng()\t\n",
    "an elif": "if f(): g()\nelif h('é'): i()\nelse: j()\n",
    "deep indentation": "if a:\n  if b:\n     if c:\n      f('é')\n",
    "annotations": "a: f('é') = g()\ndef h(i: j() = k()) -> l(): m()\n",
}


def nodes(source: Source, kinds: dict[type[ast.AST], type[cst.CSTNode]]) -> Iterator[tuple[Span, type[cst.CSTNode]]]:
    for node in ast.walk(source.tree):
        if type(node) in kinds and isinstance(node, (ast.expr, ast.stmt)):
            yield source.span(node), kinds[type(node)]


def positions(text: str) -> dict[type[cst.CSTNode], list[Span]]:
    wrapper = MetadataWrapper(cst.parse_module(text), unsafe_skip_copy=True)
    found: dict[type[cst.CSTNode], list[Span]] = {}
    for node, place in wrapper.resolve(PositionProvider).items():
        assert isinstance(place, CodeRange)
        span = Span(place.start.line, place.start.column, place.end.line, place.end.column)
        found.setdefault(type(node), []).append(span)
    return found


@pytest.mark.parametrize("text", TORTURE.values(), ids=TORTURE)
def test_an_expression_is_one_libcst_node_of_the_same_span(text: str) -> None:
    theirs = positions(text)
    expressions = list(nodes(Source.parse(text), EXPRESSIONS))
    assert expressions
    assert [theirs.get(kind, []).count(span) for span, kind in expressions] == [1] * len(expressions)


@pytest.mark.parametrize("text", TORTURE.values(), ids=TORTURE)
def test_a_statement_is_one_libcst_node_of_the_same_start(text: str) -> None:
    theirs = positions(text)
    starts = {kind: [span[:2] for span in spans] for kind, spans in theirs.items()}
    statements = list(nodes(Source.parse(text), STATEMENTS))
    assert statements
    # A chain of `elif` is one `if` in another for both.
    assert [starts.get(kind, []).count(span[:2]) for span, kind in statements] == [1] * len(statements)


@pytest.mark.parametrize(("encoding", "mark"), [("utf-8", ""), ("utf-8", "\ufeff"), ("latin-1", ""), ("cp1252", "")])
def test_bytes_are_read_to_the_same_places(encoding: str, mark: str) -> None:
    text = f"# -*- coding: {encoding} -*-\nf('é'); g('ü', h())\n"
    data = (mark + text).encode(encoding)
    source = Source(text, ast.parse(data))
    wrapper = MetadataWrapper(cst.parse_module(data))
    theirs = [p for node, p in wrapper.resolve(PositionProvider).items() if isinstance(node, cst.Call)]
    spans = {Span(p.start.line, p.start.column, p.end.line, p.end.column) for p in theirs}
    # ast counts in the bytes of UTF-8, whatever the file is written in.
    assert {source.span(node) for node in ast.walk(source.tree) if isinstance(node, ast.Call)} == spans
    assert (2, 8, 2, 19) in spans


def spans_of(source: Source, kind: type[ast.expr | ast.stmt]) -> list[Span]:
    return [source.span(node) for node in ast.walk(source.tree) if isinstance(node, kind)]


@pytest.mark.parametrize(
    ("text", "own", "their"),
    [
        ("f(x for x in y)\n", ast.GeneratorExp, cst.GeneratorExp),
        ("f((1, 2))\n", ast.Tuple, cst.Tuple),
        ("if a:\n  f();\n", ast.If, cst.If),
    ],
)
def test_the_ends_of_these_do_not_agree(text: str, own: type[ast.expr | ast.stmt], their: type[cst.CSTNode]) -> None:
    """Where one of these comes to agree, it may become a target."""
    assert not set(spans_of(Source.parse(text), own)) & set(positions(text)[their])


@pytest.mark.parametrize("text", ["\x0cf()\n", "if a:\n  b\n\x0c  f()\n"])
def test_a_form_feed_before_code_is_lost_to_libcst_and_to_nobody_else(text: str) -> None:
    (span,) = spans_of(Source.parse(text), ast.Call)
    assert text.split("\n")[span.line - 1][span.column : span.end_column] == "f()"
    assert cst.parse_module(text).code != text
