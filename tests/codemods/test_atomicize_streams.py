"""What the command reads from standard input and shows on a terminal."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods import atomicize as command
from tests.codemods.conftest import LEFT, SAFE
from tests.codemods.foreseeing import DONE, EVERY, Run

pytestmark = pytest.mark.usefixtures("project")


@pytest.mark.parametrize(("variable", "coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False)])
def test_colours_are_for_terminals(
    atomicize: Run, monkeypatch: pytest.MonkeyPatch, variable: str, coloured: bool
) -> None:
    Path("a.py").write_text(f"{EVERY}end")
    monkeypatch.setenv(variable, "1")
    out = atomicize("--diff", "--quiet", "a.py").out
    assert ("\x1b[32m+save(x)\x1b[0m\n" in out) == coloured
    assert ("\n+save(x)\n" in out) != coloured
    assert "\\ No newline at end of file" in out


class Standard(io.TextIOWrapper):
    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))


@pytest.fixture
def given_input(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    return lambda data: monkeypatch.setattr(sys, "stdin", Standard(data))


def test_standard_input_is_rewritten_to_standard_output(atomicize: Run, given_input: Callable[[bytes], None]) -> None:
    given_input(EVERY.encode())
    ran = atomicize("-", "--stdin-filename", "src/a.py")
    assert ran.out == DONE
    assert "src/a.py:2:1: ATM101 unsafe - the mode changes" in ran.err
    given_input(EVERY.encode())
    ran = atomicize("-", "--diff", "--quiet")
    assert ran.out.startswith("--- a/stdin\n+++ b/stdin\n@@")
    assert ran.code == 1
    given_input(EVERY.encode())
    ran = atomicize("-", "--check", "--format=json")
    assert json.loads(ran.out)["summary"]["fixed"] == {"safe": 1, "unsafe": 0}


@pytest.mark.parametrize(
    ("data", "argv", "code"),
    [
        (LEFT.encode(), (), 0),
        (SAFE.encode(), ("--exclude=a.py", "--stdin-filename=a.py"), 0),
        (b"RAISE\xff", (), 2),
        (b"# DIE", (), 2),
        (b"# RAISE", (), 2),
    ],
)
def test_standard_input_goes_through_where_there_is_nothing_to_do(
    capfdbinary: pytest.CaptureFixture[bytes], given_input: Callable[[bytes], None],
    data: bytes, argv: tuple[str, ...], code: int,
) -> None:  # fmt: skip
    given_input(data)
    assert command.main(["-", *argv]) == code
    assert capfdbinary.readouterr().out == data


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("quiet", [False, True])
def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    for number in range(3):
        Path(f"a{number}.py").write_text(LEFT)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("codemods.progress._PAUSE", 0)
    assert command.main([".", *["--quiet"] * quiet]) == 0
    shown = "" if quiet else "\r1/3 files\r2/3 files\r3/3 files\r         \r"
    assert terminal.getvalue() == shown
