"""All files of a group get their new content or none does, and every unusual target has one defined answer."""

from __future__ import annotations

import errno
import io
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import (
    AtomicWriteError,
    Unreplaceable,
    atomic_group,
    recover,
    system,
)
from tests.helpers.groups import OLD, contents

if TYPE_CHECKING:
    pass


def test_every_way_to_write(root: Path) -> None:
    with atomic_group(root) as group:
        assert group.write_text(root / "a", "é\n", "utf-8") == 2
        assert group.write_bytes(root / "b", memoryview(b"bytes")) == 5
        assert group.write_bytes(root / "raw", b"raw") == 3
        assert group.write_json(root / "sub/c", {"x": [1]}, end="\n") == 11
        with group.open(root / "text", "w", newline="\r\n") as text:
            text.write("line\n")
        with group.open(root / "binary", "w+b") as binary:
            binary.write(b"12345")
            binary.seek(1)
            assert binary.read(2) == b"23"
        with group.open(root / "unbuffered", "wb", 0) as unbuffered:
            unbuffered.write(b"u")
        assert contents(root)["a"] == "old"
        assert not (root / "text").exists()
    assert (root / "a").read_bytes() == "é\n".encode()
    assert (root / "b").read_bytes() == b"bytes"
    assert json.loads((root / "sub/c").read_text()) == {"x": [1]}
    assert (root / "text").read_bytes() == b"line\r\n"
    assert sorted(os.listdir(root)) == ["a", "b", "binary", "raw", "sub", "text", "unbuffered"]
    assert os.listdir(root / "sub") == ["c"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
def test_an_exception_in_the_block_leaves_everything_old(root: Path, error: type[BaseException]) -> None:
    with pytest.raises(error), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.unlink(root / "b")
        handle = group.open(root / "sub/c", "w")
        handle.write("new")
        raise error
    assert handle.closed
    assert contents(root) == OLD


def test_a_write_that_fails_leaves_everything_old(root: Path) -> None:
    with pytest.raises(TypeError), atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_json(root / "b", object())
    with pytest.raises(FileNotFoundError) as caught, atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "missing/x", "new")
    assert caught.value.filename == str(root / "missing/x")
    assert contents(root) == OLD


def test_a_failed_write_that_is_caught_spoils_nothing(root: Path) -> None:
    with atomic_group(root) as group:
        with pytest.raises(KeyError), group.open(root / "a", "w") as handle:
            handle.write("half")
            raise KeyError
        group.write_text(root / "b", "new")
    assert contents(root) == {**OLD, "b": "new"}


def test_an_empty_group_does_nothing(root: Path) -> None:
    with atomic_group(root):
        assert sorted(os.listdir(root)) == ["a", "b", "sub"]
    assert contents(root) == OLD


def test_relative_and_bytes_paths(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "sub")
    with atomic_group("..") as group:
        group.write_text("c", "new")
        group.write_text(os.fsencode(root / "a"), "new")
        group.write_text("../b", "new")
        monkeypatch.chdir("/")
    assert set(contents(root).values()) == {"new"}


def test_names_that_are_hardly_names(root: Path) -> None:
    names = ["é" * 127, "x" * 255, os.fsdecode(b"\xff\xfe"), "new\nline", " "]
    with atomic_group(root) as group:
        for name in names:
            group.write_text(root / name, "new")
    assert {(root / name).read_text() for name in names} == {"new"}


def test_the_same_target_twice_keeps_the_last(root: Path) -> None:
    (root / "link").symlink_to("sub/c")
    with atomic_group(root) as group:
        for number in range(3):
            group.write_text(root / "a", f"{number}")
        group.write_text(root / "sub/c", "by its name")
        group.write_text(root / "link", "by its link")
        group.write_text(root / "b", "new")
        group.unlink(root / "b")
        assert len(os.listdir(next(root.glob(".txn-*")))) == 2
    assert contents(root) == {"a": "2", "link": "by its link", "sub/c": "by its link"}


def test_removal(root: Path) -> None:
    (root / "link").symlink_to("a")
    with atomic_group(root) as group:
        group.unlink(root / "link")
        group.unlink(root / "b")
        group.unlink(root / "never", missing_ok=True)
        for missing in ("never", "b"):
            with pytest.raises(FileNotFoundError) as caught:
                group.unlink(root / missing)
            assert caught.value.filename == str(root / missing)
        with pytest.raises(IsADirectoryError):
            group.unlink(root / "sub")
        halves_fit = f"{root}{'/.' * ((4090 - len(str(root))) // 2)}/{'n' * 20}"
        for unlink in (os.unlink, group.unlink):
            with pytest.raises(OSError, match="too long"):
                unlink(halves_fit)
        group.write_text(root / "made", "new")
        group.unlink(root / "made")
        group.unlink(root / "sub/c")
        group.write_text(root / "sub/c", "after all")
    assert contents(root) == {"a": "old", "sub/c": "after all"}


def test_a_symlink_is_followed_and_kept(root: Path) -> None:
    (root / "link").symlink_to("sub/c")
    (root / "dangling").symlink_to("sub/new")
    with atomic_group(root) as group:
        group.write_text(root / "link", "new")
        group.write_text(root / "dangling", "new")
    assert (root / "link").is_symlink()
    assert (root / "dangling").is_symlink()
    assert contents(root) == {**OLD, "sub/c": "new", "sub/new": "new", "link": "new", "dangling": "new"}


def test_a_target_outside_the_root_is_refused(root: Path) -> None:
    (root / "sub/out").symlink_to("../a")
    for act in ("write_text", "unlink", "open"):
        for path in (root / "a", root / "sub/out", root / "sub/../b"):
            if (act, path.name) == ("unlink", "out"):
                continue  # the link itself is below the root
            with pytest.raises(ValueError, match="not below the root"), atomic_group(root / "sub") as group:
                group.write_text(root / "sub/c", "new")
                getattr(group, act)(path, *(["new"] if act == "write_text" else ["w"] if act == "open" else []))
    assert contents(root) == {**OLD, "sub/out": "old"}


def test_a_target_among_what_is_staged_is_refused(root: Path) -> None:
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        (own,) = root.glob(".txn-*")
        with pytest.raises(ValueError, match="not below the root"):
            group.write_text(own / "journal", "new")
    assert contents(root) == {**OLD, "a": "new"}


def test_a_root_behind_a_link(root: Path) -> None:
    (root / "way").symlink_to("sub")
    with atomic_group(root / "way") as group:
        group.write_text(root / "sub/c", "new")
        group.write_text(root / "way/d", "new")
    assert sorted(os.listdir(root / "sub")) == ["c", "d"]


def test_a_folder_that_is_swapped_while_it_is_looked_up(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.path.realpath
    with pytest.raises(OSError, match="changed while") as caught, atomic_group(root) as group:
        monkeypatch.setattr(os.path, "realpath", lambda path: real(str(path).replace("sub/c", "a")))
        group.write_text(root / "sub/c", "new")
    assert caught.value.errno == errno.ESTALE
    assert contents(root) == OLD


def test_pipes_and_devices_cannot_be_part(root: Path) -> None:
    os.mkfifo(root / "pipe")
    reader = os.open(root / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with pytest.raises(Unreplaceable, match="pipe"), atomic_group(root) as group:
        group.write_text(root / "pipe", "new")
    os.close(reader)
    with pytest.raises(OSError, match="No such device or address"), atomic_group(root) as group:
        group.write_text(root / "pipe", "new")
    (root / "null").symlink_to("/dev/null")
    with pytest.raises(Unreplaceable), atomic_group(root) as group:
        group.write_text(root / "null", "new")
    (root / "pipe link").symlink_to("pipe")
    with pytest.raises(OSError, match="No such device or address"), atomic_group(root) as group:
        group.write_text(root / "pipe link", "new")


def test_metadata_is_that_of_single_writes(root: Path) -> None:
    (root / "a").chmod(0o604)
    os.setxattr(root / "a", "user.kept", b"yes")
    with atomic_group(root) as group:
        group.write_text(root / "a", "new")
        group.write_text(root / "private", "new", perms=0o600)
        group.write_text(root / "plain", "new")
    mask = os.umask(0o022)
    os.umask(mask)
    assert (root / "a").stat().st_mode & 0o7777 == 0o604
    assert os.getxattr(root / "a", "user.kept") == b"yes"
    assert (root / "private").stat().st_mode & 0o7777 == 0o600
    assert (root / "plain").stat().st_mode & 0o7777 == 0o666 & ~mask
    assert (root / "plain").stat().st_nlink == 1


@pytest.mark.parametrize("arguments", [{"perms": "x"}, {"mode": "r"}, {"mode": "wb", "encoding": "utf-8"}])
def test_wrong_arguments_stage_nothing(root: Path, arguments: dict[str, Any]) -> None:
    with atomic_group(root) as group:
        with pytest.raises((TypeError, ValueError)):
            group.open(root / "a", **arguments)
        with pytest.raises(TypeError):
            group.write_text(root / "a", "new", perms="x")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            group.write_text(root / "a", b"new")  # type: ignore[arg-type]
        assert sorted(os.listdir(root)) == ["a", "b", "sub"]


def test_a_file_that_is_still_open_stops_the_group(root: Path) -> None:
    with pytest.raises(AtomicWriteError, match="still open"), atomic_group(root) as group:
        group.open(root / "a", "w").write("new")
        group.write_text(root / "b", "new")
    assert contents(root) == OLD


def test_a_group_is_for_one_block(root: Path) -> None:
    group = atomic_group(root)
    for act in (lambda: group.write_text(root / "a", "x"), lambda: group.open(root / "a"), lambda: group.unlink("a")):
        with pytest.raises(ValueError, match="in its `with` block"):
            act()
    with group, pytest.raises(ValueError, match="one block"):
        group.__enter__()
    with pytest.raises(ValueError, match="one block"):
        group.__enter__()
    with pytest.raises(ValueError, match="in its `with` block"):
        group.write_text(root / "a", "x")


def test_a_group_that_is_dropped_gives_its_lock_back(root: Path) -> None:
    group = atomic_group(root)
    group.__enter__()
    group.write_text(root / "a", "new")
    del group
    assert recover(root) == []
    assert contents(root) == OLD


def test_roots_that_cannot_be_used(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path, error in ((root / "missing", FileNotFoundError), (root / "a", NotADirectoryError)):
        with pytest.raises(error), atomic_group(path):
            pass
        with pytest.raises(error):
            recover(path)
    with pytest.raises(ValueError, match="sync must be"), atomic_group(root, sync="fast"):
        pass
    with pytest.raises(TypeError):
        atomic_group(7)  # type: ignore[arg-type]
    monkeypatch.setattr(system, "PINNED", False)
    with pytest.raises(AtomicWriteError, match="locks"), atomic_group(root):
        pass


def test_detached_handles_are_refused(root: Path) -> None:
    with atomic_group(root) as group, group.open(root / "a", "w") as handle:
        with pytest.raises(io.UnsupportedOperation):
            handle.detach()
        handle.write("new")
    assert contents(root)["a"] == "new"
