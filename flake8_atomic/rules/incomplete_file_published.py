"""The rename comes too early, or it comes although the writing has failed.

What Python still holds in its buffer is missing from the published file; a rename in a `finally` publishes whatever an
error left.

Bad:

    def save(folder: Path) -> None:
        staged = folder / f"state.json.{os.getpid()}.tmp"
        try:
            with open(staged, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
        finally:
            os.replace(staged, folder / "state.json")

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

An `__exit__` that does not look at the exception publishes a failed block just so, be it through a `close()` that is
told of it and does not listen, and so does a handler that only notes the error. A caller may ask for what there is.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.protocol import publishes_incomplete
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM206",
    "renamed into place while a part of it is unwritten, or although writing it failed, an incomplete file is "
    "published; close it first and rename only what is whole, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a save onto a full disk", "empty"),
    fix="replaced.published_whole",
)
def incomplete_file_published(inspection: Inspection) -> Iterator[Event]:
    """Flag renames of what is not whole."""
    for replace in inspection.replaces:
        if publishes_incomplete(replace):
            yield replace.rename
    yield from inspection.published_on_exit
