"""Corners that the matrix reaches in a child process are reached here in this one, where coverage looks."""

from __future__ import annotations

import errno
import io
import os
import struct
import sys
import types
from typing import TYPE_CHECKING, Any

import pytest

from flake8_atomic.helpers import atomic_open, atomic_write_text, errors, opened, sync_policy
from flake8_atomic.helpers import text as text_module

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"mode": 5}, TypeError),
        ({"mode": "w", "encoding": 5}, TypeError),
        ({"mode": "w", "newline": 5}, TypeError),
        ({"mode": "w", "buffering": None}, TypeError),
        ({"mode": "wz"}, ValueError),
        ({"mode": "ww"}, ValueError),
        ({"mode": "wtb"}, ValueError),
        ({"mode": "b"}, ValueError),
        ({"mode": "wb", "encoding": "utf-8"}, ValueError),
        ({"mode": "wb", "errors": "strict"}, ValueError),
        ({"mode": "wb", "newline": ""}, ValueError),
        ({"mode": "wb", "buffering": 1}, RuntimeWarning),
        ({"mode": "w", "buffering": 0}, ValueError),
        ({"mode": "w", "newline": "x"}, ValueError),
        ({"mode": "w", "encoding": "nonsense"}, LookupError),
        ({"mode": "w", "perms": "600"}, TypeError),
        ({"mode": "w", "sync": "fast"}, ValueError),
    ],
)
def test_wrong_arguments_create_nothing(
    memory: Path, arguments: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        atomic_open(memory / "target", **arguments)
    assert os.listdir(memory) == []
    if not {"perms", "sync"} & set(arguments):
        with pytest.raises(error):
            open(memory / "target", **arguments)


@pytest.mark.parametrize("encoding", ["utf-16", "iso2022_jp", "utf-8-sig"])
def test_codecs_with_a_state(memory: Path, encoding: str) -> None:
    for name, write in (("a", open), ("b", atomic_open)):
        with write(memory / name, "w", encoding=encoding) as file:
            file.write("かな")
    atomic_write_text(memory / "c", "かな", encoding)
    assert (memory / "a").read_bytes() == (memory / "b").read_bytes() == (memory / "c").read_bytes()


def test_path_that_is_too_long(memory: Path) -> None:
    (memory / "d").mkdir()
    for repeats, error in ((900, errno.ENAMETOOLONG), (200, None)):
        path = str(memory / ("d/../" * repeats)) + "/target"
        if error:
            with pytest.raises(OSError, match="too long") as caught:
                atomic_write_text(path, "new")
            assert caught.value.errno == error
        else:
            atomic_write_text(path, "new")
            atomic_write_text(path, "newer")
    assert (memory / "target").read_text() == "newer"


def test_links_near_and_far(memory: Path) -> None:
    (memory / "sub").mkdir()
    for name, text in (
        ("near", "target"),
        ("far", "sub/target"),
        ("sub/back", "../target"),
        ("chain", "sub/back"),
    ):
        (memory / name).symlink_to(text)
        atomic_write_text(memory / name, name)
        assert (memory / name).is_symlink()
        assert (memory / name).read_text() == name


@pytest.mark.parametrize("kind", ["loop", "directory", "missing parent", "parent is a file"])
def test_paths_that_open_refuses(memory: Path, kind: str) -> None:
    (memory / "loop").symlink_to("loop")
    (memory / "directory").mkdir()
    (memory / "file").write_text("")
    path = memory / {"missing parent": "missing/x", "parent is a file": "file/x"}.get(kind, kind)
    with pytest.raises(OSError, match=r"\[Errno") as builtin:
        open(path, "w")
    with pytest.raises(OSError, match=r"\[Errno") as caught:
        atomic_write_text(path, "new")
    assert (type(caught.value), caught.value.args) == (type(builtin.value), builtin.value.args)
    assert caught.value.filename == builtin.value.filename


def test_pipe_of_somebody_else(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(memory / "pipe")
    memory.chmod(0o1777)
    reader = os.open(memory / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    atomic_write_text(memory / "pipe", "through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)


def test_unseekable_update_is_refused_like_open(memory: Path) -> None:
    os.mkfifo(memory / "pipe")
    for opener in (open, atomic_open):
        with pytest.raises(io.UnsupportedOperation) as caught:
            opener(memory / "pipe", "w+b")
        assert caught.value.filename is None


def test_terminal_is_line_buffered(memory: Path) -> None:
    leader, terminal = os.openpty()
    name = os.ttyname(terminal)
    with atomic_open(name, "w") as file:
        assert file.isatty()
        assert file.line_buffering
        file.write("line\n")
        assert os.read(leader, 100) == b"line\r\n"
    os.close(terminal)
    os.close(leader)
    assert os.listdir(memory) == []


@pytest.mark.skipif(sys.platform != "linux", reason="POSIX ACLs as extended attributes")
def test_default_acl_is_not_given_to_a_file_without(memory: Path) -> None:
    entries = ((1, 7, -1), (2, 7, 1234), (4, 5, -1), (16, 7, -1), (32, 5, -1))
    packed = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", t, p, i & 0xFFFFFFFF) for t, p, i in entries)
    (memory / "target").write_text("old")
    os.setxattr(memory, "system.posix_acl_default", packed)
    atomic_write_text(memory / "target", "new")
    assert os.listxattr(memory / "target") == []
    atomic_write_text(memory / "other", "new")
    assert os.listxattr(memory / "other") == ["system.posix_acl_access"]


def test_set_id_bits_survive_where_the_kernel_lets_them(memory: Path) -> None:
    for name, opener in (("a", open), ("b", atomic_open)):
        (memory / name).write_text("old")
        (memory / name).chmod(0o4755)
        with opener(memory / name, "w"):
            pass
    assert (memory / "a").stat().st_mode == (memory / "b").stat().st_mode


@pytest.mark.parametrize("end", ["close", "discard", "drop"])
def test_other_process_only_lets_go(memory: Path, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
    file = atomic_open(memory / "target", "w")
    real = os.getpid()
    monkeypatch.setattr(os, "getpid", lambda: real + 1)
    if end == "drop":
        del file
    else:
        getattr(file, end)()
    (temp,) = os.listdir(memory)
    assert temp.endswith(".atomic-tmp")


def test_error_in_the_middle_of_handling_a_descriptor_that_is_gone(memory: Path) -> None:
    file = atomic_open(memory / "target", "w")
    os.close(file.fileno())
    file.discard()
    assert os.listdir(memory) == []


def test_errors_without_a_number_keep_their_name() -> None:
    error = OSError("only words")
    errors.name_the_target(error, "target")
    assert error.filename is None


def test_bytes_path_is_the_name(memory: Path) -> None:
    path = os.fsencode(memory / "target")
    with atomic_open(path, "w") as file:
        assert file.name == path
        file.write("new")
    assert sorted(os.listdir(memory)) == ["target"]


def test_policy_that_is_left_twice_is_an_error() -> None:
    policy = sync_policy("full")
    with pytest.raises(ValueError, match="not in list"):
        policy.__exit__()


def test_locale_encoding_and_utf8_mode(memory: Path) -> None:
    atomic_write_text(memory / "a", "é")
    (memory / "b").write_text("é")
    assert (memory / "a").read_bytes() == (memory / "b").read_bytes()


def test_interrupt_while_opening_leaves_nothing(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(opened, "streams", interrupted)
    with pytest.raises(KeyboardInterrupt):
        atomic_open(memory / "target", "w")
    assert os.listdir(memory) == []


def test_missing_encoding_is_warned_of_where_the_interpreter_asks_for_it(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    flags = types.SimpleNamespace(warn_default_encoding=1, utf8_mode=1)
    monkeypatch.setattr(text_module, "sys", types.SimpleNamespace(flags=flags))
    asked: list[int] = []
    monkeypatch.setattr(io, "text_encoding", lambda _, stacklevel: asked.append(stacklevel))
    atomic_write_text(memory / "target", "é")
    assert (memory / "target").read_bytes() == "é".encode()
    assert asked == [4]


def test_group_is_given_back(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fchown", lambda _, uid, gid: given.append((uid, gid)))
    real = os.fstat

    def shifted(descriptor: int) -> os.stat_result:
        found = real(descriptor)
        fields = list(found)
        if found.st_size == 3:
            fields[4:6] = [fields[4] + 1, fields[5] + 1]
        return os.stat_result(fields)

    (memory / "target").write_text("old")
    status = (memory / "target").stat()
    monkeypatch.setattr(os, "fstat", shifted)
    atomic_write_text(memory / "target", "new")
    assert given == [(status.st_uid + 1, status.st_gid + 1)]


def test_read_only_target_behind_a_link_and_not(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (memory / "link").symlink_to("target")
    real = os.open

    def refused(path: str, flags: int, *args: int, **options: int) -> int:
        if path == "target" or (path == "link" and not flags & os.O_NOFOLLOW):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", refused)
    for name in ("target", "link"):
        with pytest.raises(PermissionError):
            atomic_write_text(memory / name, "new")


def test_file_on_lease_is_waited_for(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (memory / "target").write_text("old")
    (memory / "link").symlink_to("target")
    real = os.open

    def leased(path: str, flags: int, *args: int, **options: int) -> int:
        if flags & os.O_NONBLOCK and (path == "target" or not flags & os.O_NOFOLLOW):
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable", path)
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", leased)
    atomic_write_text(memory / "link", "new")
    assert (memory / "target").read_text() == "new"
