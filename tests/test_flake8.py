"""The real flake8, in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flake8_atomic import __version__
from tests.fixtures import ROOT

BAD = "p.write_text(x)\n"


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")])))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def flake8(*argv: str, given: bytes | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "flake8", *argv]
    ran = subprocess.run(command, capture_output=True, input=given or b"", check=False)
    return subprocess.CompletedProcess(command, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def reported(*argv: str, given: bytes | None = None) -> list[str]:
    """What flake8 says of our codes and of files that do not parse."""
    ran = flake8("--select=ATM,E9", "--format=%(path)s:%(row)d:%(col)d:%(code)s", *argv, given=given)
    assert ran.stderr == ""
    assert ran.returncode == bool(ran.stdout)
    return sorted(line.removeprefix("./") for line in ran.stdout.splitlines())


def write(path: Path, content: str | bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def test_the_version_lists_us() -> None:
    assert f"flake8-atomic: {__version__}" in flake8("--version").stdout.replace("\n", " ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_settings_reach_every_process(project: Path, jobs: str) -> None:
    for number in range(6):
        write(project / f"a{number}.py", "open('a.html', 'w').write(x)\n" + BAD)
    expected = [f"a{number}.py:{row}:1:{code}" for number in range(6) for row, code in ((1, "ATM110"), (2, "ATM101"))]
    assert reported("-j", jobs, "--atomic-enable=ATM110", ".") == expected


def test_a_message_is_printed_as_flake8_prints_it(project: Path) -> None:
    write(project / "a.py", f"if x:\n    {BAD}")
    assert flake8("--select=ATM", "a.py").stdout.startswith("a.py:2:5: ATM101 write_text() truncates the file")


def test_standard_input_has_the_name_that_it_is_given() -> None:
    assert reported("--stdin-display-name=src/a.py", "-", given=BAD.encode()) == ["src/a.py:1:1:ATM101"]
    assert reported("--stdin-display-name=tests/a.py", "-", given=BAD.encode()) == []
    assert reported("--stdin-display-name=tests/a.py", "--atomic-check-tests", "-", given=BAD.encode()) != []
    assert reported("-", given=BAD.encode()) == ["stdin:1:1:ATM101"]


def test_noqa_is_what_flake8_makes_of_it(project: Path) -> None:
    comments = ["# noqa", "# noqa: ATM101", "# noqa: ATM", "# noqa: ATM102", "# NOQA:ATM101 why"]
    write(project / "a.py", "".join(f"p.write_text(x)  {comment}\n" for comment in comments))
    assert reported("a.py") == ["a.py:4:1:ATM101"]
    assert len(reported("--disable-noqa", "a.py")) == 5


def test_an_opt_in_rule_survives_the_ignore_of_a_user(project: Path) -> None:
    write(project / "a.py", "open('a.html', 'w').write(x)\n" + BAD)
    write(project / "setup.cfg", "[flake8]\nignore = W503,ATM101\natomic-enable = ATM110\n")
    ran = flake8("--format=%(row)d:%(code)s", "a.py")
    assert [line for line in ran.stdout.split() if "ATM" in line] == ["1:ATM110"]


def test_an_opt_in_rule_is_off_when_nobody_asks_for_it(project: Path) -> None:
    write(project / "a.py", "open('a.html', 'w').write(x)\n")
    assert reported("a.py") == []


@pytest.mark.parametrize("file", ["setup.cfg", "tox.ini", ".flake8"])
def test_the_settings_may_stand_in_a_file_of_flake8(project: Path, file: str) -> None:
    write(project / "a.py", "open('roster', 'w').write(x)\nopen('out/state', 'w').write(x)\n")
    write(project / file, "[flake8]\natomic-state-paths = roster\natomic-ignore-paths =\n    out/*,\n    b\n")
    assert reported("a.py") == ["a.py:1:1:ATM103"]


def test_the_settings_may_stand_in_pyproject(project: Path) -> None:
    write(project / "a.py", "open('roster', 'w').write(x)\n")
    write(project / "pyproject.toml", '[tool.flake8-atomic]\nstate-paths = ["roster"]\n')
    assert reported("a.py") == ["a.py:1:1:ATM103"]
    assert reported("--atomic-state-paths=other", "a.py") == []


def test_per_file_ignores_are_honoured(project: Path) -> None:
    write(project / "a.py", BAD)
    write(project / "b.py", BAD)
    write(project / ".flake8", "[flake8]\nper-file-ignores =\n    a.py: ATM\n")
    assert reported(".") == ["b.py:1:1:ATM101"]


def test_tests_are_judged_from_the_folder_of_the_configuration(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = project / "tests" / "app"
    write(app / "setup.cfg", "[flake8]\n")
    for name in ("a.py", "tests/b.py", "src/test_c.py"):
        write(app / name, BAD)
    monkeypatch.chdir(app)
    assert reported(".") == ["a.py:1:1:ATM101"]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("\ufeffp.write_text(x)\n", "1:1"),
        ("\ufeff'é'; p.write_text(x)\n", "1:6"),
        ("a = 1\r\nb = 'é'; p.write_text(x)\r\n", "2:10"),
        ("# -*- coding: latin-1 -*-\n'é'; p.write_text(x)\n".encode("latin-1"), "2:6"),
        ("a = 1\rp.write_text(x)\r", "2:1"),
        ("a = 1\n\x0c\np.write_text(x)\n", "3:1"),
        ("'😀'; p.write_text(x)", "1:6"),
        ("a = '\u2028'; p.write_text(x)\n", "1:10"),
        ("if a:\n\tp.write_text(x)\n", "2:2"),
    ],
    ids=["BOM", "BOM and é", "CRLF", "latin-1", "CR", "form feed", "emoji", "U+2028", "tab"],
)
def test_a_finding_stands_where_an_editor_shows_it(project: Path, content: str | bytes, place: str) -> None:
    write(project / "a.py", content)
    assert reported("a.py") == [f"a.py:{place}:ATM101"]


@pytest.mark.parametrize("content", ["def f(:\n", "print 'x'\n", "a\0b\n"])
def test_a_file_that_does_not_parse_is_flake8s_and_the_others_are_linted(project: Path, content: str) -> None:
    write(project / "a.py", content)
    write(project / "b.py", BAD)
    write(project / "c.py", "")
    found = reported("-j2", ".")
    assert found[-1] == "b.py:1:1:ATM101"
    assert all(line.startswith("a.py:") and line.endswith(("E902", "E999")) for line in found[:-1])
    assert len(found) > 1


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--atomic-enable=ATM999", "--atomic-enable: ATM999 is not a rule of flake8-atomic"),
        ("--atomic-enable=E501", "--atomic-enable: E501 is not a rule of flake8-atomic"),
        ("--atomic-state-paths=[a", "--atomic-state-paths: [a is not a glob (empty, or a [ that is never closed)"),
        ("--atomic-ignore-paths=a,[b", "--atomic-ignore-paths: [b is not a glob (empty, or a [ that is never closed)"),
        ("--atomic-helpers=a..b", "--atomic-helpers: a..b is not a dotted name"),
    ],
)
def test_a_bad_option_is_one_line_and_exit_2_and_nothing_is_linted(project: Path, option: str, said: str) -> None:
    write(project / "a.py", BAD)
    ran = flake8(option, "a.py")
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", f"flake8-atomic: {said}\n")


def test_a_bad_flag_of_a_file_is_one_line_too(project: Path) -> None:
    write(project / "a.py", BAD)
    write(project / "setup.cfg", "[flake8]\natomic-check-tests = maybe\n")
    ran = flake8(".")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "flake8-atomic: atomic-check-tests: maybe is not true or false\n"


@pytest.mark.parametrize(("said", "found"), [("yes", ["tests/a.py:1:1:ATM101"]), ("off", [])])
def test_a_flag_of_a_file_says_what_it_says(project: Path, said: str, found: list[str]) -> None:
    write(project / "tests" / "a.py", BAD)
    write(project / "setup.cfg", f"[flake8]\natomic_check_tests = {said}\n")
    assert reported(".") == found


def test_the_help_explains_every_option() -> None:
    text = flake8("--help").stdout
    for flag in ("enable", "state-paths", "ignore-paths", "helpers", "check-tests"):
        assert f"--atomic-{flag}" in text


def test_a_sum_of_a_thousand_terms_is_linted_where_the_other_plugins_may_recurse_over_it(project: Path) -> None:
    write(project / "a.py", "a = " + " + ".join(["p"] * 1_000) + "\na.write_text(x)\nopen(a, 'w').write(a)\n")
    program = "import sys; sys.setrecursionlimit(20_000); from flake8.main.cli import main; sys.exit(main())"
    argv = ["--select=ATM", "-j1", "--atomic-enable=ATM110", "--format=%(row)d:%(code)s", "a.py"]
    ran = subprocess.run([sys.executable, "-c", program, *argv], capture_output=True, text=True, check=False)
    assert (ran.stdout.split(), ran.stderr) == (["2:ATM101", "3:ATM110"], "")
