"""A run that meets bad files, other writers, interrupts and closed pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from codemods import atomicize as command
from codemods.running import one, workers, writing
from flake8_atomic.helpers import NotDurable
from tests.codemods.conftest import FIXED, IMPORT, SAFE
from tests.codemods.foreseeing import DONE, EVERY, FORESEEN, Run, environment

BAD = {
    "hang.py": ("HANG", "it took longer than 1 s"),
    "die.py": ("DIE", "its worker process died (SIGKILL)"),
    "exit.py": ("EXIT", "its worker process died (exit code 7)"),
    "raise.py": ("RAISE", "atomicize failed on this file, RecursionError too deep; please report it with the file"),
    "bytes.py": ("\xff", "it cannot be decoded, invalid or missing encoding declaration"),
}
pytestmark = pytest.mark.usefixtures("project")


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


def test_a_closed_pipe_is_no_traceback() -> None:
    Path("a.py").write_text(EVERY)
    program = [sys.executable, "-c", FORESEEN, "--diff", "a.py", "--quiet"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.close()
        assert ran.stderr.read() == b""
    assert ran.returncode == 2


def test_an_interrupt_ends_the_run_at_once() -> None:
    Path("a.py").write_text(EVERY)
    Path("b.py").write_text("# HANG\n")
    program = [sys.executable, "-c", FORESEEN, "."]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment()) as ran:
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
    program = [sys.executable, "-c", FORESEEN, ".", "--quiet", "--jobs=2"]
    runs = [subprocess.Popen(program, stderr=subprocess.PIPE, text=True, env=environment()) for _ in range(2)]
    for run in runs:
        _, err = run.communicate(timeout=60)
        told = {line.split(": ", 2)[2] for line in err.splitlines()}
        assert told <= {"it changed on disk meanwhile; run again"}
        assert run.returncode == (2 if told else 0)
    assert {Path(name).read_text() for name in names} == {f"{IMPORT}{FIXED}\n"}
    assert sorted(os.listdir()) == sorted([*names, "requirements.txt"])
