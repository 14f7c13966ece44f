"""A file from atomic_open is of the builtin's own class, in every mode, and a pipe is written through."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import atomic_open, handles

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("mode", "kind"),
    [
        ("w", io.TextIOWrapper),
        ("w+", io.TextIOWrapper),
        ("wb", io.BufferedWriter),
        ("wb+", io.BufferedRandom),
    ],
)
def test_files_are_of_the_builtin_s_classes(target: Path, mode: str, kind: type) -> None:
    with atomic_open(target, mode) as file, open(os.devnull, mode) as plain:
        assert isinstance(file, kind)
        assert type(plain) is kind
        assert file.name == str(target)
        assert file.mode == plain.mode
        assert file.fileno() > 2
        assert f"name={str(target)!r}" in repr(file)
    with atomic_open(target, "wb", buffering=0) as raw:
        assert isinstance(raw, io.FileIO)
        assert (raw.name, raw.mode) == (str(target), "wb")


@pytest.mark.parametrize(
    ("mode", "match"),
    [("r", "open"), ("r+", "open"), ("a", "open"), ("ab+", "open"), ("x", "open"), ("xb", "open")],
)
def test_other_modes_name_the_builtin(target: Path, mode: str, match: str) -> None:
    with pytest.raises(ValueError, match=match) as caught:
        atomic_open(target, mode)
    assert "open()" in str(caught.value)
    assert target.read_text() == "old"


def test_update_reads_back_what_it_wrote(target: Path) -> None:
    with atomic_open(target, "w+", encoding="utf-8") as file:
        assert file.read() == ""
        file.write("first\nsecond\n")
        file.seek(0)
        assert file.readlines() == ["first\n", "second\n"]
        file.seek(0)
        file.truncate()
        file.write("third")
    assert target.read_text() == "third"


def test_line_buffering_reaches_the_temp(memory: Path) -> None:
    with atomic_open(memory / "target", "w", buffering=1) as file:
        file.write("line\n")
        assert file.line_buffering
        assert os.fstat(file.fileno()).st_size == 5


def test_pipe_is_written_through_and_closed(memory: Path) -> None:
    os.mkfifo(memory / "pipe")
    for end in ("commit", "discard", "error"):
        reader = os.open(memory / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        file = atomic_open(memory / "pipe", "w")
        file.write("through")
        if end == "commit":
            file.close()
        elif end == "discard":
            file.discard()
        else:
            file.__exit__(ValueError, ValueError(), None)
        assert file.closed
        assert os.read(reader, 100) == b"through", "what open() would have written on close"
        os.close(reader)
    assert os.listdir(memory) == ["pipe"]


def test_pipe_whose_reader_left(memory: Path) -> None:
    os.mkfifo(memory / "pipe")
    reader = os.open(memory / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    file = atomic_open(memory / "pipe", "w")
    file.write("x" * 10)
    os.close(reader)
    with pytest.raises(BrokenPipeError):
        file.close()
    assert file.closed


def test_failing_close_of_a_pipe_is_heard(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(memory / "pipe")
    reader = os.open(memory / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    file = atomic_open(memory / "pipe", "w")

    def broken(_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(handles, "hand_over", broken)
    with pytest.raises(OSError, match="Input/output") as caught:
        file.close()
    assert caught.value.filename == str(memory / "pipe")
    os.close(reader)


def test_encoding_warning_points_at_the_caller(memory: Path) -> None:
    program = (
        "import sys, warnings\n"
        "from flake8_atomic.helpers import *\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        f"    atomic_open({str(memory / 'a')!r}).close()\n"
        f"    atomic_write_text({str(memory / 'b')!r}, 'b')\n"
        f"    atomic_write_json({str(memory / 'c')!r}, 'c')\n"
        "    atomic_open('x', 'w', encoding='utf-8').discard()\n"
        "print([(w.category.__name__, w.filename, w.lineno) for w in caught])\n"
    )
    script = memory / "script.py"
    script.write_text(program)
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", script],
        cwd=memory, env={**os.environ, "PYTHONPATH": os.getcwd()}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert eval(done.stdout) == [("EncodingWarning", str(script), line) for line in (5, 6, 7)]
