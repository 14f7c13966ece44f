"""A group beside other groups, threads and processes."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import (
    AtomicWriteError,
    atomic_group,
    recover,
)
from flake8_atomic.helpers.sweep import sweep
from tests.helpers.groups import OLD, contents, in_thread

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_group_in_a_group(root: Path) -> None:
    """On the same root it would wait for itself; on another root it is a group of its own."""
    with pytest.raises(KeyError), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        for second in (lambda: atomic_group(root).__enter__(), lambda: recover(root)):
            with pytest.raises(AtomicWriteError) as caught:
                second()
            assert caught.value.errno == errno.EDEADLK
        with atomic_group(root / "sub") as inner:
            inner.write_text(root / "sub/c", "new")
        raise KeyError
    assert contents(root) == {**OLD, "sub/c": "new"}


def test_another_thread_waits(root: Path) -> None:
    order = []

    def other() -> None:
        with atomic_group(root) as group:
            order.append("second")
            group.write_text(root / "a", "second")

    with atomic_group(root) as group:
        thread = threading.Thread(target=other)
        thread.start()
        thread.join(0.1)
        order.append("first")
        group.write_text(root / "a", "first")
    thread.join()
    assert order == ["first", "second"]
    assert contents(root)["a"] == "second"


RECOVER = """
import sys
from flake8_atomic.helpers import recover
print("waiting", flush=True)
print(recover(sys.argv[1]))
"""


def test_recovery_waits_for_a_living_group_and_leaves_it_alone(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        process = subprocess.Popen([sys.executable, "-c", RECOVER, root], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.2)
        group.write_text(root / "b", "new")
    assert process.communicate(timeout=20)[0] == "[]\n"
    assert contents(root) == {**OLD, "a": "new", "b": "new"}


def test_a_sweep_leaves_a_living_group_alone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sweep before each call that gives or takes a name, in every folder."""
    swept = 0

    def sweeping(name: str) -> None:
        real: Callable[..., Any] = getattr(os, name)

        def call(*arguments: Any, **options: Any) -> Any:
            nonlocal swept
            swept += 1
            with monkeypatch.context() as plain:
                plain.setattr(os, "unlink", unlink)
                for folder in (root, root / "sub", *filter(Path.is_dir, root.glob(".txn-*"))):
                    assert sweep(folder, delete=True) == []
            return real(*arguments, **options)

        monkeypatch.setattr(os, name, call)

    unlink = os.unlink
    with atomic_group(root) as group:
        for name in ("link", "replace", "unlink", "rmdir"):
            sweeping(name)
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")
    assert swept >= 8
    monkeypatch.undo()
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


def test_a_forked_child_neither_publishes_nor_drops(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        pid = os.fork()
        if pid == 0:
            group.__exit__(None, None, None)
            os._exit(0)
        os.waitpid(pid, 0)
        assert contents(root)["a"] == "old"
        with pytest.raises(BlockingIOError):
            in_thread(lambda: recover(root, wait=False))
        group.write_text(root / "b", "new")
    assert contents(root) == {**OLD, "a": "new", "b": "new"}


def test_the_end_of_a_block_in_another_process_only_lets_go(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    group = atomic_group(root)
    group.__enter__()
    group.write_text(root / "a", "new")
    real = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: real + 1)
    group.__exit__(None, None, None)
    assert len(list(root.glob(".txn-*/*"))) == 1
    assert recover(root) == []
    assert contents(root) == OLD
