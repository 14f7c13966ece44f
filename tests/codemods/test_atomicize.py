"""The command, over a rewrite that is easy to foresee."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from codemods import atomicize as command
from codemods.project.project_imports import _imports
from codemods.running import worker, workers
from codemods.running.run import processors
from codemods.running.workers import LIMIT
from tests.codemods import conftest
from tests.codemods.conftest import FIXED, IMPORT, LEFT, SAFE
from tests.codemods.foreseeing import DONE, EVERY, FORESEEN, Run, environment

pytestmark = pytest.mark.usefixtures("project")


def test_a_run_fixes_what_is_safe_and_says_what_became_of_the_rest(atomicize: Run) -> None:
    Path("a.py").write_text(EVERY)
    ran = atomicize(".")
    assert Path("a.py").read_text() == DONE
    message = "write_text() truncates the file before it writes, a crash leaves it empty; use atomic_write_text"
    assert ran.out.splitlines() == [
        f"a.py:1:1: ATM101 fixed - {message}",
        "a.py:2:1: ATM101 unsafe - the mode changes",
        "a.py:3:1: ATM101 left - say why",
        "3 sites in 1 of 1 file: 1 fixed (1 safe, 0 unsafe), 1 left for --unsafe, 1 left",
        "1 site now needs write permission on the directory, for the file is replaced and no longer written in place",
    ]
    assert (ran.code, ran.err) == (0, "")


def test_unsafe_fixes_are_made_when_asked_for(atomicize: Run) -> None:
    Path("a.py").write_text(EVERY)
    ran = atomicize("--unsafe", "a.py", "--quiet", "--statistics")
    assert Path("a.py").read_text() == f"{IMPORT}{FIXED}\n{FIXED}\n{LEFT}\n"
    lines = ["     1 ATM101 fixed", "     1 ATM101 fixed - the mode changes", "     1 ATM101 left - say why"]
    assert ran.out.splitlines() == lines


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_to_tell_writes_nothing_and_exits_1(atomicize: Run, option: str) -> None:
    Path("a.py").write_text(EVERY)
    Path("b.py").write_text(LEFT)
    before = os.stat("a.py")
    ran = atomicize(option)
    assert ran.code == 1
    after = os.stat("a.py")
    assert (after.st_ino, after.st_mtime_ns, after.st_size) == (before.st_ino, before.st_mtime_ns, before.st_size)
    shown = ran.out if option == "--check" else ran.err
    assert "a.py:1:1: ATM101 fixable - write_text" in shown
    assert "1 would be fixed (1 safe, 0 unsafe)" in shown
    assert atomicize(option, "b.py").code == 0


def test_a_diff_can_be_applied() -> None:
    Path("a.py").write_bytes(EVERY.replace("\n", "\r\n").encode().rstrip())
    Path("caf\xe9 b.py").write_bytes(f"# coding: latin-1\n# \xe9\n{SAFE}\n".encode("latin-1"))
    ran = subprocess.run([sys.executable, "-c", FORESEEN, "--diff", "."], capture_output=True, env=environment())
    assert ran.returncode == 1
    subprocess.run(["git", "apply", "-"], input=ran.stdout, check=True)
    assert (
        Path("a.py").read_bytes()
        == DONE.replace("\n", "\r\n").replace(IMPORT[:-1] + "\r", IMPORT[:-1]).encode().rstrip()
    )
    assert Path("caf\xe9 b.py").read_bytes() == f"{IMPORT}# coding: latin-1\n# \xe9\n{FIXED}\n".encode("latin-1")


def test_nothing_to_do_touches_nothing(atomicize: Run) -> None:
    Path("a.py").write_text(LEFT)
    os.utime("a.py", (1, 1))
    before = os.stat("a.py")
    assert atomicize("a.py").code == 0
    assert os.stat("a.py").st_mtime == 1
    assert os.stat("a.py").st_ino == before.st_ino


def test_the_order_is_that_of_the_names_whatever_the_jobs(atomicize: Run) -> None:
    for number in range(40):
        Path(f"a{number}.py").write_text("x = 1\n" * (200 * (number % 3)) + SAFE)
    told = [atomicize("--check", "--jobs", jobs).out for jobs in ("1", "4")]
    assert told[0] == told[1]
    names = [line.partition(":")[0] for line in told[0].splitlines()[:-2]]
    assert names == sorted(names)
    assert len(names) == 40


def test_mode_and_links_stay_and_a_twin_is_told(atomicize: Run) -> None:
    Path("a.py").write_text(f"{SAFE}\n")
    os.chmod("a.py", 0o751)
    os.symlink("a.py", "link.py")
    os.link("a.py", "twin.py")
    ran = atomicize("link.py", "twin.py")
    assert os.readlink("link.py") == "a.py"
    assert os.stat("a.py").st_mode & 0o777 == 0o751
    assert Path("a.py").read_text() == Path("twin.py").read_text() == f"{IMPORT}{FIXED}\n"
    assert ran.err == "atomicize: link.py: hard link broken, its other names keep the old content\n"
    assert ran.code == 0


def test_the_time_limit_is_generous() -> None:
    assert workers.answers.__defaults__ == (LIMIT, tuple)
    assert LIMIT >= 60


def test_two_wins_over_one(atomicize: Run) -> None:
    Path("a.py").write_text(EVERY)
    assert atomicize("--check", "a.py", "missing.py").code == 2


def test_workers_are_replaced_in_the_course_of_a_long_run(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_MANY", -1)
    for number in range(5):
        Path(f"a{number}.py").write_text(EVERY)
    assert atomicize("--jobs=1", ".").code == 0
    assert {path.read_text() for path in Path().glob("*.py")} == {DONE}


@pytest.mark.parametrize(
    "argv",
    [
        ["-", "a.py"],
        ["-", "--format=json"],
        ["--jobs=0"],
        ["--jobs=many"],
        ["--helpers=a..b"],
        ["--helpers=a", "--vendor=b"],
        ["--vendor", ""],
        ["--helpers", ""],
        ["--format=xml"],
        ["--unsaf"],
    ],
)
def test_a_wrong_command_line_is_exit_2(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        command.main(argv)
    assert left.value.code == 2
    err = capsys.readouterr().err
    assert "usage: atomicize" in err
    assert "_" not in err.splitlines()[-1]


def test_a_bad_setting_is_one_line(atomicize: Run) -> None:
    Path("a.py").write_text(EVERY)
    ran = atomicize("--atomic-enable=ATM999", "a.py")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "atomicize: --atomic-enable: ATM999 is not a rule of flake8-atomic\n"
    assert Path("a.py").read_text() == EVERY


def test_the_settings_of_the_linter_are_heeded(atomicize: Run) -> None:
    Path("a.py").write_text(f"{SAFE}  # noqa: ATM101\n")
    Path("b.py").write_text(f"{SAFE}\n")
    Path("c.py").write_text(f"{SAFE}  # atomic: scratch -- nobody reads it\n")
    Path("tests").mkdir()
    Path("tests/d.py").write_text(f"{SAFE}\n")
    Path("tox.ini").write_text("[flake8]\nper-file-ignores = b.py: ATM101\n")
    assert atomicize("--check").code == 0
    assert "a.py:1:1" in atomicize("--check", "--disable-noqa").out
    assert "b.py:1:1" in atomicize("--check", "--isolated").out
    assert "tests/d.py:1:1" in atomicize("--check", "--atomic-check-tests").out
    assert atomicize("--check", "--atomic-check-tests", "--ignore=ATM1").code == 0
    nothing = "atomicize: the configuration selects none of the codes ATM, so there is nothing to do\n"
    assert atomicize("--select=E,F").err == nothing
    assert atomicize("--select=ATM110").err == nothing
    assert nothing not in atomicize("--select=ATM110", "--atomic-enable=ATM110", "--check").err


def test_a_project_that_does_not_depend_on_us_is_told_once(atomicize: Run) -> None:
    Path("requirements.txt").unlink()
    for name in ("a.py", "b.py"):
        Path(name).write_text(EVERY)
    notice = "the fixed code needs flake8-atomic at run time: add it to the project's dependencies, or use --vendor"
    assert atomicize("--check", "--quiet").err == ""
    assert atomicize(".").err == f"atomicize: {notice}\n"
    assert atomicize(".").err == ""


def test_a_step_that_needs_no_helper_needs_no_dependency(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("requirements.txt").unlink()
    Path("a.py").write_text(EVERY)
    monkeypatch.setattr(conftest, "IMPORT", "import os\n")
    assert atomicize(".").err == ""


def test_folders_of_others_are_named_that_are_passed_over(atomicize: Run) -> None:
    for name in ("_vendor/b.py", "third_party/a/c.py", "d.py"):
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(SAFE)
    passed = "passed over as code of others: _vendor, third_party; name a folder to have it rewritten"
    assert atomicize(".").err == f"atomicize: {passed}\n"
    assert Path("_vendor/b.py").read_text() == Path("third_party/a/c.py").read_text() == SAFE
    assert atomicize("--check", "--quiet").err == ""
    assert atomicize("_vendor").err == ""
    assert FIXED in Path("_vendor/b.py").read_text()


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; from codemods.atomicize import main; sys.exit(main())"
    for argv, code in ((["a.py"], 2), (["--help"], 0)):
        command_line = [sys.executable, "-S", "-c", program, *argv]
        ran = subprocess.run(command_line, cwd=tmp_path, env=environment(), capture_output=True, text=True)
        assert ran.returncode == code
        expected = 'atomicize: libcst and pyflakes cannot be imported; pip install "flake8-atomic[codemod]"\n'
        assert ran.stderr == (expected if code else "")


def test_processors_are_counted_where_the_system_cannot_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert processors() == 1


@pytest.mark.parametrize(("many", "is_prepared"), [(0, True), (1 << 60, False)])
def test_a_process_that_follows_another_finds_loaded_what_fixes_need(
    monkeypatch: pytest.MonkeyPatch, many: int, is_prepared: bool
) -> None:
    for number in range(20):
        Path(f"a{number:02}.py").write_text(LEFT)
    loaded: list[str] = []
    _imports.cache_clear()
    monkeypatch.setattr("codemods.running.worker._MANY", many)
    monkeypatch.setattr("codemods.running.run.import_module", loaded.append)
    monkeypatch.setattr("flake8_atomic.rules.Rule.planner", lambda rule: loaded.append(rule.repair))
    assert command.main([".", "--quiet", "--jobs=1"]) == 0
    assert {name in loaded for name in ("codemods.carrying", "in_place.written_atomically")} == {is_prepared}
    assert _imports.cache_info().currsize == is_prepared
