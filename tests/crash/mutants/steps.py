"""The steps that the mutants share, each of them right."""

from __future__ import annotations

import os
import secrets
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class NotDurable(OSError):
    """The new content is in place, and a power cut may take it back."""


def create(path: Path) -> tuple[Path, int]:
    temp = path.with_name(f".{secrets.token_hex(8)}.tmp")
    return temp, os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)


def fill(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def keep_mode(descriptor: int, path: Path) -> None:
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    os.fchmod(descriptor, mode & 0o7777)


def sync_directory(directory: Path) -> None:
    with reported_as_not_durable():
        descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
        with closed(descriptor):
            os.fsync(descriptor)


@contextmanager
def reported_as_not_durable() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise NotDurable(error.errno, error.strerror) from error


@contextmanager
def closed(descriptor: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def closed_on_failure(descriptor: int) -> Iterator[None]:
    try:
        yield
    except BaseException:
        os.close(descriptor)
        raise


@contextmanager
def removed_on_failure(temp: Path) -> Iterator[None]:
    try:
        yield
    except BaseException:
        # An interrupt may come when the temp has become the target.
        with suppress(FileNotFoundError):
            os.unlink(temp)
        raise
