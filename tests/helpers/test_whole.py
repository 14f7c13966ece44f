"""What the one-shot helpers do about modes, wrong arguments, short writes and interrupts."""

from __future__ import annotations

import array
import dis
import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import (
    NotDurable,
    Unreplaceable,
    atomic_open,
    atomic_write_bytes,
    atomic_write_text,
    draft,
    publish,
    sweep,
    system,
    temporary,
)

if TYPE_CHECKING:
    from collections.abc import Callable


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


FAILURES = ("write", "fsync", "dup", "close", "replace", "fstat", "fchmod", "listxattr", "open")


@pytest.mark.parametrize("name", FAILURES)
@pytest.mark.parametrize("error", [OSError(errno.EIO, "Input/output error"), KeyboardInterrupt(), MemoryError()])
def test_every_failure_keeps_old_or_says_new(
    memory: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """Fail the n-th call of each function, for every n until the write succeeds."""
    path = memory / "target"
    module = system if name == "replace" else os
    if name == "fsync":
        monkeypatch.setattr(system, "sync_file", lambda descriptor: os.fsync(descriptor))
    if name == "listxattr":
        monkeypatch.setattr(system, "list_attributes", lambda descriptor: os.listxattr(descriptor))
    real = getattr(module, name)
    for nth in range(1, 20):
        path.write_bytes(b"old")
        path.chmod(0o640)
        calls = 0

        def failing(*args: object, **options: object) -> object:
            nonlocal calls
            calls += 1
            if calls == nth:  # noqa: B023 - called within this turn only
                if name == "close":
                    real(*args)
                raise error
            return real(*args, **options)

        with monkeypatch.context() as patch:
            patch.setattr(module, name, failing)
            try:
                atomic_write_bytes(path, b"new")
            except BaseException as raised:  # noqa: BLE001 - any failure is judged
                if isinstance(raised, NotDurable):
                    assert path.read_bytes() == b"new"
                elif isinstance(raised, OSError):
                    assert path.read_bytes() == b"old"
                    assert raised.filename == str(path)  # noqa: PT017
                else:
                    assert raised is error  # noqa: PT017
                    assert path.read_bytes() in (b"old", b"new")
        assert os.listdir(memory) == ["target"], f"call {nth} of {name} left a temp"
        assert mode_of(path) == 0o640
        if calls < nth:
            break
    assert 1 < nth < 19
    assert path.read_bytes() == b"new"


@pytest.mark.skipif(sys.platform != "linux", reason="counts descriptors in /proc")
@pytest.mark.filterwarnings("ignore:atomic file:ResourceWarning")  # interrupted on the way to its block
@pytest.mark.parametrize("write", ["whole", "opened"])
def test_interrupt_at_every_opcode(memory: Path, write: str) -> None:
    """A descriptor may leak between an open and the store of its result or in the clean-up, a temp is never left."""
    (memory / "real").write_bytes(b"old")
    (memory / "target").symlink_to("real")
    lines: set[str] = set()
    lines_of_temps: set[str] = set()
    step, torn = 0, []
    interrupt(memory / "real", write, 10**9)  # Python 3.12 counts opcodes from the second tracing on
    (memory / "real").write_bytes(b"old")
    while True:
        step += 1
        before = descriptors()
        interrupted = interrupt(memory / "target", write, step)
        content = (memory / "real").read_bytes()
        if content not in (b"old", b"new"):
            torn.append(step)
        leaked = descriptors() - before
        left = [name for name in os.listdir(memory) if name.endswith(temporary.SUFFIX)]
        (lines if leaked else set()).add(interrupted or "ended")
        (lines_of_temps if left else set()).add(interrupted or "ended")
        for descriptor in leaked:
            os.close(descriptor)
        for name in left:
            os.unlink(memory / name)
        (memory / "real").write_bytes(b"old")
        if interrupted is None:
            break
    assert not torn
    assert step > 150
    assert not lines_of_temps
    elsewhere = {line for line in lines if not line.startswith("draft.py:")}
    unexpected = {line: text for line in elsewhere if not OPENS.search(text := source_line(line))}
    assert not unexpected


OPENS = re.compile(r"os\.(open|dup)\(")


@pytest.mark.parametrize("clean_up", [draft.Draft.close_data, draft.Draft.let_go])
def test_no_signal_comes_between_forgetting_a_descriptor_and_closing_it(clean_up: Callable[..., None]) -> None:
    """CPython looks for signals where a function begins, after a call and at a jump back."""
    codes = list(dis.get_instructions(clean_up))
    (forgotten,) = (place for place, code in enumerate(codes) if code.opname == "STORE_ATTR")
    called = next(place for place, code in enumerate(codes) if place > forgotten and code.opname.startswith("CALL"))
    between = codes[forgotten + 1 : called]
    assert [code.argval for code in between if code.argval in ("os", "close")] == ["os", "close"]
    assert not [code.opname for code in between if code.opname == "RESUME" or "JUMP_BACKWARD" in code.opname]


def source_line(where: str) -> str:
    """The text of a line given as file:number."""
    name, number = where.split(":")
    return (Path(publish.__file__).parent / name).read_text().splitlines()[int(number) - 1].strip()


def descriptors() -> set[int]:
    """What is open, the listing itself aside."""
    found = set()
    for number in map(int, os.listdir("/proc/self/fd")):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.add(number)
    return found


def interrupt(path: Path, write: str, step: int) -> str | None:
    """Run a write and interrupt it before its `step`-th opcode; return the line, None if it ended."""
    package = str(Path(publish.__file__).parent)
    where: list[str] = []
    counted = [0]

    def trace(frame: object, event: str, _: object) -> object:
        code = frame.f_code  # type: ignore[attr-defined]
        if not code.co_filename.startswith(package):
            return None
        frame.f_trace_opcodes = True  # type: ignore[attr-defined]
        if event == "opcode":
            counted[0] += 1
            if counted[0] == step:
                where.append(f"{os.path.basename(code.co_filename)}:{frame.f_lineno}")  # type: ignore[attr-defined]
                raise KeyboardInterrupt
        return trace

    previous = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        if write == "whole":
            atomic_write_bytes(path, b"new")
        else:
            with atomic_open(path, "wb") as file:
                file.write(b"new")
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(previous)
    return where[0] if where else None


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
