"""What a killed group left is completed or dropped; what no group has made is not touched."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import stat
import struct
import subprocess
import sys
import threading
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.cli import main
from flake8_atomic.helpers import RecoveryError, Unreplaceable, atomic_group, control, forward, journal, recover, system
from flake8_atomic.helpers import stage as stage_module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def root(memory: Path) -> Path:
    (memory / "sub").mkdir()
    for name in ("a", "b", "sub/c"):
        (memory / name).write_text("old")
    return memory


def contents(root: Path) -> dict[str, str]:
    return {str(path.relative_to(root)): path.read_text() for path in sorted(root.rglob("*")) if path.is_file()}


OLD = {"a": "old", "b": "old", "sub/c": "old"}
NEW = {"a": "new", "sub/c": "new"}


def die_at(where: object, name: str, wanted: int) -> None:
    count = 0
    real: Callable[..., Any] = getattr(where, name)

    def call(*arguments: Any, **options: Any) -> Any:
        nonlocal count
        count += 1
        if count == wanted:
            os._exit(9)
        return real(*arguments, **options)

    setattr(where, name, call)


def killed(root: Path, where: object, name: str, wanted: int, *, sync: str = "full") -> None:
    """Let a group die just before one of its calls."""
    pid = os.fork()
    if not pid:
        die_at(where, name, wanted)
        with atomic_group(root, sync=sync) as group:
            group.write_text(root / "a", "new")
            group.write_text(root / "sub/c", "new")
            group.unlink(root / "b")
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 9


def committed(root: Path, sync: str = "full") -> None:
    killed(root, forward.Forward, "finish", 1, sync=sync)


def own(root: Path) -> Path:
    (found,) = root.glob(".txn-*")
    return found


def test_a_committed_group_is_completed(root: Path) -> None:
    committed(root)
    assert {name: text for name, text in contents(root).items() if "txn" not in name} == OLD
    assert sorted(recover(root)) == [str(root / name) for name in ("a", "b", "sub/c")]
    assert contents(root) == NEW
    assert recover(root) == []


@pytest.mark.parametrize(("name", "wanted"), [("link", 1), ("replace", 1), ("replace", 2), ("unlink", 4), ("rmdir", 1)])
def test_a_kill_in_the_middle_of_publishing(root: Path, name: str, wanted: int) -> None:
    killed(root, os, name, wanted)
    recover(root)
    assert contents(root) == NEW
    assert not [*root.glob(".txn-*"), *root.glob("sub/.txn-*")]


@pytest.mark.parametrize(("where", "name", "wanted"), [(stage_module.Stage, "commit", 1), (os, "mkdir", 1)])
def test_a_group_that_was_not_committed_is_dropped(root: Path, where: object, name: str, wanted: int) -> None:
    killed(root, where, name, wanted)
    assert recover(root) == []
    assert contents(root) == OLD


def test_the_next_group_recovers_first(root: Path) -> None:
    committed(root)
    with atomic_group(root) as group:
        assert contents(root) == NEW
        group.write_text(root / "a", "newer")
    assert contents(root) == {**NEW, "a": "newer"}


def test_a_torn_journal_is_none(root: Path) -> None:
    committed(root)
    whole = (own(root) / "journal").read_bytes()
    for torn in (b"", whole[:-1], whole[:100], whole.replace(b"sub", b"bus"), b"\0" * len(whole)):
        (own(root) / "journal").write_bytes(torn)
        (own(root) / "0.staged").touch()
        assert recover(root) == []
        assert contents(root) == OLD
        own_again = root / ".txn-0123456789abcdef"
        own_again.mkdir()
    assert recover(root) == []
    assert not list(root.glob(".txn-*"))


def test_a_file_that_is_neither_staged_nor_in_place(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    committed(root)
    (own(root) / "1.staged").unlink()
    before = contents(root)
    with pytest.raises(RecoveryError, match="neither staged nor in place") as caught:
        recover(root)
    assert caught.value.filename == str(root / "sub/c")
    with pytest.raises(RecoveryError), atomic_group(root):
        pass
    assert contents(root) == before
    assert main(["recover", str(root)]) == 2
    assert str(own(root)) in capsys.readouterr().err


@pytest.mark.parametrize("broken", ["gone", "torn", "a link", "a folder"])
def test_a_file_that_is_in_place_already_need_not_be_staged(root: Path, broken: str) -> None:
    committed(root)
    (root / "sub/c").write_text("new")
    staged = own(root) / "1.staged"
    staged.unlink()
    if broken == "torn":
        staged.write_text("ne")
    if broken == "a link":
        staged.symlink_to("0.staged")
    if broken == "a folder":
        staged.mkdir()
        with pytest.raises(OSError, match="directory"):
            recover(root)
        return
    recover(root)
    assert contents(root) == NEW


def test_a_folder_that_is_gone(root: Path) -> None:
    committed(root)
    (root / "sub").rename(root / "moved")
    with pytest.raises(RecoveryError, match="recover"):
        recover(root)
    (root / "moved").rename(root / "sub")
    recover(root)
    assert contents(root) == NEW


def test_a_folder_that_became_a_link_is_not_followed(root: Path, tmp_path: Path) -> None:
    committed(root)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/c").write_text("old")
    (root / "sub").rename(root / "moved")
    (root / "sub").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(RecoveryError):
        recover(root)
    assert (tmp_path / "elsewhere/c").read_text() == "old"


def forged(root: Path, change: list[object]) -> None:
    text = json.dumps({"boot": "", "changes": [change]}).encode()
    (root / ".txn-0123456789abcdef").mkdir()
    (root / ".txn-0123456789abcdef/journal").write_bytes(f"atomic_group 1 {sha256(text).hexdigest()}\n".encode() + text)


@pytest.mark.parametrize(
    "change",
    [
        ["..", "x", "", 0, ""],
        ["sub/..", "x", "", 0, ""],
        ["", "..", "", 0, ""],
        ["/etc", "x", "", 0, ""],
        ["", "sub/c", "", 0, ""],
        ["", "x", "../a", 3, ""],
        ["", "x", "a", 3, ""],
        ["", "x\0", "", 0, ""],
        [".txn-fedcba9876543210", "journal", "", 0, ""],
        ["", ".txn-fedcba9876543210", "", 0, ""],
    ],
)
def test_a_journal_that_leads_elsewhere_is_refused(root: Path, change: list[object]) -> None:
    forged(root, change)
    with pytest.raises(RecoveryError, match="no group can have written"):
        recover(root)
    assert {name: text for name, text in contents(root).items() if "journal" not in name} == OLD


def test_what_no_group_has_made_is_left_alone(root: Path) -> None:
    (root / ".txn-0000000000000000").mkdir()
    (root / ".txn-0000000000000000/journal").write_text("dear diary")
    (root / ".txn-0000000000000000/0.staged").write_text("mine")
    (root / ".txn-0000000000000000/notes").write_text("mine")
    (root / ".txn-0000000000000001").write_text("a file")
    (root / ".txn-0000000000000002").symlink_to("sub")
    (root / ".txn-not-ours").mkdir()
    (root / ".txn-0123456789ABCDEF").mkdir()
    (root / "sub/.txn-0000000000000003").mkdir()
    before = contents(root), sorted(map(str, root.rglob("*")))
    assert recover(root) == []
    assert (contents(root), sorted(map(str, root.rglob("*")))) == before


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_what_another_user_has_left_is_refused(root: Path) -> None:
    """In a folder like /tmp anyone could have made it."""
    committed(root)
    os.chown(own(root), 1234, -1)
    with pytest.raises(RecoveryError, match="another user"):
        recover(root)
    os.chown(root, 1234, -1)
    with pytest.raises(RecoveryError, match="another user"):
        recover(root)
    assert {name: text for name, text in contents(root).items() if "txn" not in name} == OLD
    os.chown(own(root) / "journal", 1234, -1)
    recover(root)
    assert contents(root) == NEW


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_what_another_user_may_not_even_look_into_is_refused(root: Path) -> None:
    committed(root)

    def refused() -> None:
        with pytest.raises(RecoveryError, match="another user"):
            recover(root)

    assert as_user(refused) == 0
    recover(root)
    assert contents(root) == NEW


@pytest.mark.parametrize("sync", ["file", "none"])
def test_a_group_that_was_not_synced_counts_until_the_machine_starts_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, sync: str
) -> None:
    committed(root, sync)
    with monkeypatch.context() as patches:
        patches.setattr(journal, "boot", lambda: "another one")
        recover(root)
    assert contents(root) == OLD
    committed(root, sync)
    recover(root)
    assert contents(root) == NEW


def test_systems_that_do_not_count_their_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: object, **__: object) -> None:
        raise FileNotFoundError

    assert len(journal.boot()) > 10
    monkeypatch.setattr("builtins.open", missing)
    assert journal.boot() == ""
    assert control.mounts_below("/") == frozenset()


def test_recovery_under_a_policy(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed(root)
    monkeypatch.setenv("ATOMIC_SYNC", "none")
    recover(root)
    assert contents(root) == NEW


@pytest.mark.parametrize("name", ["link", "replace", "unlink", "rmdir"])
def test_a_recovery_that_is_killed_is_made_again(root: Path, name: str) -> None:
    for wanted in range(1, 4):
        for entry, text in OLD.items():
            (root / entry).write_text(text)
        committed(root)
        pid = os.fork()
        if not pid:
            die_at(os, name, wanted)
            recover(root)
            os._exit(0)
        os.waitpid(pid, 0)
        recover(root)
        assert contents(root) == NEW


def test_the_command(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["recover", str(root)]) == 0
    assert capsys.readouterr().out == f"{root}: no file had to be completed\n"
    committed(root)
    assert main(["recover", str(root)]) == 0
    assert capsys.readouterr().out == f"{root}: completed 3 files\n"
    assert contents(root) == NEW
    assert main(["recover", str(root / "gone")]) == 2
    assert capsys.readouterr().err == f"flake8-atomic: {root / 'gone'}: No such file or directory\n"


def test_the_command_does_not_wait(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    codes: list[int] = []
    with atomic_group(root):
        thread = threading.Thread(target=lambda: codes.append(main(["recover", str(root)])))
        thread.start()
        thread.join()
    assert codes == [2]
    assert "a group is open here" in capsys.readouterr().err
    with atomic_group(root):
        command = [sys.executable, "-m", "flake8_atomic", "recover", str(root)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert done.stderr == f"flake8-atomic: {root}: a group is open here; recover when it has ended\n"


def test_a_folder_that_cannot_be_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed(root)
    real = os.open

    def refused(path: Any, *arguments: Any, **options: Any) -> int:
        if str(path).startswith(".txn"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, *arguments, **options)

    with monkeypatch.context() as patches, pytest.raises(PermissionError):
        patches.setattr(os, "open", refused)
        recover(root)
    with monkeypatch.context() as patches, pytest.raises(RecoveryError, match="another user"):
        patches.setattr(os, "open", refused)
        patches.setattr(os, "geteuid", lambda: 12345)
        recover(root)
    recover(root)
    assert contents(root) == NEW


def test_a_staged_file_that_cannot_be_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed(root)
    real = os.open

    def refused(path: Any, *arguments: Any, **options: Any) -> int:
        if str(path).endswith(".staged"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, *arguments, **options)

    with monkeypatch.context() as patches, pytest.raises(PermissionError):
        patches.setattr(os, "open", refused)
        recover(root)
    recover(root)
    assert contents(root) == NEW


def write_both(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")


def test_a_folder_that_may_not_be_written(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.access

    def access(path: str, mode: int, *, dir_fd: int, effective_ids: bool) -> bool:
        allowed = os.readlink(f"/proc/self/fd/{dir_fd}") != str(root / "sub")
        return allowed and real(path, mode, dir_fd=dir_fd, effective_ids=effective_ids)

    monkeypatch.setattr(os, "access", access)
    with pytest.raises(Unreplaceable, match="may not be written"):
        write_both(root)
    (root / "sub/c").unlink()
    with pytest.raises(PermissionError, match="Permission denied"):
        write_both(root)
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
        write_both(root)
    assert caught.value.errno == errno.EXDEV
    table.write_text(f"1 2 3:4 / {root}/sub/c rw - x\n")
    with pytest.raises(Unreplaceable, match="mounted on it") as caught:
        write_both(root)
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
            write_both(folder)
    finally:
        subprocess.run(["chattr", f"-{flag[1]}", folder / "sub"], check=True)
    assert contents(folder) == {"a": "old", "sub/c": "old"}


def as_user(act: Callable[[], None], user: int = 1234) -> int:
    """Do something as another user, in a fork, and return how it ended."""
    pid = os.fork()
    if not pid:
        code = 0
        try:
            os.setgroups([])
            os.setgid(user)
            os.setuid(user)
            act()
        except OSError as error:
            code = error.errno or 99
            code += 100 if isinstance(error, Unreplaceable) else 0
        except BaseException:  # noqa: BLE001 - the exit code is all that comes back
            code = 98
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_other_users(root: Path) -> None:
    """A read-only target, a sticky folder, a folder that may be searched but not listed."""
    for path in (root, *root.rglob("*")):
        os.chown(path, 1234, 1234)
    (root / "sub/c").chmod(0o444)
    assert as_user(lambda: write_both(root)) == errno.EACCES
    (root / "sub/c").chmod(0o666)
    os.chown(root / "sub/c", 0, 0)
    os.chown(root / "sub", 0, 0)
    (root / "sub").chmod(0o1777)
    assert as_user(lambda: write_both(root)) == 100 + errno.EPERM
    assert contents(root) == OLD
    os.chown(root / "sub", 1234, 1234)
    os.chown(root / "sub/c", 1234, 1234)
    (root / "sub").chmod(0o300)
    assert as_user(lambda: write_both(root)) == 0
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


def test_the_lock_is_not_taken_twice(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(control, "lock", broken)
    with pytest.raises(OSError, match="No locks"):
        recover(root)
    monkeypatch.undo()
    assert recover(root) == []


def test_another_users_file_in_a_sticky_folder(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "sub").chmod(0o1777)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(Unreplaceable, match="sticky"):
        write_both(root)
    monkeypatch.undo()
    assert contents(root) == OLD


def test_filesystems_without_flags(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> bytes:
        raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")

    monkeypatch.setattr(fcntl, "ioctl", refused)
    write_both(root)
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
    write_both(root)
    assert refusals > 1
    assert contents(root) == {**NEW, "b": "old"}
    committed(root)
    monkeypatch.setattr(system, "SEARCH_ONLY", None)
    with pytest.raises(OSError, match="Permission denied"):
        recover(root)
    monkeypatch.undo()
    recover(root)
    assert contents(root) == NEW


def test_a_leftover_that_cannot_be_removed_is_for_the_next_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patches:
        patches.setattr(os, "rmdir", refused)
        write_both(root)
    assert os.listdir(own(root)) == []
    assert recover(root) == []
    assert contents(root) == {**NEW, "b": "old"}
    assert not list(root.glob(".txn-*"))


def test_clearing_leaves_what_was_put_there_meanwhile(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        (own(root) / "notes").write_text("mine")
    assert {path.name for path in own(root).iterdir()} == {"notes"}


def test_a_file_of_several_chunks(root: Path) -> None:
    content = os.urandom(journal._CHUNK) * 2
    with atomic_group(root) as group:
        group.write_bytes(root / "a", content)
        group.write_bytes(root / "b", content + b"x")
    assert (root / "a").read_bytes() + b"x" == (root / "b").read_bytes()


def test_errors_of_the_last_calls_change_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    real = os.close

    def closed(descriptor: int) -> None:
        real(descriptor)
        raise OSError(errno.EIO, "Input/output error")

    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "sub/c", "new")
        monkeypatch.setattr(control, "unlock", refused)
        commit = stage_module.Stage.commit
        monkeypatch.setattr(
            stage_module.Stage, "commit", lambda self: (commit(self), monkeypatch.setattr(os, "close", closed))
        )
    monkeypatch.undo()
    assert contents(root) == {**NEW, "b": "old"}
    assert recover(root) == []


def test_systems_that_take_no_advice(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "posix_fadvise")
    write_both(root)
    assert contents(root) == {**NEW, "b": "old"}


def test_a_folder_that_only_grows(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control, "only_grows", lambda _: True)
    with pytest.raises(Unreplaceable, match="only grows"):
        write_both(root)
    assert contents(root) == OLD


def test_a_journal_of_somebody_else_in_a_folder_of_ours(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed(root)
    real = os.fstat

    def theirs(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        owner = 12345 if stat.S_ISREG(found.st_mode) else found.st_uid
        return os.stat_result((*found[:4], owner, *found[5:]))

    with monkeypatch.context() as patches, pytest.raises(RecoveryError, match="another user"):
        patches.setattr(os, "fstat", theirs)
        recover(root)
    recover(root)
    assert contents(root) == NEW


def test_a_group_of_somebody_else(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    committed(root)
    with monkeypatch.context() as patches, pytest.raises(RecoveryError, match="another user"):
        patches.setattr(os, "geteuid", lambda: 12345)
        recover(root)
    recover(root)
    assert contents(root) == NEW
