"""What the one-shot helpers do about modes, wrong arguments, odd targets and names."""

from __future__ import annotations

import array
import errno
import os
import stat
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import (
    Unreplaceable,
    atomic_open,
    atomic_write_bytes,
    atomic_write_text,
    sweep,
    system,
    temporary,
)

if TYPE_CHECKING:
    pass


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("perms", [0o600, 0o644, 0o666, 0o000, 0o755, 0o777])
def test_perms_are_those_of_a_new_file(memory: Path, perms: int) -> None:
    atomic_write_text(memory / "new", "x", perms=perms)
    assert mode_of(memory / "new") == perms
    with atomic_open(memory / "other", perms=perms) as file:
        file.write("x")
    assert mode_of(memory / "other") == perms


def test_perms_leave_an_old_file_alone(memory: Path) -> None:
    (memory / "old").write_text("x")
    (memory / "old").chmod(0o640)
    atomic_write_text(memory / "old", "y", perms=0o600)
    assert mode_of(memory / "old") == 0o640


def test_a_new_secret_is_never_readable(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modes = []
    real = os.fchmod

    def spy(descriptor: int, mode: int) -> None:
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        real(descriptor, mode)

    monkeypatch.setattr(os, "fchmod", spy)
    atomic_write_text(memory / "new", "x", perms=0o640)
    (memory / "new").chmod(0o660)
    atomic_write_text(memory / "new", "x")
    assert modes == [0o600, 0o600]


@pytest.mark.parametrize(
    ("path", "data", "error"),
    [
        (None, b"", TypeError),
        (5, b"", TypeError),
        (object(), b"", TypeError),
        ("target", "text", TypeError),
        ("target", None, TypeError),
        ("target", 5, TypeError),
        ("target", memoryview(b"abcd")[::2], BufferError),
        ("tar\0get", b"", ValueError),
    ],
)
def test_wrong_arguments_are_refused_before_anything_is_created(
    memory: Path, path: object, data: object, error: type[Exception]
) -> None:
    os.chdir(memory)
    try:
        with pytest.raises(error):
            atomic_write_bytes(path, data)  # type: ignore[arg-type]
        if path == "target":
            with pytest.raises(error), open("/dev/null", "wb") as plain:
                plain.write(data)  # type: ignore[arg-type]
    finally:
        os.chdir("/")
    assert os.listdir(memory) == []


@pytest.mark.parametrize("data", [b"bytes", None, 5])
def test_text_must_be_text(memory: Path, data: object) -> None:
    with pytest.raises(TypeError, match="data must be str"):
        atomic_write_text(memory / "target", data)  # type: ignore[arg-type]
    assert os.listdir(memory) == []


def test_buffers_of_any_shape(memory: Path) -> None:
    path = memory / "target"
    numbers = array.array("d", [1.5, 2.5])
    assert atomic_write_bytes(path, numbers) == 16
    assert path.read_bytes() == numbers.tobytes()
    assert atomic_write_bytes(path, memoryview(bytes(24)).cast("B", (2, 3, 4))) == 24
    assert atomic_write_bytes(path, bytearray()) == 0
    assert path.read_bytes() == b""


def test_text_subclass_keeps_its_own_encode_out(memory: Path) -> None:
    class Loud(str):  # noqa: SLOT000
        def encode(self, *_: object) -> bytes:
            return b"loud"

    atomic_write_text(memory / "target", Loud("quiet"), encoding="utf-8")
    assert (memory / "target").read_text() == "quiet"


def test_short_writes_are_continued(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.write
    monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, bytes(data)[:3]))
    atomic_write_bytes(memory / "target", b"0123456789")
    assert (memory / "target").read_bytes() == b"0123456789"


def test_write_that_goes_nowhere_is_an_error(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "write", lambda *_: 0)
    with pytest.raises(OSError, match="no more data") as caught:
        atomic_write_bytes(memory / "target", b"x")
    assert caught.value.errno == errno.EIO
    assert os.listdir(memory) == []


def test_swapped_links_end(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that change all the time cannot keep a write busy for ever."""
    (memory / "target").symlink_to("real")
    monkeypatch.setattr(os, "readlink", lambda *_, **__: "target")
    with pytest.raises(OSError, match="symbolic links") as caught:
        atomic_write_text(memory / "target", "new")
    assert caught.value.errno == errno.ELOOP


def test_taken_names_are_drawn_again(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter([bytes(8), bytes(8), b"12345678"])
    monkeypatch.setattr(os, "urandom", lambda _: next(draws))
    taken = memory / f".target.{bytes(8).hex()}{temporary.SUFFIX}"
    taken.write_text("somebody's")
    atomic_write_text(memory / "target", "new")
    assert taken.read_text() == "somebody's"
    monkeypatch.setattr(os, "urandom", bytes)
    with pytest.raises(FileExistsError) as caught:
        atomic_write_text(memory / "target", "newer")
    assert caught.value.filename == str(memory / "target")
    assert (memory / "target").read_text() == "new"
    assert taken.read_text() == "somebody's"


def test_temp_is_hidden_beside_the_target_and_bounded(memory: Path) -> None:
    for name in ("state.json", "n" * 255, "é" * 127):
        with atomic_open(memory / name, "w"):
            (temp,) = (entry for entry in os.listdir(memory) if entry.endswith(temporary.SUFFIX))
            assert sweep.TEMP_NAME.fullmatch(temp)
            assert temp.startswith(".state.json." if name == "state.json" else ".")
            assert len(os.fsencode(temp)) < 143


def test_unreplaceable_names_the_way_out(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (memory / "target").write_text("old")

    def busy(*_: object, **__: object) -> None:
        raise OSError(errno.EBUSY, "Device or resource busy")

    monkeypatch.setattr(system, "replace", busy)
    with pytest.raises(Unreplaceable, match=r"mount the directory instead, or write in place with open\(\)"):
        atomic_write_text(memory / "target", "new")
    with pytest.raises(OSError, match="busy") as caught:
        atomic_write_text(memory / "absent", "new")
    assert not isinstance(caught.value, Unreplaceable)
    assert os.listdir(memory) == ["target"]


def test_a_stranger_s_file_in_a_sticky_directory_is_for_the_kernel_to_judge(
    memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With fs.protected_regular the kernel refuses an O_CREAT open of such a file even to root."""
    (memory / "target").write_text("old")
    memory.chmod(0o1777)
    real = os.open

    def protected(path: str, flags: int, *args: int, **options: int) -> int:
        if flags & os.O_CREAT and not flags & os.O_EXCL:
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, flags, *args, **options)

    monkeypatch.setattr(os, "open", protected)
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    status = (memory / "target").stat()
    monkeypatch.setattr(os, "fstat", fake_owner(status.st_uid))
    with pytest.raises(PermissionError):
        atomic_write_text(memory / "target", "new")
    assert (memory / "target").read_text() == "old"
    assert os.listdir(memory) == ["target"]


def fake_owner(uid: int) -> object:
    """An fstat that shows temps, and nothing else, as somebody else's."""
    real = os.fstat

    def fstat(descriptor: int) -> object:
        status = real(descriptor)
        if not status.st_size and stat.S_ISREG(status.st_mode):
            fields = list(status)
            fields[4] = uid + 1
            return os.stat_result(fields)
        return status

    return fstat
