"""What no group of ours has made is refused or left alone by a recovery."""

from __future__ import annotations

import errno
import json
import os
import stat
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import RecoveryError, control, recover
from tests.helpers.groups import NEW, OLD, as_user, committed, contents, own

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def forged(root: Path, change: list[object] | None) -> None:
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
        ["", "x\ud800", "", 0, ""],
        ["", 5, "", 0, ""],
        ["x"],
        [],
        None,
    ],
)
def test_a_journal_that_leads_elsewhere_is_refused(root: Path, change: list[object] | None) -> None:
    forged(root, change)
    with pytest.raises(RecoveryError, match="no group can have written"):
        recover(root)
    assert {name: text for name, text in contents(root).items() if "journal" not in name} == OLD


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda name: os.symlink("a", name)])
def test_a_folder_whose_journal_is_no_file_is_somebody_else_s(root: Path, make: Callable[[str], None]) -> None:
    folder = root / ".txn-0123456789abcdef"
    folder.mkdir()
    (folder / "own").touch()
    make(str(folder / "journal"))
    assert recover(root) == []
    assert sorted(os.listdir(folder)) == ["journal", "own"]


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


def test_the_lock_is_not_taken_twice(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(control, "lock", broken)
    with pytest.raises(OSError, match="No locks"):
        recover(root)
    monkeypatch.undo()
    assert recover(root) == []


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
