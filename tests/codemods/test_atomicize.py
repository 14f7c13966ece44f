"""The command, over a rewrite that is easy to foresee."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods import atomicize as command
from codemods import one, workers, writing
from codemods.run import processors
from codemods.workers import LIMIT
from flake8_atomic.helpers import NotDurable
from tests.codemods.conftest import FIXED, IMPORT, LEFT, SAFE, UNSAFE, Ran
from tests.fixtures import ROOT

pytestmark = pytest.mark.usefixtures("project")
Run = Callable[..., Ran]
EVERY = f"{SAFE}\n{UNSAFE}\n{LEFT}\n"
DONE = f"{IMPORT}{FIXED}\n{UNSAFE}\n{LEFT}\n"


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
    ran = subprocess.run([sys.executable, "-c", _FORESEEN, "--diff", "."], capture_output=True, env=_environment())
    assert ran.returncode == 1
    subprocess.run(["git", "apply", "-"], input=ran.stdout, check=True)
    assert (
        Path("a.py").read_bytes()
        == DONE.replace("\n", "\r\n").replace(IMPORT[:-1] + "\r", IMPORT[:-1]).encode().rstrip()
    )
    assert Path("caf\xe9 b.py").read_bytes() == f"{IMPORT}# coding: latin-1\n# \xe9\n{FIXED}\n".encode("latin-1")


_FORESEEN = """
import signal
import sys
from codemods import one
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job that a shell starts in the background ignores it
from codemods.atomicize import main
from tests.codemods.conftest import foreseen
one.rewrite = foreseen
sys.exit(main())
"""


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT)}


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


BAD = {
    "hang.py": ("HANG", "it took longer than 1 s"),
    "die.py": ("DIE", "its worker process died (SIGKILL)"),
    "exit.py": ("EXIT", "its worker process died (exit code 7)"),
    "raise.py": ("RAISE", "atomicize failed on this file, RecursionError too deep; please report it with the file"),
    "bytes.py": ("\xff", "it cannot be decoded, invalid or missing encoding declaration"),
}


def test_one_bad_file_does_not_end_the_run(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers.answers, "__defaults__", (1.0, tuple))
    for name, (text, _) in BAD.items():
        Path(name).write_bytes(f"# {text}\n{SAFE}\n".encode("latin-1"))
    Path("good.py").write_text(EVERY)
    ran = atomicize(".", "missing.py")
    assert ran.code == 2
    assert Path("good.py").read_text() == DONE
    for name, (text, reason) in BAD.items():
        assert f"atomicize: {name}: {reason}" in ran.err
        assert Path(name).read_bytes() == f"# {text}\n{SAFE}\n".encode("latin-1")
    assert "atomicize: missing.py: No such file or directory" in ran.err
    assert f"{len(BAD) + 1} files could not be handled" in ran.out


def test_the_time_limit_is_generous() -> None:
    assert workers.answers.__defaults__ == (LIMIT, tuple)
    assert LIMIT >= 60


def test_two_wins_over_one(atomicize: Run) -> None:
    Path("a.py").write_text(EVERY)
    assert atomicize("--check", "a.py", "missing.py").code == 2


def test_workers_are_replaced_in_the_course_of_a_long_run(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_MANY", -1)
    for number in range(5):
        Path(f"a{number}.py").write_text(EVERY)
    assert atomicize("--jobs=1", ".").code == 0
    assert {path.read_text() for path in Path().glob("*.py")} == {DONE}


def _replaced(make: Callable[[str], None]) -> None:
    os.unlink("a.py")
    make("a.py")


@pytest.mark.parametrize(
    ("meanwhile", "reason"),
    [
        (lambda: Path("a.py").write_text("changed"), "it changed on disk meanwhile; run again"),
        (lambda: os.utime("a.py", (1, 1)), "it changed on disk meanwhile; run again"),
        (lambda: os.unlink("a.py"), "it vanished meanwhile"),
        (lambda: _replaced(os.mkfifo), "not a regular file"),
        (lambda: _replaced(os.mkdir), "Is a directory"),
    ],
)
def test_a_file_that_changes_meanwhile_is_left_alone(
    atomicize: Run, monkeypatch: pytest.MonkeyPatch, meanwhile: Callable[[], object], reason: str
) -> None:
    Path("a.py").write_text(EVERY)

    def read(path: str) -> object:
        meanwhile()
        return one.read(path)

    monkeypatch.setattr(writing, "read", read)
    ran = atomicize("a.py")
    assert ran.code == 2
    assert ran.err.startswith(f"atomicize: a.py: {reason}")
    assert not Path("a.py").is_file() or Path("a.py").read_text() in ("changed", EVERY)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OSError(28, "No space left on device"), "No space left on device"),
        (NotDurable(5, "published, but a power cut may still undo it"), "published, but a power cut may still undo it"),
    ],
)
def test_a_file_that_cannot_be_written_is_told(
    atomicize: Run, monkeypatch: pytest.MonkeyPatch, error: OSError, reason: str
) -> None:
    Path("a.py").write_text(EVERY)

    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(writing, "atomic_write_bytes", fail)
    ran = atomicize("a.py")
    assert (ran.code, ran.err) == (2, f"atomicize: a.py: {reason}\n")
    assert Path("a.py").read_text() == EVERY


def test_what_a_killed_run_left_is_gone_after_the_next(atomicize: Run) -> None:
    long, other = "b" * 120 + ".py", "caf\xe9.py"
    for name in ("a.py", long, other):
        Path(name).write_text(EVERY)
    ours = [f".a.py.{'0' * 16}.atomic-tmp", f".{long[:80]}.{'1' * 16}.atomic-tmp", f"..{'2' * 16}.atomic-tmp"]
    theirs = [f".state.json.{'0' * 16}.atomic-tmp", f".a.{'0' * 16}.atomic-tmp"]
    for name in (*ours, *theirs):
        Path(name).touch()
    assert atomicize("--check").code == 1
    assert all(Path(name).exists() for name in ours)
    assert atomicize(".").code == 0
    assert [name for name in (*ours, *theirs) if Path(name).exists()] == (
        theirs if sys.platform == "linux" else ours + theirs
    )


def test_a_folder_that_cannot_be_swept_is_no_trouble() -> None:
    writing.cleared([os.path.abspath("gone/a.py")])


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
    assert "usage: atomicize" in capsys.readouterr().err


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
    ran = atomicize("--select=E,F")
    assert ran.err == "atomicize: the configuration selects none of the codes ATM, so there is nothing to do\n"


def test_a_project_that_does_not_depend_on_us_is_told_once(atomicize: Run) -> None:
    Path("requirements.txt").unlink()
    for name in ("a.py", "b.py"):
        Path(name).write_text(EVERY)
    notice = "the fixed code needs flake8-atomic at run time: add it to the project's dependencies, or use --vendor"
    assert atomicize("--check", "--quiet").err == ""
    assert atomicize(".").err == f"atomicize: {notice}\n"
    assert atomicize(".").err == ""


def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path) -> None:
    program = "import sys; from codemods.atomicize import main; sys.exit(main())"
    for argv, code in ((["a.py"], 2), (["--help"], 0)):
        command_line = [sys.executable, "-S", "-c", program, *argv]
        ran = subprocess.run(command_line, cwd=tmp_path, env=_environment(), capture_output=True, text=True)
        assert ran.returncode == code
        expected = 'atomicize: libcst and pyflakes cannot be imported; pip install "flake8-atomic[codemod]"\n'
        assert ran.stderr == (expected if code else "")


def test_a_closed_pipe_is_no_traceback() -> None:
    Path("a.py").write_text(EVERY)
    program = [sys.executable, "-c", _FORESEEN, "--diff", "a.py", "--quiet"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=_environment()) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert ran.stderr.read() == b""
    assert ran.returncode == 2


def test_an_interrupt_ends_the_run_at_once() -> None:
    Path("a.py").write_text(EVERY)
    Path("b.py").write_text("# HANG\n")
    program = [sys.executable, "-c", _FORESEEN, "."]
    with subprocess.Popen(
        program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=_environment()
    ) as ran:
        deadline = time.monotonic() + 60
        while Path("a.py").read_text() != DONE and time.monotonic() < deadline:
            time.sleep(0.05)
        ran.send_signal(signal.SIGINT)
        _, err = ran.communicate(timeout=60)
    assert ran.returncode == 130
    assert err == "atomicize: interrupted; every file is as it was or completely rewritten\n"
    assert sorted(os.listdir()) == ["a.py", "b.py", "requirements.txt"]


def test_an_interrupt_and_a_closed_pipe_have_their_codes(atomicize: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    redirected: list[tuple[int, int]] = []

    def stop(error: type[BaseException]) -> None:
        monkeypatch.setattr(command, "load", lambda *_: (_ for _ in ()).throw(error))

    stop(KeyboardInterrupt)
    assert atomicize(".").code == 130
    stop(BrokenPipeError)
    with monkeypatch.context() as patch:
        patch.setattr(os, "dup2", lambda *both: redirected.append(both))
        code = command.main(["."])
    assert code == 2
    os.close(redirected[0][0])


def test_two_runs_at_once_leave_every_file_whole() -> None:
    names = [f"a{number}.py" for number in range(60)]
    for name in names:
        Path(name).write_text(f"{SAFE}\n")
    program = [sys.executable, "-c", _FORESEEN, ".", "--quiet", "--jobs=2"]
    runs = [subprocess.Popen(program, stderr=subprocess.PIPE, text=True, env=_environment()) for _ in range(2)]
    for run in runs:
        _, err = run.communicate(timeout=60)
        told = {line.split(": ", 2)[2] for line in err.splitlines()}
        assert told <= {"it changed on disk meanwhile; run again"}
        assert run.returncode == (2 if told else 0)
    assert {Path(name).read_text() for name in names} == {f"{IMPORT}{FIXED}\n"}
    assert sorted(os.listdir()) == sorted([*names, "requirements.txt"])


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
    monkeypatch.setattr("codemods.workers._MANY", many)
    monkeypatch.setattr("codemods.run.import_module", loaded.append)
    monkeypatch.setattr("flake8_atomic.rules.Rule.planner", lambda rule: loaded.append(rule.repair))
    assert command.main([".", "--quiet", "--jobs=1"]) == 0
    assert {name in loaded for name in ("codemods.carrying", "in_place.written_atomically")} == {is_prepared}
