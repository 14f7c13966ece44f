"""What the command reads from standard input and shows on a terminal."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods import atomicize as command
from tests.codemods.conftest import LEFT, SAFE
from tests.codemods.foreseeing import DONE, EVERY, FORESEEN, Run, environment

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


@pytest.mark.parametrize("argv", [["."], ["--check", "."], ["--diff", "."], ["--format=json", "--check", "."], ["-"]])
def test_a_full_disk_under_the_output_is_one_line(argv: list[str]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    Path("a.py").write_text(EVERY)
    program = [sys.executable, "-c", FORESEEN, *argv]
    with open("/dev/full", "w") as full, open("a.py") as text:
        ran = subprocess.run(program, stdin=text, stdout=full, stderr=subprocess.PIPE, env=environment(), check=False)
    said = b"atomicize: standard output: No space left on device\n"
    assert ran.returncode == 2
    assert ran.stderr.endswith(said)
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize(("argv", "stream"), [(["-"], "stdin"), (["--check", "."], "stdout")])
def test_a_stream_that_is_closed_is_one_line(
    argv: list[str], stream: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.py").write_text(EVERY)
    monkeypatch.setattr(sys, stream, None)
    assert command.main(argv) == 2
    named = {"stdin": "input", "stdout": "output"}[stream]
    assert capsys.readouterr().err == f"atomicize: standard {named} is closed\n"
    assert Path("a.py").read_text() == EVERY


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
    monkeypatch.setattr("codemods.running.progress._PAUSE", 0)
    assert command.main([".", *["--quiet"] * quiet]) == 0
    shown = "" if quiet else "\r1/3 files\r2/3 files\r3/3 files\r         \r"
    assert terminal.getvalue() == shown
