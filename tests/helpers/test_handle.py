"""A file from atomic_open is published by a good end and dropped by a bad one, whoever writes to it."""

from __future__ import annotations

import csv
import gc
import gzip
import io
import json
import os
import pickle
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import NotDurable, atomic_open, handles, system

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


@pytest.fixture
def target(memory: Path) -> Path:
    path = memory / "target"
    path.write_bytes(b"old")
    return path


def alone(target: Path) -> bool:
    return os.listdir(target.parent) == [target.name]


def test_target_is_old_until_the_end_of_the_block(target: Path) -> None:
    with atomic_open(target, "w", encoding="utf-8") as file:
        file.write("new")
        file.flush()
        assert target.read_text() == "old"
    assert target.read_text() == "new"
    assert alone(target)


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("mode", ["w", "w+", "wb", "wb+"])
@pytest.mark.parametrize("buffering", [-1, 0])
def test_exception_in_the_block_discards(
    target: Path, error: type[BaseException], mode: str, buffering: int
) -> None:
    if buffering == 0 and "b" not in mode:
        buffering = 1
    with pytest.raises(error), atomic_open(target, mode, buffering) as file:
        file.write("new" if "b" not in mode else b"new")  # type: ignore[arg-type]
        raise error
    assert file.closed
    assert target.read_text() == "old"
    assert alone(target)


def test_abandoned_generator_discards(target: Path) -> None:
    def rows() -> Generator[int, None, None]:
        with atomic_open(target, "w") as file:
            for number in range(3):
                file.write(f"{number}\n")
                yield number

    running = rows()
    next(running)
    running.close()
    assert target.read_text() == "old"
    assert alone(target)
    assert list(rows()) == [0, 1, 2]
    assert target.read_text() == "0\n1\n2\n"


def test_close_commits_and_a_second_one_does_nothing(target: Path) -> None:
    file = atomic_open(target, "w")
    file.write("new")
    file.close()
    target.write_text("newer")
    file.close()
    file.discard()
    assert target.read_text() == "newer"


@pytest.mark.parametrize("buffering", [-1, 0])
def test_discard_leaves_the_old(target: Path, buffering: int) -> None:
    file = atomic_open(target, "wb", buffering)
    file.write(b"new")
    file.discard()
    file.discard()
    file.close()
    assert file.closed
    assert target.read_text() == "old"
    assert alone(target)


def test_discard_within_the_block(target: Path) -> None:
    with atomic_open(target, "w") as file:
        file.write("new")
        file.discard()
    assert target.read_text() == "old"
    assert alone(target)


def test_close_within_the_block_then_an_error(target: Path) -> None:
    with pytest.raises(ZeroDivisionError), atomic_open(target, "w") as file:
        file.write("new")
        file.close()
        assert target.read_text() == "new"
        1 / 0  # noqa: B018
    assert target.read_text() == "new"


def test_stream_around_the_file_does_not_publish_a_part(target: Path) -> None:
    with pytest.raises(ZeroDivisionError), atomic_open(target, "wb") as file, io.TextIOWrapper(file) as text:
        text.write("part")
        1 / 0  # noqa: B018
    assert target.read_text() == "old"
    assert alone(target)


def test_stream_around_the_file_publishes_the_whole(target: Path) -> None:
    with atomic_open(target, "wb") as file, io.TextIOWrapper(file) as text:
        text.write("whole")
    assert target.read_text() == "whole"


def test_close_in_a_handler_within_the_block_publishes_at_its_end(target: Path) -> None:
    with atomic_open(target, "w") as file:
        try:
            json.loads("{")
        except ValueError:
            file.write("{}")
            file.close()
    assert target.read_text() == "{}"


def test_block_within_a_handler_publishes(target: Path) -> None:
    try:
        json.loads("{")
    except ValueError:
        with atomic_open(target, "w") as file:
            file.write("{}")
            file.close()
            assert target.read_text() == "{}"


@pytest.mark.parametrize("mode", ["w", "wb", "w+b"])
def test_dropped_file_is_discarded_with_a_warning(target: Path, mode: str) -> None:
    file = atomic_open(target, mode)
    file.write("new" if mode == "w" else b"new")  # type: ignore[arg-type]
    with pytest.warns(ResourceWarning, match="never closed") as warned:
        del file
        gc.collect()
    assert warned[0].filename == __file__
    assert target.read_text() == "old"
    assert alone(target)


def test_closed_file_refuses_a_block(target: Path) -> None:
    file = atomic_open(target, "w")
    file.close()
    with pytest.raises(ValueError, match="closed"), file:
        pass


@pytest.mark.parametrize("end", ["commit", "discard", "drop"])
def test_forked_child_leaves_the_file_to_its_parent(target: Path, end: str) -> None:
    file = atomic_open(target, "w")
    file.write("new")
    child = os.fork()
    if child == 0:
        status = 1
        try:
            if end == "commit":
                file.close()
            elif end == "discard":
                file.discard()
            else:
                del file
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    file.close()
    assert target.read_text() == "new"
    assert alone(target)


def test_failing_flush_discards(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = atomic_open(target, "wb", buffering=0)

    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    buffered = atomic_open(target, "wb")
    monkeypatch.setattr(buffered, "flush", lambda: full(None))
    buffered.write(b"new")
    with pytest.raises(OSError, match="No space left"):
        buffered.close()
    file.discard()
    assert target.read_text() == "old"
    assert alone(target)


def test_failing_fsync_discards(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(system, "sync_file", broken)
    with pytest.raises(OSError, match="Input/output error") as caught, atomic_open(target, "w") as file:
        file.write("new")
    assert caught.value.filename == str(target)
    assert target.read_text() == "old"
    assert alone(target)


def test_failing_directory_sync_says_that_the_new_is_published(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: int | None, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(system, "sync_directory", broken)
    with pytest.raises(NotDurable, match="published") as caught, atomic_open(target, "w") as file:
        file.write("new")
    assert (caught.value.errno, caught.value.filename) == (5, str(target))
    assert target.read_text() == "new"
    assert alone(target)


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


def test_csv(target: Path) -> None:
    with atomic_open(target, "w", newline="") as file:
        csv.writer(file).writerows([["a", "b"], [1, 2]])
    assert target.read_bytes() == b"a,b\r\n1,2\r\n"


def test_json_pickle_print_and_copyfileobj(target: Path) -> None:
    with atomic_open(target, "w") as file:
        json.dump({"a": 1}, file)
        print(file=file)
        print("b", file=file, flush=True)
        shutil.copyfileobj(io.StringIO("c\n"), file)
    assert target.read_text() == '{"a": 1}\nb\nc\n'
    with atomic_open(target, "wb") as binary:
        pickle.dump([1], binary)
    assert pickle.loads(target.read_bytes()) == [1]


def test_zip_and_gzip(target: Path) -> None:
    with atomic_open(target, "wb") as file, zipfile.ZipFile(file, "w") as archive:
        archive.writestr("a", "content")
    with zipfile.ZipFile(target) as archive:
        assert archive.read("a") == b"content"
    with atomic_open(target, "wb") as file, gzip.open(file, "wt") as compressed:
        compressed.write("content")
    assert gzip.decompress(target.read_bytes()) == b"content"
    before = target.read_bytes()
    with pytest.raises(ZeroDivisionError), atomic_open(target, "wb") as file, zipfile.ZipFile(file, "w"):
        1 / 0  # noqa: B018
    assert target.read_bytes() == before


def test_numpy_and_yaml(target: Path) -> None:
    numpy = pytest.importorskip("numpy")
    yaml = pytest.importorskip("yaml")
    with atomic_open(target, "wb") as file:
        numpy.save(file, numpy.arange(10_000))
    assert numpy.load(target).sum() == 49_995_000
    with atomic_open(target, "w") as text:
        yaml.safe_dump({"a": [1]}, text)
    assert yaml.safe_load(target.read_text()) == {"a": [1]}


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
