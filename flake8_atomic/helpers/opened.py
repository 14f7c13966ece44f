"""`open` for writing, with the target untouched until the file is closed."""

from __future__ import annotations

import os

from .draft import Draft
from .errors import name_the_target
from .handles import AtomicTextFile
from .modes import access_of, buffer_size, check_binary, check_text, check_types, is_binary
from .policy import sync_level
from .publish import check_perms
from .streams import streams
from .target import locate
from .temporary import create

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    pass
else:

    def overload(function):
        """Leave the signatures to the type checker."""
        return function


if TYPE_CHECKING:
    from typing import IO, Any, Literal, TypeAlias, overload

    from .handles import AtomicBufferedRandom, AtomicBufferedWriter, AtomicRawFile
    from .publish import FilePath
    from .streams import AtomicBinaryFile

    Text: TypeAlias = Literal["w", "wt", "tw", "w+", "+w", "wt+", "w+t", "+wt", "tw+", "t+w", "+tw"]
    Write: TypeAlias = Literal["wb", "bw"]
    Update: TypeAlias = Literal["wb+", "w+b", "+wb", "bw+", "b+w", "+bw"]
    AtomicFile: TypeAlias = AtomicTextFile | AtomicBinaryFile


@overload
def atomic_open(
    path: FilePath,
    mode: Text = "w",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicTextFile: ...
@overload
def atomic_open(
    path: FilePath,
    mode: Write | Update,
    buffering: Literal[0],
    encoding: None = None,
    errors: None = None,
    newline: None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicRawFile: ...
@overload
def atomic_open(
    path: FilePath,
    mode: Write,
    buffering: Literal[-1, 1] = -1,
    encoding: None = None,
    errors: None = None,
    newline: None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicBufferedWriter: ...
@overload
def atomic_open(
    path: FilePath,
    mode: Update,
    buffering: Literal[-1, 1] = -1,
    encoding: None = None,
    errors: None = None,
    newline: None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicBufferedRandom: ...
@overload
def atomic_open(
    path: FilePath,
    mode: Write | Update,
    buffering: int = -1,
    encoding: None = None,
    errors: None = None,
    newline: None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicBinaryFile: ...
@overload
def atomic_open(
    path: FilePath,
    mode: str,
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> IO[Any]: ...
def atomic_open(
    path: FilePath,
    mode: str = "w",
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    *,
    perms: int | None = None,
    sync: str = "full",
) -> AtomicFile:
    """Open a file for writing as open() does; closing it replaces the target's content.

    An exception in the `with` block, or `.discard()`, leaves the target as it was. `perms` and `sync` are
    those of `atomic_write_text`.
    """
    given = os.fspath(path)
    return open_draft(Draft(os.fsdecode(given)), given, (mode, buffering, encoding, errors, newline), perms, sync)


def open_draft(
    draft: Draft,
    given: str | bytes,
    arguments: tuple[str, int, str | None, str | None, str | None],
    perms: int | None,
    sync: str,
) -> AtomicFile:
    """Open a file of `open`'s own class that writes to the draft; warnings are for the caller's caller."""
    mode, buffering, encoding, errors, newline = arguments
    size = buffer_size(buffering)
    check_types(mode, encoding, errors, newline)
    if binary := is_binary(mode):
        check_binary(buffering, encoding, errors, newline)
    else:
        encoding = check_text(buffering, encoding, errors, newline)
    level = sync_level(sync)
    if perms is not None:
        check_perms(perms)
    try:
        locate(draft, access_of(mode))
        if not draft.through:
            create(draft, perms)
        raw, buffer = streams(draft, given, mode, size)
        if binary:
            return buffer.publish_on_close(draft, level, None if buffer is raw else raw)
        lines = buffering == 1 or (buffering == -1 and raw.isatty())
        text = AtomicTextFile(buffer, encoding, errors, newline, lines)
        text.mode = mode
        return text.publish_on_close(draft, level, raw)
    except BaseException as error:
        draft.release()
        if isinstance(error, OSError):
            name_the_target(error, given)
        raise
