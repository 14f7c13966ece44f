"""`group.open`: the files of a group that are still being written when it goes on."""

from __future__ import annotations

import os

from .opened import open_draft

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from typing import IO, Any, Literal, Protocol, overload

    from .draft import Draft
    from .handles import AtomicBufferedRandom, AtomicBufferedWriter, AtomicRawFile, AtomicTextFile
    from .opened import AtomicFile, Text, Update, Write
    from .publish import FilePath
    from .streams import AtomicBinaryFile

    class Open(Protocol):
        """The method `open` of a group: the signatures of `atomic_open` without `sync`, which the group has."""

        @overload
        def __call__(
            self,
            path: FilePath,
            mode: Text = "w",
            buffering: int = -1,
            encoding: str | None = None,
            errors: str | None = None,
            newline: str | None = None,
            *,
            perms: int | None = None,
        ) -> AtomicTextFile: ...
        @overload
        def __call__(
            self,
            path: FilePath,
            mode: Write | Update,
            buffering: Literal[0],
            encoding: None = None,
            errors: None = None,
            newline: None = None,
            *,
            perms: int | None = None,
        ) -> AtomicRawFile: ...
        @overload
        def __call__(
            self,
            path: FilePath,
            mode: Write,
            buffering: Literal[-1, 1] = -1,
            encoding: None = None,
            errors: None = None,
            newline: None = None,
            *,
            perms: int | None = None,
        ) -> AtomicBufferedWriter: ...
        @overload
        def __call__(
            self,
            path: FilePath,
            mode: Update,
            buffering: Literal[-1, 1] = -1,
            encoding: None = None,
            errors: None = None,
            newline: None = None,
            *,
            perms: int | None = None,
        ) -> AtomicBufferedRandom: ...
        @overload
        def __call__(
            self,
            path: FilePath,
            mode: Write | Update,
            buffering: int = -1,
            encoding: None = None,
            errors: None = None,
            newline: None = None,
            *,
            perms: int | None = None,
        ) -> AtomicBinaryFile: ...
        @overload
        def __call__(
            self,
            path: FilePath,
            mode: str,
            buffering: int = -1,
            encoding: str | None = None,
            errors: str | None = None,
            newline: str | None = None,
            *,
            perms: int | None = None,
        ) -> IO[Any]: ...


class OpensFiles:
    """What a group has of open files; it commits nothing while one of them is not closed."""

    def __init__(self) -> None:
        self._files: list[AtomicFile] = []

    if TYPE_CHECKING:
        open: Open

        def _draft(self, given: str | bytes) -> Draft: ...

    else:

        def open(self, path, mode="w", buffering=-1, encoding=None, errors=None, newline=None, *, perms=None):
            """Open a file that is written with the others; it must be closed in the block. See `atomic_open`."""
            given = os.fspath(path)
            arguments = (mode, buffering, encoding, errors, newline)
            file = open_draft(self._draft(given), given, arguments, perms, "full")
            self._files = [*(each for each in self._files if not each.closed), file]
            return file
