"""What a killed group left is completed or dropped."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.cli import main
from flake8_atomic.helpers import RecoveryError, atomic_group, control, journal, recover
from flake8_atomic.helpers import stage as stage_module
from tests.helpers.groups import NEW, OLD, committed, contents, die_at, killed, own, save

if TYPE_CHECKING:
    from pathlib import Path


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


def test_a_committed_group_is_completed_whatever_else_lies_beside_it(root: Path) -> None:
    committed(root)
    stage = next(root.glob(".txn-*"))
    (stage / ".DS_Store").write_text("of the system")
    assert len(recover(root)) == 3
    assert (stage / ".DS_Store").read_text() == "of the system"
    assert recover(root) == []
    (stage / ".DS_Store").unlink()
    stage.rmdir()
    assert contents(root) == NEW


def test_a_target_that_cannot_be_had_is_named(root: Path) -> None:
    committed(root)
    (root / "a").unlink()
    (root / "a").mkdir()
    (root / "a/own").touch()
    with pytest.raises(RecoveryError) as caught:
        recover(root)
    assert caught.value.filename == str(root / "a")


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


def test_a_system_that_has_its_readers_come_later_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    class Later(io.BytesIO):
        def read(self, *_: object) -> None:  # type: ignore[override]
            """What a raw file returns for EAGAIN."""

    monkeypatch.setattr("builtins.open", lambda *_, **__: Later(b"not yet"))
    assert control.told("/proc/self/mountinfo") == journal.boot() == ""


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


def test_a_leftover_that_cannot_be_removed_is_for_the_next_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    with monkeypatch.context() as patches:
        patches.setattr(os, "rmdir", refused)
        save(root)
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
