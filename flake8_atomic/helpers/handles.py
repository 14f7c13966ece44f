"""The files that `atomic_open` returns: those of `open`, whose close publishes and whose failure discards."""

from __future__ import annotations

import io
import os
import sys

from .errors import name_the_target
from .publish import hand_over, publish

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from types import TracebackType
    from typing import NoReturn, Self

    from .draft import Draft

    _Base = io.IOBase
else:
    _Base = object


class Pending(_Base):
    """A file whose content is published when it is closed, and dropped when its block fails.

    Mixed in before one of the classes of `io`, which do all reading and writing.
    """

    _draft: Draft | None = None
    _level: int
    _owner: int
    _raw: io.FileIO | None = None
    _entered: BaseException | bool | None = False

    def publish_on_close(self, draft: Draft, level: int, raw: io.FileIO | None) -> Self:
        """Take over the draft that the file writes to."""
        self._level = level
        self._owner = os.getpid()
        self._raw = raw
        self._draft = draft
        return self

    def __enter__(self) -> Self:
        super().__enter__()
        self._entered = sys.exception()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._entered = False
        if kind is None:
            self.close()
        else:
            self.discard()

    def close(self) -> None:
        """Publish the content under the target's name; a second call does nothing."""
        if self._draft is None:
            super().close()
            return
        if self._owner != os.getpid():
            # A forked child ends a block that its parent also ends: only one of them may publish.
            self.discard()
            return
        try:
            super().close()
            # A stream wrapped around this file closes it while an exception leaves the block, and would
            # publish a part: the end of the block, which is told of the exception, decides.
            if self._entered is False or sys.exception() is self._entered:
                self._commit(self._draft)
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Drop the content and leave the target as it is; does nothing after a close.

        What was written to a pipe or a device is gone, as with open().
        """
        draft, self._draft = self._draft, None
        if draft is None:
            return
        try:
            if draft.through and not self.closed:
                self.flush()
        finally:
            if self._raw is not None:
                self._raw.close()  # before the buffer, which would write out what it holds
            super().close()
            if self._owner == os.getpid():
                draft.release()
            else:
                draft.let_go()

    def detach(self) -> NoReturn:
        """Refuse: without this object nobody would publish what is written to its buffer."""
        message = "an atomic file cannot be detached from its buffer"
        raise io.UnsupportedOperation(message)

    def __del__(self) -> None:
        draft = self._draft
        if draft is not None:
            self.discard()
            if self._owner == os.getpid():
                import warnings

                message = f"atomic file {draft.path!r} was never closed, its content is discarded"
                warnings.warn(message, ResourceWarning, stacklevel=2, source=self)

    def _commit(self, draft: Draft) -> None:
        try:
            if draft.through:
                hand_over(draft)
            else:
                publish(draft, self._level)
        except OSError as error:
            name_the_target(error, draft.path)
            raise
        self._draft = None


class AtomicTextFile(Pending, io.TextIOWrapper):
    """A text file that is published as a whole when it is closed."""

    mode = ""


class AtomicBufferedWriter(Pending, io.BufferedWriter):
    """A binary file that is published as a whole when it is closed."""


class AtomicBufferedRandom(Pending, io.BufferedRandom):
    """A binary file, readable too, that is published as a whole when it is closed."""


class AtomicRawFile(Pending, io.FileIO):
    """An unbuffered binary file that is published as a whole when it is closed."""
