"""The branches for filesystems that refuse what others do, run against fakes of them."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path

import pytest

from flake8_atomic.helpers import NotDurable, atomic_write_text, system


def failing(code: int) -> object:
    def call(*_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code))

    return call


@pytest.mark.parametrize("code", [errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS])
def test_filesystem_without_directory_sync_is_no_failure(
    memory: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(os, "fsync", failing(code))
    monkeypatch.setattr(system, "sync_file", lambda _: None)
    atomic_write_text(memory / "target", "new")
    assert (memory / "target").read_text() == "new"


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC, errno.EDQUOT])
def test_failed_directory_sync_is_not_durable(memory: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    monkeypatch.setattr(os, "fsync", failing(code))
    monkeypatch.setattr(system, "sync_file", lambda _: None)
    with pytest.raises(NotDurable) as caught:
        atomic_write_text(memory / "target", "new")
    assert (caught.value.errno, caught.value.filename) == (code, str(memory / "target"))
    assert (memory / "target").read_text() == "new"
    atomic_write_text(memory / "target", "newer", sync="file")


@pytest.mark.parametrize("code", [errno.EPERM, errno.ENOTSUP])
@pytest.mark.parametrize("name", ["fchmod", "fchown", "setxattr", "removexattr"])
def test_filesystem_that_refuses_metadata_is_no_failure(
    memory: Path, monkeypatch: pytest.MonkeyPatch, name: str, code: int
) -> None:
    path = memory / "target"
    path.write_text("old")
    path.chmod(0o640)
    if sys.platform == "linux":
        os.setxattr(path, "user.note", b"kept")
    monkeypatch.setattr(os, name, failing(code), raising=False)
    atomic_write_text(path, "new")
    assert path.read_text() == "new"


@pytest.mark.parametrize("name", ["fchmod", "setxattr", "getxattr"])
def test_failing_metadata_keeps_the_old(memory: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    path = memory / "target"
    path.write_text("old")
    path.chmod(0o640)
    os.setxattr(path, "user.note", b"kept")
    monkeypatch.setattr(os, name, failing(errno.EIO))
    with pytest.raises(OSError, match="Input/output"):
        atomic_write_text(path, "new")
    assert path.read_text() == "old"
    assert os.listdir(memory) == ["target"]


@pytest.mark.parametrize(("code", "fails"), [(errno.ENOTSUP, False), (errno.EPERM, False), (errno.EIO, True)])
def test_listing_attributes(memory: Path, monkeypatch: pytest.MonkeyPatch, code: int, fails: bool) -> None:
    path = memory / "target"
    path.write_text("old")
    monkeypatch.setattr(system, "list_attributes", failing(code))
    if fails:
        with pytest.raises(OSError, match="Input/output"):
            atomic_write_text(path, "new")
    else:
        atomic_write_text(path, "new")
    assert path.read_text() == ("old" if fails else "new")


def test_attributes_that_vouch_for_content_stay_behind(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = memory / "target"
    path.write_text("old")
    os.setxattr(path, "user.note", b"kept")
    monkeypatch.setattr(system, "list_attributes", lambda _: ["user.note", "security.capability", "user.gone"])
    written = []
    real = os.setxattr

    def spy(descriptor: int, key: str, value: bytes) -> None:
        written.append(key)
        real(descriptor, key, value)

    monkeypatch.setattr(os, "setxattr", spy)
    atomic_write_text(path, "new")
    assert written == ["user.note"]


def test_owner_that_may_not_be_given_away(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = memory / "target"
    path.write_text("old")
    calls: list[tuple[int, int]] = []

    def fchown(_: int, uid: int, gid: int) -> None:
        calls.append((uid, gid))
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "fchown", fchown)
    status = path.stat()
    os.chown(path, status.st_uid, -1)
    real = os.fstat

    def fstat(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        fields = list(found)
        if stat.S_ISREG(found.st_mode) and found.st_size == 3:
            fields[5] += 1
        return os.stat_result(fields)

    monkeypatch.setattr(os, "fstat", fstat)
    atomic_write_text(path, "new")
    assert calls == [(status.st_uid, status.st_gid + 1), (-1, status.st_gid + 1)]


def test_directory_that_may_be_searched_but_not_read(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open
    synced = []

    def unreadable(path: str, flags: int, *args: int, **options: int) -> int:
        if flags & os.O_DIRECTORY and not flags & os.O_PATH:
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", unreadable)
    monkeypatch.setattr(os, "sync", lambda: synced.append(True))
    atomic_write_text(memory / "target", "new")
    assert synced == [True]
    (memory / "link").symlink_to("./target")
    atomic_write_text(memory / "link", "newer", sync="file")
    assert synced == [True]
    monkeypatch.setattr(system, "SEARCH_ONLY", None)
    with pytest.raises(PermissionError) as caught:
        atomic_write_text(memory / "target", "new")
    assert caught.value.filename == str(memory / "target")
