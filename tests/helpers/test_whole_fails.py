"""Whichever call fails and wherever an interrupt comes: the old content stays, or it is said that the new is there."""

from __future__ import annotations

import dis
import errno
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import (
    NotDurable,
    atomic_open,
    atomic_write_bytes,
    draft,
    publish,
    system,
    temporary,
)
from tests.helpers.test_whole import mode_of

if TYPE_CHECKING:
    from collections.abc import Callable


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
