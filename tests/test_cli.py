"""The command `flake8-atomic`."""

from __future__ import annotations

import errno
import io
import json
import os
import runpy
import sys
from pathlib import Path

import pytest

from flake8_atomic import __version__
from flake8_atomic.catalogue import catalogue, explanation, table
from flake8_atomic.cli import main
from flake8_atomic.output.streams import guarded


def test_rules_prints_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out == table() + "\n"


def test_rules_as_json_is_the_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == catalogue()


@pytest.mark.parametrize("code", ["ATM103", "atm103"])
def test_explain_prints_the_explanation(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", code]) == 0
    assert capsys.readouterr().out == f"{explanation('ATM103')}\n"


def test_explain_of_an_unknown_code_is_one_line_and_exit_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "ATM999"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "flake8-atomic: ATM999 is not a rule; `flake8-atomic rules` lists them\n"


@pytest.mark.parametrize("argv", [[], ["unknown"], ["explain"], ["rules", "--xml"]])
def test_a_wrong_command_line_is_exit_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(argv)
    assert left.value.code == 2
    assert "usage: flake8-atomic" in capsys.readouterr().err


def test_the_module_is_the_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["flake8-atomic", "--version"])
    with pytest.raises(SystemExit) as left:
        runpy.run_module("flake8_atomic", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out == f"flake8-atomic {__version__}\n"


def test_sweep_lists_and_removes_what_killed_writers_left(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left = tmp_path / f".state.json.{'0' * 16}.atomic-tmp"
    left.touch()
    assert main(["sweep", str(tmp_path)]) == 0
    assert capsys.readouterr().out.split() == [str(left)] * (sys.platform == "linux")
    assert left.exists()
    assert main(["sweep", "--delete", str(tmp_path)]) == 0
    assert left.exists() == (sys.platform != "linux")


def test_sweep_of_a_folder_that_is_not_there_is_an_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sweep", str(tmp_path / "gone")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_full_disk_under_the_output_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full:
        monkeypatch.setattr(sys, "stdout", full)
        assert main(["rules"]) == 2
    assert capsys.readouterr().err == "flake8-atomic: standard output: No space left on device\n"


def test_where_nothing_can_be_said_the_code_still_says_it(monkeypatch: pytest.MonkeyPatch) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full here")
    with open("/dev/full", "w") as full, open("/dev/full", "w", buffering=1) as too:
        monkeypatch.setattr(sys, "stdout", full)
        monkeypatch.setattr(sys, "stderr", too)
        assert main(["rules"]) == 2


class Full(io.StringIO):
    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, f"No space left on device for {len(text)} characters")


def test_an_output_without_a_descriptor_may_fail(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["rules"]) == 2
    assert capsys.readouterr().err.startswith("flake8-atomic: standard output: No space left on device for ")


def test_a_file_that_fails_is_named_and_the_output_stays(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise FileNotFoundError(errno.ENOENT, "No such file or directory", "state.json")

    assert guarded("tool", fail) == 2
    print("still here")
    assert capsys.readouterr() == ("still here\n", "tool: state.json: No such file or directory\n")


def test_without_standard_error_nothing_is_said_on_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["explain", "ATM999"]) == 2
    sys.stderr.close()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("command", [["explain", "ATM103"], ["recover", "ü"]])
def test_what_the_terminal_cannot_show_is_escaped(
    command: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ü").mkdir()
    with open("told", "w", encoding="ascii") as told:
        monkeypatch.setattr(sys, "stdout", told)
        assert main(command) == 0
    assert "\\u2026" in Path("told").read_text() or "\\xfc" in Path("told").read_text()


def test_a_pipe_that_is_closed_ends_the_command_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "w") as closed:
        monkeypatch.setattr(sys, "stdout", closed)
        assert main(["rules"]) == 2
