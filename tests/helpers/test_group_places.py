"""Where a group may write: folders that forbid it, mounts, flags and other users' files."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import Unreplaceable, atomic_group, control, recover, system
from tests.helpers.groups import NEW, OLD, as_user, committed, contents, save

if TYPE_CHECKING:
    from pathlib import Path


def test_a_folder_that_may_not_be_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access

    def access(path: str, mode: int, *, dir_fd: int, effective_ids: bool) -> bool:
        allowed = os.readlink(f"/proc/self/fd/{dir_fd}") != str(root / "sub")
        return allowed and real(path, mode, dir_fd=dir_fd, effective_ids=effective_ids)

    monkeypatch.setattr(os, "access", access)
    with pytest.raises(Unreplaceable, match="may not be written"):
        save(root)
    (root / "sub/c").unlink()
    with pytest.raises(PermissionError, match="Permission denied"):
        save(root)
    assert contents(root) == {"a": "old", "b": "old"}


def test_mounts_are_read_from_the_table(root: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = tmp_path / "mountinfo"
    table.write_text(f"1 2 3:4 / {root}/sub rw - x\n1 2 3:4 / {root}/with\\040blank rw - x\n1 2 3:4 / / rw - x\n")
    monkeypatch.setattr(control, "_MOUNTS", str(table))
    assert control.mounts_below(str(root)) == {f"{root}/sub", f"{root}/with blank"}
    assert control.mounts_below("/") == {f"{root}/sub", f"{root}/with blank"}
    table.write_text(f"1 2 3:4 / {root}/sub/with\\040blank/in rw - x\n")
    assert control.mounts_below(f"{root}/sub/with blank") == {f"{root}/sub/with blank/in"}
    table.write_text(f"1 2 3:4 / {root}/sub rw - x\n")
    with pytest.raises(Unreplaceable, match="another filesystem") as caught:
        save(root)
    assert caught.value.errno == errno.EXDEV
    table.write_text(f"1 2 3:4 / {root}/sub/c rw - x\n")
    with pytest.raises(Unreplaceable, match="mounted on it") as caught:
        save(root)
    assert caught.value.errno == errno.EBUSY
    assert contents(root) == OLD


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
@pytest.mark.parametrize("what", ["filesystem", "folder", "file"])
def test_mounts_below_the_root(root: Path, what: str) -> None:
    """In a mount namespace of its own, so that nothing is left mounted."""
    mount = {
        "filesystem": ["mount", "-t", "tmpfs", "none", str(root / "sub")],
        "folder": ["mount", "--bind", str(root / "sub"), str(root / "sub")],
        "file": ["mount", "--bind", str(root / "b"), str(root / "sub/c")],
    }[what]
    program = (
        "import subprocess, sys\n"
        "from flake8_atomic.helpers import atomic_group, Unreplaceable\n"
        f"if subprocess.run({mount!r}).returncode: sys.exit('cannot mount')\n"
        "try:\n"
        f"    with atomic_group({str(root)!r}) as group:\n"
        f"        group.write_text({str(root / 'a')!r}, 'new')\n"
        f"        group.write_text({str(root / 'sub/c')!r}, 'new')\n"
        "except Unreplaceable: sys.exit(7)\n"
    )
    done = subprocess.run(
        ["unshare", "--mount", sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    if "cannot mount" in done.stderr:
        pytest.skip("mounting needs root and more")
    assert done.returncode == 7, done.stderr
    assert contents(root) == OLD


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
@pytest.mark.parametrize("flag", ["+i", "+a"])
def test_a_folder_with_flags(flag: str, tmp_path: Path) -> None:
    folder = tmp_path / "flagged"
    (folder / "sub").mkdir(parents=True)
    for name in ("a", "sub/c"):
        (folder / name).write_text("old")
    if subprocess.run(["chattr", flag, folder / "sub"], capture_output=True, check=False).returncode:
        pytest.skip("needs root and a filesystem with flags")
    try:
        with pytest.raises(Unreplaceable):
            save(folder)
    finally:
        subprocess.run(["chattr", f"-{flag[1]}", folder / "sub"], check=True)
    assert contents(folder) == {"a": "old", "sub/c": "old"}


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_other_users(root: Path) -> None:
    """A read-only target, a sticky folder, a folder that may be searched but not listed."""
    for path in (root, *root.rglob("*")):
        os.chown(path, 1234, 1234)
    (root / "sub/c").chmod(0o444)
    assert as_user(lambda: save(root)) == errno.EACCES
    (root / "sub/c").chmod(0o666)
    os.chown(root / "sub/c", 0, 0)
    os.chown(root / "sub", 0, 0)
    (root / "sub").chmod(0o1777)
    assert as_user(lambda: save(root)) == 100 + errno.EPERM
    assert contents(root) == OLD
    os.chown(root / "sub", 1234, 1234)
    os.chown(root / "sub/c", 1234, 1234)
    (root / "sub").chmod(0o300)
    assert as_user(lambda: save(root)) == 0
    (root / "sub").chmod(0o700)
    assert contents(root) == {**NEW, "b": "old"}


def test_a_new_file_takes_from_its_folder_what_a_single_write_would(root: Path) -> None:
    entries = ((1, 7, -1), (2, 7, 1234), (4, 5, -1), (16, 7, -1), (32, 0, -1))
    acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", t, p, i & 0xFFFFFFFF) for t, p, i in entries)
    for name in ("grouped", "listed", "plain"):
        (root / name).mkdir()
    group_id = 4321 if os.geteuid() == 0 else os.getegid()
    os.chown(root / "grouped", -1, group_id)
    (root / "grouped").chmod(0o2775)
    os.setxattr(root / "listed", "system.posix_acl_default", acl)
    with atomic_group(root) as group:
        for name in ("grouped", "listed", "plain", "grouped", "listed", "."):
            group.write_text(root / name / "grouped by a group", "x")
            (root / name / "single").write_text("x")
    for name in ("grouped", "listed", "plain", "."):
        single, grouped = root / name / "single", root / name / "grouped by a group"
        for path in (single, grouped):
            assert path.stat().st_gid == (group_id if name == "grouped" else os.getegid())
        assert single.stat().st_mode == grouped.stat().st_mode
        assert os.listxattr(single) == os.listxattr(grouped)


def test_systems_without_attributes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "getxattr")
    with atomic_group(root) as group:
        group.write_text(root / "sub/new", "new")
    assert contents(root) == {**OLD, "sub/new": "new"}


def test_an_attribute_that_cannot_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bytes:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "getxattr", broken)
    with pytest.raises(OSError, match="Input/output"), atomic_group(root) as group:
        group.write_text(root / "sub/new", "new")
    assert contents(root) == OLD


def test_another_users_file_in_a_sticky_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "sub").chmod(0o1777)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(Unreplaceable, match="sticky"):
        save(root)
    monkeypatch.undo()
    assert contents(root) == OLD


def test_filesystems_without_flags(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> bytes:
        raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")

    monkeypatch.setattr(fcntl, "ioctl", refused)
    save(root)
    assert contents(root) == {**NEW, "b": "old"}


def test_a_folder_that_may_be_searched_but_not_listed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, refusals = os.open, 0

    def unlisted(path: Any, flags: int, *arguments: Any, **options: Any) -> int:
        nonlocal refusals
        if str(path).endswith("sub") and not flags & os.O_PATH:
            refusals += 1
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, *arguments, **options)

    monkeypatch.setattr(os, "open", unlisted)
    save(root)
    assert refusals > 1
    assert contents(root) == {**NEW, "b": "old"}
    committed(root)
    monkeypatch.setattr(system, "SEARCH_ONLY", None)
    with pytest.raises(OSError, match="Permission denied"):
        recover(root)
    monkeypatch.undo()
    recover(root)
    assert contents(root) == NEW


def test_systems_that_take_no_advice(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_fadvise")
    save(root)
    assert contents(root) == {**NEW, "b": "old"}


def test_a_folder_that_only_grows(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "only_grows", lambda _: True)
    with pytest.raises(Unreplaceable, match="only grows"):
        save(root)
    assert contents(root) == OLD
