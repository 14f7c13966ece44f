"""A warm process that forks a run of `atomicize` for each folder it is told of."""

from __future__ import annotations

import ctypes
import gc
import os
import socket
import sys
import tempfile
import warnings
from pathlib import Path

import pytest

from codemods.atomicize import main as atomicize
from codemods.running import one, writing
from flake8_atomic.crash import section
from tests.codemods.conftest import FIXED, IMPORT, SAFE, foreseen
from tests.crash.forks import PR_SET_PTRACER

NAMES = [f"{letter}.py" for letter in "abcde"]
OLD = "x = 1\n" * 3000 + f"{SAFE}\n"
NEW = f"{IMPORT}{OLD.replace(SAFE, FIXED)}"
GO = b"go"
IN_PLACE = "--in-place"
"""Write as other tools do, so that the sweep has something to find."""


def prepare(folder: Path) -> None:
    """Make five files that have something to fix."""
    folder.mkdir()
    for name in NAMES:
        (folder / name).write_text(OLD, "utf-8")


def in_place(path: str, data: bytes) -> None:
    """Empty the file first and write after."""
    with open(path, "wb") as file:
        file.write(data)


def run(folder: str) -> int:
    """Rewrite the folder in this process."""
    os.chdir(folder)
    with section("run"):
        return atomicize([".", "--quiet", "--jobs=1"])


def child(folder: str, channel: socket.socket) -> None:
    """Run in the fork, once the tracer is there."""
    if channel.recv(8) != GO:
        os._exit(9)
    os._exit(run(folder))


def serve(channel: socket.socket) -> None:
    """Fork a run for each folder; answer with its pid and, when it is over, its status."""
    while folder := channel.recv(1 << 12).decode():
        pid = os.fork()
        if not pid:
            child(folder, channel)
        channel.send(f"{pid}".encode())
        channel.send(f"{os.waitpid(pid, 0)[1]}".encode())


def main() -> None:
    warnings.simplefilter("ignore")
    # Where only a parent may trace, nobody could attach.
    ctypes.CDLL(None).prctl(PR_SET_PTRACER, ctypes.c_ulong(-1), 0, 0, 0)
    # What a rewrite thinks of takes most of a run and writes nothing.
    patch = pytest.MonkeyPatch()
    patch.setattr(one, "rewrite", foreseen)
    if IN_PLACE in sys.argv:
        patch.setattr(writing, "atomic_write_bytes", in_place)
    with tempfile.TemporaryDirectory() as scratch:
        prepare(Path(scratch, "warm"))
        run(os.path.join(scratch, "warm"))
        os.chdir("/")
    gc.disable()
    gc.freeze()
    channel = socket.socket(fileno=int(sys.argv[1]))
    channel.send(b"ready")
    serve(channel)


if __name__ == "__main__":
    main()
