"""Every public way to write one file, called alike: path, data, sync level."""

from __future__ import annotations

import errno
import json
from typing import TYPE_CHECKING, Literal

from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_json, atomic_write_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Sync = Literal["full", "file", "none"]


class Verbatim(json.JSONEncoder):
    """Writes a string as it is, so that JSON too can be of any size, 0 included."""

    def encode(self, o: str) -> str:
        return o

    def iterencode(self, o: str, _one_shot: bool = False) -> Iterator[str]:
        yield o


def text(path: Path, data: bytes, sync: Sync) -> None:
    atomic_write_text(path, data.decode("ascii"), "ascii", sync=sync)


def raw(path: Path, data: bytes, sync: Sync) -> None:
    atomic_write_bytes(path, data, sync=sync)


def as_json(path: Path, data: bytes, sync: Sync) -> None:
    atomic_write_json(path, data.decode("ascii"), encoding="ascii", cls=Verbatim, sync=sync)


def opened(path: Path, data: bytes, sync: Sync, mode: Literal["w", "w+"] = "w") -> None:
    with atomic_open(path, mode, encoding="ascii", sync=sync) as handle:
        handle.write(data.decode("ascii"))


def opened_binary(path: Path, data: bytes, sync: Sync, mode: Literal["wb", "w+b"] = "wb") -> None:
    with atomic_open(path, mode, sync=sync) as handle:
        handle.write(data)


def opened_unbuffered(path: Path, data: bytes, sync: Sync) -> None:
    with atomic_open(path, "wb", 0, sync=sync) as handle:
        rest = memoryview(data)
        while rest:
            written = handle.write(rest)
            # Like the builtin, a raw file says by None that it would have to wait, and raises nothing.
            if written is None:
                raise BlockingIOError(errno.EAGAIN, "the raw file took nothing")
            rest = rest[written:]


def opened_in_pieces(path: Path, data: bytes, sync: Sync) -> None:
    with atomic_open(path, "wb", 4096, sync=sync) as handle:
        for start in range(0, len(data), 1000):
            handle.write(data[start : start + 1000])


def closed(path: Path, data: bytes, sync: Sync) -> None:
    handle = atomic_open(path, "wb", sync=sync)
    handle.write(data)
    handle.close()
