"""The floor that the helpers are measured over is made of their own calls."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from benchmarks import floor
from flake8_atomic.helpers import atomic_write_bytes, system
from tests.crash.patches import patched, plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pytestmark = pytest.mark.skipif(not system.SHOWS_WRITERS, reason="the floor is that of Linux")


def made(write: Callable[[str, bytes], object], path: Path) -> list[str]:
    """Return the names of the calls with which a plain file is replaced."""
    names: list[str] = []

    def at(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        names.append(name)
        return plainly(name, number, real, args, kwargs)

    path.write_bytes(b"old")
    with patched(at):
        write(str(path), b"new")
    assert path.read_bytes() == b"new"
    return names


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "state.json"
    previous = os.umask(0o022)  # under which a file of the usual mode is born with it
    try:
        atomic_write_bytes(path, b"the first write of a process imports")
        if os.listxattr(path):
            pytest.skip("every file has attributes here, which the helper keeps with further calls")
        yield path
    finally:
        os.umask(previous)


def test_the_helper_makes_the_calls_of_the_floor_and_no_others(path: Path) -> None:
    assert made(atomic_write_bytes, path) == made(floor.guarded, path)


def test_each_guard_is_an_addition_to_the_bare_calls(path: Path) -> None:
    bare = made(floor.raw, path)
    target = made(lambda path, data: floor.guarded(path, data, asks_temp=False, shows_writer=False), path)
    temp = made(lambda path, data: floor.guarded(path, data, shows_writer=False), path)
    assert [len(bare), len(target), len(temp), len(made(floor.guarded, path))] == [9, 13, 15, 17]
    assert target == [*bare[:1], "open", "fstat", "listxattr", "close", *bare[1:]]
    assert temp == [*target[:7], "fstat", "listxattr", *target[7:]]
