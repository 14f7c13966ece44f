"""A program is recorded, and a recording that does not explain what it left is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.crash import (
    RecordingError,
    State,
    build,
    check,
    mark,
    on_disk,
    record,
    scan,
    section,
    strace,
)
from flake8_atomic.crash.tree import frozen
from tests.crash.explorer import environment
from tests.crash.requirements import need_strace

if TYPE_CHECKING:
    from pathlib import Path

PROGRAM = """
import os, sys
from flake8_atomic.crash import mark, section
os.chdir(sys.argv[1])
with section("save"):
    {body}
    mark("returned")
"""


def run(root: Path, body: str) -> list[State]:
    need_strace()
    from flake8_atomic.crash import POSIX_WEAK, explore

    command = [sys.executable, "-c", PROGRAM.format(body=body), str(root)]
    recording = record(command, {"save": root}, environment=environment())["save"]
    return list(explore(recording, POSIX_WEAK).states)


def test_a_small_program(tmp_path: Path) -> None:
    states = run(tmp_path, "os.mkdir('d'); open('d/f', 'w').write('x' * 10)")
    assert {frozenset(state.tree) for state in states} == {
        frozenset(),
        frozenset({"d"}),
        frozenset({"d", "d/f"}),
    }


def test_a_section_that_never_came(tmp_path: Path) -> None:
    need_strace()
    with pytest.raises(RecordingError, match=r"no section .*boom"):
        record([sys.executable, "-c", "raise SystemExit('boom')"], {"save": tmp_path})


def test_an_effect_that_the_trace_does_not_explain(tmp_path: Path) -> None:
    need_strace()
    body = "os.close(os.open('f', os.O_CREAT | os.O_WRONLY))\n    mark('end:save')\n    os.unlink('f')"
    command = [sys.executable, "-c", PROGRAM.format(body=body), str(tmp_path)]
    with pytest.raises(RecordingError, match="does not explain"):
        record(command, {"save": tmp_path}, environment=environment())


def test_a_fault_that_strace_does_not_know(tmp_path: Path) -> None:
    need_strace()
    with pytest.raises(RecordingError, match="ENOTSUP"):
        record(["true"], {"save": tmp_path}, options=["-e", "inject=fsync:error=ENOTSUP"])


def test_no_strace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strace, "available", lambda: False)
    with pytest.raises(RecordingError, match="not installed"):
        record(["true"], {"save": tmp_path})


def test_marks_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with section("here"):
        mark("returned")
    assert not list(tmp_path.iterdir())


def test_a_tree_is_read_as_it_was_built(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    (first / "d" / "e").mkdir(parents=True)
    (first / "d").chmod(0o750)
    (first / "d" / "f").write_bytes(b"contents")
    (first / "d" / "f").chmod(0o604)
    (first / "hard").hardlink_to(first / "d" / "f")
    (first / "soft").symlink_to("d/f")
    os.mkfifo(first / "fifo")
    if os.geteuid() == 0:
        os.chown(first / "d" / "f", 12, 34)
    with suppress(OSError):
        os.setxattr(first / "d" / "f", "user.kind", b"test")
    build(scan(first), second)
    assert frozen(scan(first)) == frozen(scan(second))
    assert scan(first)["hard"].inode == scan(first)["d/f"].inode
    assert scan(first)["soft"].data == b"d/f"


def test_a_tree_where_attributes_are_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.crash.recorded import file

    def refuse(*_: object) -> None:
        raise OSError("not supported")

    node = file(b"x")._replace(uid=os.geteuid(), gid=os.getegid(), xattrs=(("user.kind", b"x"),))
    monkeypatch.setattr(os, "setxattr", refuse)
    monkeypatch.setattr(os, "chown", refuse)
    build({"f": node}, tmp_path)
    assert (tmp_path / "f").read_bytes() == b"x"


def test_a_checker_that_wants_real_files(tmp_path: Path) -> None:
    from tests.crash.recorded import file, played

    before = {"f": file(b"old")._replace(uid=os.geteuid(), gid=os.getegid())}
    recording, _ = played(before, "truncate('/box/f', 0) = 0")

    def checker(root: Path, state: State) -> str | None:
        assert (root / "f").read_bytes() == state.tree["f"].data
        return None if (root / "f").read_bytes() else "empty"

    report = check(recording, on_disk(checker, tmp_path))
    assert set(report.reasons()) == {"empty"}


def test_the_explorer_needs_nothing_else_of_the_project() -> None:
    program = "import sys, flake8_atomic.crash; print(*sys.modules)"
    command = [sys.executable, "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment())
    ours = {name for name in done.stdout.split() if name.startswith("flake8_atomic.")}
    assert all(name.startswith("flake8_atomic.crash") for name in ours)
    foreign = {name.partition(".")[0] for name in done.stdout.split()} - sys.stdlib_module_names
    assert foreign <= {"flake8_atomic", "__main__"}
