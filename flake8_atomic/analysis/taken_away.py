"""Targets that are taken away before the new file has their name."""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.callees import writes
from flake8_atomic.analysis.events import Event, Read, Remove, Rename
from flake8_atomic.analysis.replaces import Replace


def removed_first(replace: Replace) -> Iterator[Event]:
    """Where the target is removed, or moved away, before the new file takes its name."""
    file, scope = replace.file, replace.rename.scope
    written = [event.place.order for event in writes(file, scope, replace.target) if replace.is_before(event)]
    for event in file.trace(scope).events:
        path = event.path if isinstance(event, Remove) else event.source if isinstance(event, Rename) else None
        if isinstance(event, Rename) and event.function == "os.link":
            continue  # a second name takes nothing away
        # What is written anew before the rename was removed for another reason.
        if path is not None and replace.is_before(event) and event.place.order > max(written, default=0):
            if file.paths.key(path) == replace.target and not _was_read_in_vain(replace, event):
                yield event


def _was_read_in_vain(replace: Replace, removal: Event) -> bool:
    """Is the target taken away because reading it has failed, so that nothing is lost with it?"""
    failed = {id(block.node) for block in removal.place.block.around() if block.arm.startswith("handler")}
    reads = replace.file.reads(removal.scope, replace.target) if failed else ()
    return any(
        id(block.node) in failed and block.arm == "body"
        for read in reads
        if not (isinstance(read, Read) and read.asks)
        for block in read.place.block.around()
    )
