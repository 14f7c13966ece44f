"""The temp of a killed writer is found and removed; that of a living one never is, whatever it is doing."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import atomic_open, system
from flake8_atomic.helpers.sweep import stale_temps, sweep

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not system.SHOWS_WRITERS, reason="the kernel does not show writers")

WRITER = """
import signal, sys
from flake8_atomic.helpers import atomic_open
with atomic_open(sys.argv[1], "w") as file:
    file.write("x" * 100_000)
    print("writing", flush=True)
    if not sys.stdin.readline():
        signal.pause()
"""


def writer(target: Path, *prefix: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [*prefix, sys.executable, "-c", WRITER, str(target)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "writing\n"
    return process


def end(process: subprocess.Popen[str], *, kill: bool) -> None:
    if kill:
        process.kill()
    process.communicate("" if kill else "\n")


def test_killed_writers_are_told_from_living_ones(memory: Path) -> None:
    dead, alive, stopped = (writer(memory / name) for name in ("dead", "alive", "stopped"))
    stopped.send_signal(signal.SIGSTOP)
    assert stale_temps(memory) == []
    end(dead, kill=True)
    (stale,) = stale_temps(memory)
    assert os.path.basename(stale).startswith(".dead.")
    assert sweep(memory) == [stale]
    assert os.path.exists(stale)
    assert sweep(memory, delete=True) == [stale]
    assert sweep(str(memory), delete=True) == []
    assert not os.path.exists(stale)
    end(alive, kill=False)
    stopped.send_signal(signal.SIGCONT)
    end(stopped, kill=False)
    assert sorted(os.listdir(memory)) == ["alive", "stopped"]
    assert {len((memory / name).read_text()) for name in ("alive", "stopped")} == {100_000}


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_writer_in_another_pid_namespace_is_seen(memory: Path) -> None:
    if not shutil.which("unshare"):
        pytest.skip("no unshare")
    process = writer(memory / "target", "unshare", "--pid", "--fork", "--kill-child", "--mount-proc")
    assert stale_temps(memory) == []
    end(process, kill=True)
    deadline = time.monotonic() + 10
    while not stale_temps(memory) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(sweep(memory, delete=True)) == 1


def test_forked_child_keeps_the_temp_alive(memory: Path) -> None:
    """The child could still write to it: what it holds is only known to be stale when it ends too."""
    ready, go = os.pipe(), os.pipe()
    parent = os.fork()
    if parent == 0:
        file = atomic_open(memory / "target", "w")
        if os.fork() == 0:
            os.write(ready[1], b"x")
            os.read(go[0], 1)
            os._exit(0)
        file.fileno()
        os._exit(0)  # ends without clean-up, as a kill would
    os.waitpid(parent, 0)
    os.read(ready[0], 1)
    assert stale_temps(memory) == []
    os.write(go[1], b"x")
    deadline = time.monotonic() + 10
    while not stale_temps(memory) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(stale_temps(memory)) == 1
    for descriptor in (*ready, *go):
        os.close(descriptor)


def test_other_files_are_left_alone(memory: Path) -> None:
    name = ".x.0123456789abcdef.atomic-tmp"
    for folder, make in (
        ("link", lambda path: path.symlink_to("/dev/null")),
        ("pipe", os.mkfifo),
        ("directory", os.mkdir),
        ("other", lambda path: path.with_name("x.tmp").write_text("")),
    ):
        (memory / folder).mkdir()
        make(memory / folder / name)
        assert sweep(memory / folder, delete=True) == []
        assert len(os.listdir(memory / folder)) == 1


def test_temp_that_is_published_meanwhile_is_not_listed(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temp = memory / ".x.0123456789abcdef.atomic-tmp"

    def published(_: int) -> bool:
        temp.rename(memory / "x")
        return False

    monkeypatch.setattr(system, "has_writer", published)
    for delete in (False, True):
        temp.write_text("new")
        assert sweep(memory, delete=delete) == []
        assert (memory / "x").read_text() == "new"


def test_every_moment_of_a_write_is_a_living_one(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep before each system call of a write: it succeeds none the less."""
    calls = 0

    def sweeping(name: str) -> None:
        module = system if name in ("replace", "sync_file") else os
        real = getattr(module, name)

        def call(*args: object, **options: object) -> object:
            nonlocal calls
            calls += 1
            monkeypatch.undo()
            assert sweep(memory, delete=True) == []
            patch()
            return real(*args, **options)

        monkeypatch.setattr(module, name, call)

    def patch() -> None:
        for name in ("open", "fstat", "fchmod", "write", "dup", "close", "sync_file", "replace"):
            sweeping(name)

    (memory / "target").write_text("old")
    (memory / "target").chmod(0o640)
    patch()
    with atomic_open(memory / "target", "wb", buffering=0) as file:
        file.write(b"new")
    monkeypatch.undo()
    assert calls > 10
    assert (memory / "target").read_text() == "new"
