"""A call that fails before the commit point leaves everything old; one that fails after it is made up for."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import (
    NotDurable,
    RecoveryError,
    atomic_group,
    recover,
    syncing,
    system,
)
from tests.helpers.groups import OLD, contents, failing, save

if TYPE_CHECKING:
    pass


EIO = OSError(errno.EIO, "Input/output error")


def test_a_failure_before_the_commit_point_leaves_everything_old(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    for name, wanted in (("sync_file", 1), ("sync_file", 3), ("sync_directory", 1), ("sync_directory", 2)):
        with monkeypatch.context() as patches:
            failing(patches, name, wanted, EIO, system)
            with pytest.raises(OSError, match="Input/output") as caught:
                save(root)
        assert caught.value is EIO
        assert contents(root) == OLD


@pytest.mark.parametrize("slow", [0.0, 1e9])
def test_a_failure_in_a_thread_is_raised(root: Path, monkeypatch: pytest.MonkeyPatch, slow: float) -> None:
    monkeypatch.setattr(syncing, "SLOW", slow)
    failing(monkeypatch, "sync_file", 5, EIO, system)
    with pytest.raises(OSError, match="Input/output"), atomic_group(root) as group:
        for number in range(20):
            group.write_text(root / f"n{number}", "new")
    assert contents(root) == OLD


@pytest.mark.parametrize(("module", "name", "then"), [(os, "unlink", "new"), (system, "sync_directory", "old")])
def test_a_roll_back_that_fails_too_keeps_all_that_the_journal_needs(
    root: Path, monkeypatch: pytest.MonkeyPatch, module: object, name: str, then: str
) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    failing(monkeypatch, "sync_file", 3, EIO, system)
    failing(monkeypatch, name, 1 if module is os else 2, OSError(errno.EROFS, "Read-only"), module)
    with pytest.raises(OSError, match="Input/output"):
        save(root)
    monkeypatch.undo()
    assert len(list(root.glob(".txn-*/*.staged"))) == 2
    recover(root)
    assert contents(root) == {**OLD, "a": then, "sub/c": then}


AFTER = [("link", 1, RecoveryError), ("link", 2, RecoveryError), ("replace", 2, RecoveryError)]


@pytest.mark.parametrize(("name", "wanted", "kind"), AFTER)
def test_a_failure_after_the_commit_point_is_completed(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, wanted: int, kind: type[OSError]
) -> None:
    failing(monkeypatch, name, wanted, EIO)
    with pytest.raises(kind, match="recover") as caught:
        save(root)
    assert caught.value.errno == errno.EIO
    monkeypatch.undo()
    assert sorted(recover(root)) == [str(root / "a"), str(root / "sub/c")]
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


@pytest.mark.parametrize("wanted", [4, 5, 6])
def test_a_directory_that_cannot_be_synced_after_the_commit_point(
    root: Path, monkeypatch: pytest.MonkeyPatch, wanted: int
) -> None:
    monkeypatch.setattr(syncing, "SLOW", 1e9)
    failing(monkeypatch, "sync_directory", wanted, EIO, system)
    with pytest.raises(NotDurable):
        save(root)
    monkeypatch.undo()
    assert contents(root) | {"a": "new", "sub/c": "new"} == contents(root)
    with atomic_group(root) as group:
        group.write_text(root / "b", "newer")
    assert contents(root) == {"a": "new", "b": "newer", "sub/c": "new"}


@pytest.mark.parametrize(("name", "wanted"), [("link", 2), ("replace", 1), ("unlink", 2), ("rmdir", 1)])
def test_an_interrupt_after_the_commit_point_completes_the_group(
    root: Path, monkeypatch: pytest.MonkeyPatch, name: str, wanted: int
) -> None:
    failing(monkeypatch, name, wanted, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        save(root)
    monkeypatch.undo()
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}
    assert not list(root.glob("**/.txn-*"))


@pytest.mark.parametrize("at", [1, 2])
def test_an_interrupt_as_the_group_ends_leaves_no_lock(root: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    group = atomic_group(root)
    with pytest.raises(KeyboardInterrupt), group:
        group.write_text(root / "a", "newer")
        failing(monkeypatch, "getpid", at, KeyboardInterrupt())
    monkeypatch.undo()
    del group
    assert recover(root) == []
    assert contents(root)["a"] in ("old", "newer")


@pytest.mark.parametrize("code", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_a_filesystem_without_hard_links(root: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "link", refuse)
    save(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}
    with monkeypatch.context() as patches:
        failing(patches, "replace", 2, EIO)
        with pytest.raises(RecoveryError), atomic_group(root) as group:
            group.write_text(root / "a", "newer")
            group.write_text(root / "b", "newer")
    recover(root)
    assert contents(root) == {"a": "newer", "b": "newer", "sub/c": "new"}


def test_a_target_folder_that_is_gone_at_the_end(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patches:
        failing(patches, "link", 1, FileNotFoundError(errno.ENOENT, "folder gone"))
        with pytest.raises(RecoveryError):
            save(root)
    recover(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


def test_an_interrupt_while_the_own_folder_is_made(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.mkdir

    def interrupted(*arguments: Any, **options: Any) -> None:
        real(*arguments, **options)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "mkdir", interrupted)
    with pytest.raises(KeyboardInterrupt), atomic_group(root) as group:
        group.write_text(root / "a", "new")
    assert contents(root) == OLD
    assert not list(root.glob(".txn-*"))


def test_a_disk_that_is_full(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OSError, match="space"), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        failing(monkeypatch, "write", 1, OSError(errno.ENOSPC, "no space"))
        group.write_text(root / "b", "new")
    assert contents(root) == OLD
    assert not list(root.glob(".txn-*"))
