"""Several files are written together: all of them have their new content, or all of them keep the old."""

from __future__ import annotations

import errno
import os

from .as_json import dumped
from .draft import Draft
from .errors import AtomicWriteError, name_the_target
from .group_open import OpensFiles
from .policy import sync_level
from .publish import check_perms, fill
from .recovery import recover_locked
from .removal import stage_removal
from .root import Root
from .stage import Stage
from .text import encode, require_text
from .whole import flat

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Self

    from _typeshed import ReadableBuffer

    from .publish import FilePath


class atomic_group(OpensFiles):  # noqa: N801 - read as a statement: `with atomic_group(folder) as group:`
    """All files written in the block get their new content when it ends well, none of them otherwise.

    They must be below `root`, which one group at a time may use; `recover(root)` settles what a kill or a power
    cut left. `sync="file"` and "none" hold through a kill, not through a power cut.
    """

    _stage: Stage | None = None
    _root: Root | None = None

    def __init__(self, root: FilePath, *, sync: str = "full") -> None:
        super().__init__()
        self._sync = sync
        self._owner = os.getpid()
        self._root = Root(root)

    def __enter__(self) -> Self:
        if self._root is None or self._stage is not None:
            message = "a group is used for one block; make another one"
            raise ValueError(message)
        level = sync_level(self._sync)
        self._root.lock()
        try:
            recover_locked(self._root, level)
            self._stage = Stage(self._root, level)
        except BaseException:
            self._root.release()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        stage = self._stage
        try:
            if kind is None and stage is not None and self._owner == os.getpid():
                if any(not file.closed for file in self._files):
                    raise AtomicWriteError(errno.EBUSY, "a file of the group is still open, so none is written")
                stage.commit()
        finally:
            self._end()

    def _end(self) -> None:
        stage, root = self._stage, self._root
        if root is None or stage is None:
            self._root = None
            return
        ours = True
        try:
            # A forked child ends a block that its parent also ends: only one of them may publish.
            ours = self._owner == os.getpid()
            if ours:
                for file in self._files:
                    file.discard()
                stage.end()
        finally:
            # Also where an interrupt has come before the last step of the above: the lock would stay for ever.
            stage.let_go()
            (root.release if ours else root.let_go)()
            self._stage = self._root = None

    def __del__(self) -> None:
        self._end()

    def write_text(
        self,
        path: FilePath,
        data: str,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        *,
        perms: int | None = None,
    ) -> int:
        """Write a text file with the others; see `atomic_write_text`."""
        require_text(data, "data")
        self._replace(path, encode(data, encoding, errors, newline), perms)
        return len(data)

    def write_bytes(self, path: FilePath, data: ReadableBuffer, *, perms: int | None = None) -> int:
        """Write a binary file with the others; see `atomic_write_bytes`."""
        payload = data if type(data) is bytes else flat(data)
        self._replace(path, payload, perms)
        return len(payload)

    def write_json(
        self,
        path: FilePath,
        obj: object,
        *,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        end: str = "",
        perms: int | None = None,
        **json_kwargs: Any,
    ) -> int:
        """Write a JSON file with the others; see `atomic_write_json`."""
        require_text(end, "end")
        text = dumped(obj, **json_kwargs) + end
        self._replace(path, encode(text, encoding, errors, newline), perms)
        return len(text)

    def unlink(self, path: FilePath, missing_ok: bool = False) -> None:
        """Remove a file, or a link itself, with the others; like `Path.unlink`."""
        given = os.fspath(path)
        draft = self._draft(given)
        assert draft.stage is not None
        try:
            stage_removal(draft, draft.stage, missing_ok=missing_ok)
        except OSError as error:
            name_the_target(error, given)
            raise
        finally:
            draft.release()

    def _replace(self, path: FilePath, payload: bytes | memoryview, perms: int | None) -> None:
        given = os.fspath(path)
        draft = self._draft(given)
        assert draft.stage is not None
        if perms is not None:
            check_perms(perms)
        fill(draft, given, payload, perms, draft.stage.level)

    def _draft(self, given: str | bytes) -> Draft:
        if self._stage is None:
            message = "a group is written to in its `with` block"
            raise ValueError(message)
        draft = Draft(os.fsdecode(given))
        draft.stage = self._stage
        return draft
