"""A file from atomic_open is published by a good end and dropped by a bad one."""

from __future__ import annotations

import gc
import json
import os
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import NotDurable, atomic_open, system
from tests.helpers.conftest import alone

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path


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
def test_exception_in_the_block_discards(target: Path, error: type[BaseException], mode: str, buffering: int) -> None:
    if buffering == 0 and "b" not in mode:
        buffering = 1
    with pytest.raises(error), atomic_open(target, mode, buffering) as file:
        file.write("new" if "b" not in mode else b"new")
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
    file.write("new" if mode == "w" else b"new")
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


def test_failing_directory_sync_says_that_the_new_is_published(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: int | None, **__: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(system, "sync_directory", broken)
    with pytest.raises(NotDurable, match="published") as caught, atomic_open(target, "w") as file:
        file.write("new")
    assert (caught.value.errno, caught.value.filename) == (5, str(target))
    assert target.read_text() == "new"
    assert alone(target)
