"""A directory that is renamed, swapped or left within the block does not lead the write astray."""

from __future__ import annotations

import os
import select
import sys
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import atomic_open, atomic_write_text, system

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.skipif(not system.PINNED, reason="directories cannot be held open here")


@pytest.fixture
def inside(memory: Path) -> Iterator[Path]:
    (memory / "sub").mkdir()
    (memory / "sub" / "target").write_text("old")
    here = os.getcwd()
    os.chdir(memory / "sub")
    yield memory
    os.chdir(here)


def test_chdir_within_the_block(inside: Path) -> None:
    with atomic_open("target", "w") as file:
        os.chdir(inside)
        file.write("new")
    assert (inside / "sub" / "target").read_text() == "new"
    assert os.listdir(inside) == ["sub"]


def test_parent_renamed_within_the_block(inside: Path) -> None:
    with atomic_open(inside / "sub" / "target", "w") as file:
        (inside / "sub").rename(inside / "moved")
        file.write("new")
    assert (inside / "moved" / "target").read_text() == "new"
    assert os.listdir(inside) == ["moved"]


def test_parent_swapped_for_a_link_within_the_block(inside: Path) -> None:
    (inside / "elsewhere").mkdir()
    with atomic_open(inside / "sub" / "target", "w") as file:
        (inside / "sub").rename(inside / "moved")
        (inside / "sub").symlink_to("elsewhere")
        file.write("new")
    assert (inside / "moved" / "target").read_text() == "new"
    assert os.listdir(inside / "elsewhere") == []


def test_failure_in_a_moved_directory_leaves_no_temp(inside: Path) -> None:
    with pytest.raises(ZeroDivisionError), atomic_open(inside / "sub" / "target", "w") as file:
        (inside / "sub").rename(inside / "moved")
        file.write(str(1 / 0))
    assert os.listdir(inside / "moved") == ["target"]


def test_deleted_working_directory(inside: Path) -> None:
    os.unlink("target")
    os.rmdir(inside / "sub")
    with pytest.raises(FileNotFoundError):
        open("target", "w")
    with pytest.raises(FileNotFoundError):
        atomic_write_text("target", "new")


def test_directory_deleted_within_the_block(inside: Path) -> None:
    os.unlink("target")
    with pytest.raises(FileNotFoundError) as caught, atomic_open("target", "w") as file:
        for name in os.listdir("."):
            os.unlink(name)
        os.rmdir(inside / "sub")
        file.write("new")
    assert caught.value.filename == "target"


def test_target_becomes_a_directory_within_the_block(inside: Path) -> None:
    with pytest.raises(IsADirectoryError), atomic_open("target", "w") as file:
        os.unlink("target")
        os.mkdir("target")
        file.write("new")
    assert os.listdir(inside / "sub") == ["target"]


@pytest.mark.skipif(sys.platform != "linux", reason="needs mkfifo")
def test_pipe_without_a_reader_is_waited_for(memory: Path) -> None:
    os.mkfifo(memory / "pipe")
    child = os.fork()
    if child == 0:
        try:
            atomic_write_text(memory / "pipe", "through")
        finally:
            os._exit(0)
    with (memory / "pipe").open() as reader:
        assert reader.read() == "through"
    os.waitpid(child, 0)
    assert os.listdir(memory) == ["pipe"]


def test_linked_pipe_without_a_reader_is_waited_for(memory: Path) -> None:
    os.mkfifo(memory / "pipe")
    (memory / "via").symlink_to("pipe")
    child = os.fork()
    if child == 0:
        try:
            with atomic_open(memory / "via", "w") as file:
                file.write("through")
        finally:
            os._exit(0)
    with (memory / "pipe").open() as reader:
        assert reader.read() == "through"
    os.waitpid(child, 0)


@pytest.mark.parametrize("name", ["pipe", "via"])
def test_more_than_a_pipe_holds_is_waited_for(memory: Path, name: str) -> None:
    os.mkfifo(memory / "pipe")
    (memory / "via").symlink_to("pipe")
    reader = os.open(memory / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    child = os.fork()
    if child == 0:
        status = 1
        try:
            atomic_write_text(memory / name, "x" * 1_000_000)
            status = 0
        finally:
            os._exit(status)
    received = 0
    select.select([reader], [], [], 60)  # the writer has come
    os.set_blocking(reader, True)
    while chunk := os.read(reader, 1 << 16):
        received += len(chunk)
    assert os.waitpid(child, 0)[1] == 0
    assert received == 1_000_000
    os.close(reader)
