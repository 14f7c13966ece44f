"""The layers of an open file, over a descriptor that belongs to its draft."""

from __future__ import annotations

import io

from .handles import AtomicBufferedRandom, AtomicBufferedWriter, AtomicRawFile

TYPE_CHECKING = False  # typing costs more to import than all of these modules together
if TYPE_CHECKING:
    from typing import TypeAlias

    from .draft import Draft

    AtomicBinaryFile: TypeAlias = AtomicRawFile | AtomicBufferedWriter | AtomicBufferedRandom


def streams(draft: Draft, given: str | bytes, mode: str, size: int) -> tuple[io.FileIO, AtomicBinaryFile]:
    """Return what writes to the descriptor of the draft, raw and buffered; the same where `size` is 0."""
    descriptor = draft.data
    assert descriptor is not None
    mode = mode.replace("t", "")
    # The draft closes the descriptor: an abandoned stream must not, its number may have a new owner.
    if not size:
        unbuffered = AtomicRawFile(descriptor, mode, closefd=False)
        unbuffered.name = given
        return unbuffered, unbuffered
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = given
    if "+" in mode:
        return raw, AtomicBufferedRandom(raw, size)
    return raw, AtomicBufferedWriter(raw, size)
