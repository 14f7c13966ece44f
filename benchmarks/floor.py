"""The system calls of a durable replace without anything around them: below these no helper can go."""

from __future__ import annotations

import os

_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
_PROBE = os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


def raw(path: str, data: bytes) -> None:
    """The calls that make it atomic and durable, and none that keep the file as it was."""
    folder, _, name = path.rpartition("/")
    directory = os.open(folder, _DIRECTORY)
    temp = f".{name}.{os.urandom(8).hex()}"
    # atomic: scratch -- the floor leaves out what the helper is measured for
    descriptor = os.open(temp, _CREATE, 0o644, dir_fd=directory)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(descriptor)
    os.replace(temp, name, src_dir_fd=directory, dst_dir_fd=directory)
    os.fsync(directory)
    os.close(directory)


def guarded(path: str, data: bytes, *, asks_temp: bool = True, shows_writer: bool = True) -> None:
    """All calls of the helper, whose answers nobody reads: what it costs to ask before anything is decided.

    Without `asks_temp` nobody sees what the temp has inherited, without `shows_writer` a sweep may take it.
    """
    folder, _, name = path.rpartition("/")
    directory = os.open(folder, _DIRECTORY)
    target = os.open(name, _PROBE, dir_fd=directory)
    os.fstat(target)
    os.listxattr(target)
    os.close(target)
    temp = f".{name}.{os.urandom(8).hex()}"
    # atomic: scratch -- the floor leaves out what the helper is measured for
    descriptor = os.open(temp, _CREATE, 0o644, dir_fd=directory)
    if asks_temp:
        os.fstat(descriptor)
        os.listxattr(descriptor)
    os.write(descriptor, data)
    os.fsync(descriptor)
    os.close(os.dup(descriptor) if shows_writer else descriptor)
    os.replace(temp, name, src_dir_fd=directory, dst_dir_fd=directory)
    os.fsync(directory)
    if shows_writer:
        os.close(descriptor)
    os.close(directory)
