"""The codemod leaves alone what flake8 would not report: the real flake8 decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from flake8.main.application import Application
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from codemods.running.chosen import Chosen, Only
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import detect, known_codes
from flake8_atomic.settings import load

PIECES = (
    "p.write_text(x)",
    "p.write_text(x)  # noqa",
    "p.write_text(x)  # NoQA:ATM101",
    "p.write_text(x)  # noqa: ATM101,E501",
    "p.write_text(x)  # noqa: ATM1 E501 why",
    "p.write_text(x)  # noqa: E501",
    "p.write_text(x)  # noqa: atm101",
    "p.write_text(x)  # noqa : ATM101",
    "p.write_text(x)  # noqa:  ATM101",
    "p.write_text(x)  #noqa",
    "p.write_text(x)  # why # noqa:ATM101, E501,",
    'p.write_text("""a\nb""")  # noqa: ATM101',
    'p.write_text("""a # noqa\nb""")',
    "p.write_text(  # noqa: ATM101\n    x\n)",
    "p.write_text(\n    x\n)  # noqa: ATM101",
    "p \\\n    .write_text(x)  # noqa",
    'p.write_text(f"""\n{x}\n""")  # noqa: ATM',
    "if x:\n    p.write_text(x)  # noqa\n    p.write_text(y)",
    "p.write_text(x) \\\n# noqa",
    "x = 1; p.write_text(\n    x)  # noqa",
    "\\\np.write_text(x)  # noqa",
    "def f():\n    p.write_text(x)\n    x = 1  # noqa",
    "# flake8: noqa",
    "# flake8: noqa: ATM101",
    "x = 1  # flake8: noqa",
    " # FLAKE8=NOQA",
    "# noqa",
    "\x0c",
    "",
)


def flake8_says(path: Path, *, disable_noqa: bool) -> list[tuple[str, int]]:
    told = path.with_suffix(".txt")
    told.unlink(missing_ok=True)
    argv = ["-j1", "--select=ATM", "--isolated", f"--output-file={told}", "--format=%(code)s %(row)d", str(path)]
    Application().run([*argv, *["--disable-noqa"] * disable_noqa])
    lines = told.read_text().splitlines() if told.exists() else []
    return sorted((line.split()[0], int(line.split()[1])) for line in lines)


@given(
    pieces=st.lists(st.sampled_from(PIECES), max_size=6), end=st.sampled_from(["\n", "\r\n", "\r"]), off=st.booleans()
)
@example(pieces=["p.write_text(x)  # noqa: ATM101"], end="\r\n", off=False)
@example(pieces=["# flake8: noqa", "p.write_text(x)"], end="\r", off=False)
@example(pieces=["p.write_text(x) \\\n# noqa", "\\\np.write_text(x)  # noqa"], end="\r", off=False)
@example(pieces=["x = 1; p.write_text(\n    x)  # noqa", "p.write_text(x)"], end="\r\n", off=False)
@example(pieces=["def f():\n    p.write_text(x)\n    x = 1  # noqa"], end="\n", off=False)
@example(
    pieces=["def f(  # noqa\n    a): p.write_text(a); x = 1\n", "@d(\n p.write_text(x))  # noqa\nclass A: pass"],
    end="\n",
    off=False,
)
@settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), max_examples=120)
def test_the_same_findings_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pieces: list[str], end: str, off: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    text = "".join(f"{piece}\n" for piece in pieces).replace("\n", end)
    path = tmp_path / "a.py"
    path.write_bytes(text.encode())
    _, selection = load(known_codes(), {"select": "ATM", "disable_noqa": off or None, "isolated": True})
    found = Chosen(selection, "a.py")(source := Source.parse(text), detect(source))
    assert sorted((each.code, each.span.line) for each in found) == flake8_says(path, disable_noqa=off)


def test_one_finding_is_kept_and_none_of_another_text() -> None:
    _, selection = load(known_codes(), {"isolated": True})
    text = "p.write_text(x)\np.write_text(x)\n"
    only = Only(Chosen(selection, "a.py"), text, "ATM101", 2, 0)
    assert [found.span.line for found in only(Source.parse(text), detect(text))] == [2]
    longer = f"import a\n{text}"
    assert only(Source.parse(longer), detect(longer)) == []
