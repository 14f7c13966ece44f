"""A result must compile and be as clean as it was before; what checks it may fail itself."""

from __future__ import annotations

import tokenize

import libcst as cst
import pytest

from codemods.importing.flakes import flakes
from codemods.syntax.planned import Planned
from codemods.syntax.reading import read
from codemods.verify import settled, verify
from flake8_atomic.analysis.code.source import Source, Span, Unreadable
from flake8_atomic.detect import Finding
from flake8_atomic.edits import Argument, Call, CallInstead, Edit, NoFix
from tests.codemods.verifying import ADDED, called, check, refused


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
    with pytest.raises(Unreadable, match="pyflakes fails on this file, Unreadable SyntaxError"):
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


def test_libcst_is_asked_first() -> None:
    assert read("x = 1\r\n").module.code == "x = 1\r\n"
    for text, reason in [("x = (\n", "ParserSyntaxError"), ("try: f()\nexcept A :\n  f()\n", "not reproduce")]:
        with pytest.raises(Unreadable, match=reason):
            read(text)


@pytest.mark.parametrize(("error", "seen"), [(RecursionError, Unreadable), (KeyboardInterrupt, KeyboardInterrupt)])
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
    monkeypatch.setattr("codemods.importing.flakes.Checker", fails)
    before = "USE(1)  # a text that nobody has read so far\n"
    assert "pyflakes fails on this file, TokenError" in refused(before, ADDED + before.replace("USE", "atomic_open"))
