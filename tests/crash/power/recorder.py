"""Serves an image as a disk for as long as a block lasts, and keeps the log of what reached it."""

from __future__ import annotations

import os
import pickle
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from tests.crash.power.fuse import Entry, Server
from tests.crash.power.mounts import MNT_DETACH, mount, unmount

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Recorder(NamedTuple):
    """A served disk; the log is there when it is unmounted."""

    disk: Path
    marks: Path
    saved: Path

    def log(self) -> list[Entry]:
        """Return everything that reached the disk, in order."""
        return [Entry(*fields) for fields in pickle.loads(self.saved.read_bytes())]


@contextmanager
def recorder(image: Path, at: Path) -> Iterator[Recorder]:
    """Serve `image` as a disk below `at` from a process of its own."""
    at.mkdir(exist_ok=True)
    device = os.open("/dev/fuse", os.O_RDWR | os.O_CLOEXEC)
    mount("crash", at, "fuse", f"fd={device},rootmode=40000,user_id=0,group_id=0")
    found = Recorder(at / "disk", at / "marks", image.with_suffix(".log"))
    pid = os.fork()
    if not pid:  # pragma: no cover - the server's own process
        _serve(device, image, found.saved)
    os.close(device)
    try:
        yield found
    finally:
        try:
            unmount(at)
        except OSError:
            unmount(at, MNT_DETACH)
        os.waitpid(pid, 0)


def _serve(device: int, image: Path, saved: Path) -> None:  # pragma: no cover - the server's own process
    server = Server(device, os.open(image, os.O_RDWR))
    try:
        server.serve()
        saved.write_bytes(pickle.dumps([tuple(entry) for entry in server.log]))
    finally:
        os._exit(0)
