"""No text, however odd, makes the detector fail, hang or give an own fault."""

from __future__ import annotations

import sysconfig
import time
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from flake8_atomic import detect as module
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import Finding, detect
from flake8_atomic.rules import all_rules
from flake8_atomic.settings import Settings

EVERY = Settings(
    enable=frozenset(code for code, rule in all_rules().items() if rule.opt_in),
    state_paths=("ledger", "*.idx"),
    ignore_paths=("ignored/*",),
    helpers=("own.save",),
)
LIMIT = 20  # seconds of CPU: what squares takes minutes, and what measures coverage takes ten times as long


def judged(text: str) -> list[Finding]:
    """The findings of all rules; a fault of ours is raised."""
    return module._detect(Source.parse(text), EVERY)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\r",
        "\x0c",
        "\ufeff",
        "# atomic:",
        "# atomic: scratch -- why",
        "#",
        "pass",
        "open(",
        "\0",
        "open('a', 'w')\0",
        "print 'open('",
        "exec 'open(a)' in b",
        "except E, e: pass",
        "0777L",
        "def f(:\n  open(p, 'w')",
        "if x:\n\topen(p, 'w')\n        open(q, 'w')",
        "'\udcff'; open(p, 'w')",
        "é" * 100,
        "(" * 10_000,
        "open(" * 500 + ")" * 500,
        "not " * 5_000 + "open(p)",
        "-" * 5_000 + "1",
        "a = " + " + ".join(["x"] * 20_000) + "\nopen(a, 'w')",
        "open(" + " + ".join(["'x'"] * 20_000) + ", 'w')",
        "x" + ".y" * 5_000 + ".write_text(a)",
        "x" + "()" * 5_000 + ".write_text(a)",
        "lambda: " * 200 + "open(p, 'w')",
        "[" * 150 + "open(p, 'w')" + "]" * 150,
        "f'" + "{a}" * 5_000 + "'; open(p, 'w')",
        "with " + ", ".join(["open(p, 'w')"] * 500) + ": pass",
    ],
    ids=lambda text: f"{text[:12]!a} {len(text)}",
)
def test_a_text_is_judged_or_refused_in_one_line(text: str) -> None:
    started = time.process_time()
    for finding in detect(text, EVERY):
        if finding.code == "ATM000":
            assert finding.message.startswith("the file cannot be analysed, ")
        assert "\n" not in finding.message
        assert ":" not in finding.message
    assert time.process_time() - started < LIMIT


LONG = 900
CHAIN = "a" + ".b()" * LONG
SUM = " + ".join(["'a'"] * LONG)


@pytest.mark.parametrize(
    "text",
    [
        f"open(state, {SUM}).write(x)",
        f"open(state, 'w').write({SUM})",
        f"os.open(state, {' | '.join(['os.O_TRUNC'] * LONG)})\nimport os",
        f"p = {SUM}\nopen(p, 'w').write(p)\nopen(p).read()",
        f"def f(a: {SUM}): a.write_text(x)",
        f"def f(a: {CHAIN}): a.write_text(x)",
        f"def f(a: {SUM}): bz2.open(a, 'w').write(x)\nimport bz2",
        f"def f() -> {SUM}: pass\nf().write_text(x)",
        f"os.replace({SUM}, state)\nopen(state, 'w').write(x)\nimport os",
        "p = a\n" + "p = p + 'x'\n" * LONG + "open(p, 'w').write(p)\nPath(p).write_text(p)\nfrom pathlib import Path",
        "p = a\n" + "p += 'x'\n" * LONG + "open(p, 'w').write(p)",
        "".join(f"a{n} = a{n + 1}\n" for n in range(LONG)) + "open(a0, 'w').write(a0); a0.write_text(x)",
        "".join(f"def f{n}(p): return f{n + 1}(p)\n" for n in range(LONG)) + "f0(x).write_text(y); open(f0(x), 'w')",
        "".join(f"def f{n}(p): f{n + 1}(p)\n" for n in range(LONG)) + f"def f{LONG}(p): open(p, 'w').write(x)\nf0(y)",
        "".join(f"class C{n}(C{n + 1}): pass\n" for n in range(LONG)) + "C0().write_text(x)",
        "if a: open(p, 'w')\n" + "elif b:\n  p = c\n  open(p, 'w').write(x)\n" * 500,
        "def f(p):\n" + "".join(f"{'  ' * n}if a:\n" for n in range(1, 40)) + "  " * 40 + "open(p, 'w').write(x)",
        "def f(p): return f(p)\nf(x).write_text(y); open(f(x), 'w').write(y)",
        "def f(p): return g(p)\ndef g(p): return f(p)\nf(x).write_text(y); open(f(x), 'w').write(y)",
        f"open({SUM}, 'w').write(x)",
        f"open({CHAIN}, 'w').write(x)",
        f"({CHAIN} / 'state').write_text(x)",
        f"p = {CHAIN}\nopen(p, 'w').write(p)\np.write_text(x)\nopen(p).read()",
        f"shutil.copy({SUM}, {SUM})\nimport shutil",
        f"json.dump({CHAIN}, open(state, 'w'))\nimport json",
        f"with {CHAIN} as p: open(p, 'w').write(x)",
        "p = a\n" + "if c: p = p / 'x'\n" * 40 + "p.write_text(x)",
        "p = a\n" + "while c: p = f'{p}.x'\n" * 40 + "shutil.copy(p, p); p.rename(q)\nimport shutil",
        "flags |= os.O_TRUNC\nos.open(p, flags)\nimport os",
        "flags = 0\n" + "if c: flags |= os.O_TRUNC\n" * 60 + "os.open(state, flags)\nimport os",
        "m = 'w'\n" + "if c: m = m + m\n" * 60 + "open(state, m).write(x)",
        "class C(C):\n  def f(self): self.f().write_text(x); open(self.f(), 'w').write(x)",
        "class A(B): pass\nclass B(A):\n  def f(self): self.p = self.p; open(self.p, 'w').write(x)",
    ],
    ids=lambda text: f"{text[:24]!a} {len(text)}",
)
def test_depth_and_cycles_are_no_matter(text: str) -> None:
    started = time.process_time()
    judged(text)
    assert time.process_time() - started < LIMIT


def test_a_file_of_a_hundred_thousand_lines_is_judged_in_seconds() -> None:
    part = "def f(p):\n    if p:\n        q = p\n    x = [p for p in q]\n    return g(x, q)\n\n\n"
    part += "# é\nclass C:\n    y = 1\n"
    text = part * 9_998 + "def save(p):\n    with open(p, 'w') as f:\n        f.write(x)\n" + "#\n" * 17
    assert text.count("\n") == 100_000
    source = Source.parse(text)
    started = time.process_time()
    (finding,) = module._detect(source, EVERY)
    assert time.process_time() - started < 5
    assert finding.span == (99_982, 9, 99_982, 21)


PATHS = [
    "p",
    "q",
    "self.p",
    "'state.json'",
    "p / 'a'",
    "p + '.tmp'",
    "f'{p}.x'",
    "P(p)",
    "made(p)",
    "tempfile.mkstemp()[1]",
]
PATHS += [
    "os.path.join(p, 'b')",
    "p.with_suffix('.tmp')",
    "p.parent",
    "(q := p)",
    "[p for p in q][0]",
    "p if q else None",
]
SIMPLE = [
    "p = {0}",
    "q = {0}",
    "p, q = {0}, {1}",
    "self.p = {0}",
    "p += '.x'",
    "h = open({0}, 'w')",
    "h = open({0}, mode)",
    "self.h = open({0}, 'wb')",
    "h.write(json.dumps({0}))",
    "self.h.write(x)",
    "json.dump(x, h)",
    "json.dump(x, open({0}, 'w'))",
    "{0}.write_text({1})",
    "{0}.write_bytes(x)",
    "os.replace({0}, {1})",
    "{0}.rename({1})",
    "shutil.copy({0}, {1})",
    "os.fsync(h.fileno())",
    "h.close()",
    "return {0}",
    "return open({0}, 'w')",
    "raise E",
    "yield h",
    "break",
    "continue",
    "del p",
    "global p",
    "import os",
    "x = lambda p: p.write_text(x)",
    "numpy.save({0}, x)",
    "x = {0}.exists() and {0}.read_text()",
    "pass  # atomic: scratch -- why",
    "made({0})",
    "self.made({0})",
]
COMPOUND = [
    "if {0}.exists():",
    "while p:",
    "for p in {0}:",
    "with open({0}, 'w') as h:",
    "with tempfile.TemporaryDirectory() as p, {0}.open('r+') as self.h:",
    "try:",
    "def made(p, q={0}):",
    "def save(self, p: Path):",
    "class C(C, D):",
    "async def load(p):",
    "match {0}:",
]
lines = st.tuples(st.sampled_from(SIMPLE), st.sampled_from(PATHS), st.sampled_from(PATHS)).map(
    lambda parts: [parts[0].format(*parts[1:])]
)


def indented(body: list[str], by: str = "    ") -> list[str]:
    return [by + line for line in body] or [by + "pass"]


@st.composite
def compound(draw: st.DrawFn, bodies: st.SearchStrategy[list[str]]) -> list[str]:
    head = draw(st.sampled_from(COMPOUND)).format(draw(st.sampled_from(PATHS)))
    body, other = draw(bodies), draw(bodies)
    if head.startswith("match"):
        return [head, "    case [p, *_] if q:", *indented(body, " " * 8), "    case _:", *indented(other, " " * 8)]
    if head == "try:":
        tail = draw(st.sampled_from(["finally:", "except E as p:", "except E:"]))
        return [head, *indented(body), tail, *indented(other)]
    if head.split()[0] in ("if", "while", "for") and draw(st.booleans()):
        return [head, *indented(body), "else:", *indented(other)]
    return [head, *indented(body)]


suites = st.recursive(
    st.lists(lines, max_size=4).map(lambda parts: [line for part in parts for line in part]),
    lambda inner: st.lists(st.one_of(lines, compound(inner)), max_size=4).map(
        lambda parts: [line for part in parts for line in part]
    ),
    max_leaves=12,
)


@settings(max_examples=200, deadline=None, derandomize=True, phases=[Phase.generate])
@given(suites)
def test_no_program_makes_the_detector_fail(suite: list[str]) -> None:
    head = "import os, json, shutil, tempfile, numpy\nfrom pathlib import Path, Path as P\n"
    text = head + "\n".join(suite) + "\n"
    started = time.process_time()
    found = judged(text)
    assert time.process_time() - started < 5
    assert [(f.span, f.code) for f in found] == sorted({(f.span, f.code) for f in found})
    assert found == judged(text)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.text(st.sampled_from("open(p,'w')\n\r\t\x0c #:=.[]{}\"é\u2028\\ 0atomic: -- scratch"), max_size=60))
def test_no_text_makes_the_detector_fail(text: str) -> None:
    for finding in detect(text, EVERY):
        assert not finding.message.startswith("flake8-atomic failed")


LIBRARY = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))


@pytest.mark.parametrize("part", range(4))
def test_the_standard_library_gives_no_fault(part: int) -> None:
    assert len(LIBRARY) > 100
    for path in LIBRARY[part::4]:
        text = path.read_text(encoding="utf-8", errors="replace")
        for finding in judged(text):
            line = text.split("\n")[finding.span.line - 1]
            assert finding.code != "ATM000"
            assert finding.span.column < len(line), path
