"""Mounts, loop devices and the shutdown ioctl by system call, which costs less than a process for each."""

from __future__ import annotations

import ctypes
import fcntl
import os
import struct
import subprocess
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOOP_CTL_GET_FREE = 0x4C82
LOOP_CONFIGURE = 0x4C0A
AUTOCLEAR = 4
MNT_DETACH = 2
SHUTDOWN = 0x8004587D
LOG_FLUSHED, NOTHING_FLUSHED = 1, 2

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class Filesystem:
    """How one set-up is made and mounted."""

    name: str
    kind: str
    make: tuple[str, ...]
    size: int
    options: str = ""
    can_shut_down: bool = True


FILESYSTEMS = (
    Filesystem(
        "ext4",
        "ext4",
        ("mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "nodiscard,lazy_itable_init=0"),
        16 << 20,
    ),
    Filesystem(
        "ext4-noauto",
        "ext4",
        ("mkfs.ext4", "-q", "-F", "-b", "4096", "-E", "nodiscard,lazy_itable_init=0"),
        16 << 20,
        "noauto_da_alloc",
    ),
    Filesystem("xfs", "xfs", ("mkfs.xfs", "-q", "-f", "-K", "--unsupported", "-l", "size=6m"), 32 << 20, "nouuid"),
    Filesystem("btrfs", "btrfs", ("mkfs.btrfs", "-q", "-f", "-K"), 1216 << 20, can_shut_down=False),
)


def _checked(result: int, what: str) -> None:
    if result:
        code = ctypes.get_errno()
        raise OSError(code, f"{what}: {os.strerror(code)}")


def mount(source: str, target: Path, kind: str, options: str = "", flags: int = 0) -> None:
    arguments = [item.encode() for item in (source, str(target), kind)]
    _checked(_libc.mount(*arguments, ctypes.c_ulong(flags), options.encode()), f"mount {kind}")


def unmount(target: Path, flags: int = 0) -> None:
    _checked(_libc.umount2(str(target).encode(), flags), f"umount {target}")


def make(filesystem: Filesystem, image: Path) -> None:
    """Make a new filesystem in a sparse file."""
    with image.open("wb") as file:
        file.truncate(filesystem.size)
    subprocess.run([*filesystem.make, str(image)], check=True, capture_output=True, timeout=60)


def attach(image: Path) -> tuple[str, int]:
    """Bind a loop device that frees itself; return its name and a descriptor that keeps it until then."""
    with open("/dev/loop-control", "rb", buffering=0) as control, image.open("r+b", buffering=0) as backing:
        for _ in range(20):
            number = fcntl.ioctl(control, LOOP_CTL_GET_FREE)
            name = f"/dev/loop{number}"
            device = os.open(name, os.O_RDWR | os.O_CLOEXEC)
            info = bytearray(struct.pack("<II", backing.fileno(), 0) + bytes(232) + bytes(64))
            # struct loop_info64 starts after fd and block size; its flags are 52 bytes in.
            struct.pack_into("<I", info, 8 + 52, AUTOCLEAR)
            try:
                fcntl.ioctl(device, LOOP_CONFIGURE, info)
            except OSError:
                # Another process took the free device in between.
                os.close(device)
                continue
            return name, device
    raise OSError("no free loop device")


@contextmanager
def mounted(filesystem: Filesystem, image: Path, at: Path) -> Iterator[Path]:
    """Mount an image; the loop device goes away with the mount."""
    at.mkdir(exist_ok=True)
    name, device = attach(image)
    try:
        mount(name, at, filesystem.kind, filesystem.options)
    finally:
        os.close(device)
    try:
        yield at
    finally:
        unmount(at)


def cut_off(root: Path, flags: int) -> None:
    """Let nothing more reach the disk."""
    descriptor = os.open(root, os.O_RDONLY)
    try:
        fcntl.ioctl(descriptor, SHUTDOWN, struct.pack("<I", flags))
    finally:
        os.close(descriptor)
