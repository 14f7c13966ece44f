"""A rename publishes the new name, not the new data.

After a power cut the name can point at an empty file: the rename reached the disk while the data was still in memory.

Bad:

    def save(folder: Path) -> None:
        staged = folder / f"state.json.{os.getpid()}.tmp"
        try:
            staged.write_text("{}")
            os.replace(staged, folder / "state.json")
        finally:
            staged.unlink(missing_ok=True)

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

An fsync without a flush of the buffered handle, or one whose error is swallowed, counts as none, here as in a function
of the file that is called for it. What is only given the path of the temp is taken to sync nothing, unless it says so.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.protocol import is_known
from flake8_atomic.analysis.replaces.syncing import is_synced
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM201",
    "renamed into place before its data is synced, after a power cut the file may be empty; "
    "flush and fsync it before the rename, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a power cut", "empty"),
    fix="replaced.synced",
)
def renamed_before_sync(inspection: Inspection) -> Iterator[Event]:
    """Flag renames of a temp with no sync between the last write and the rename."""
    for replace in inspection.replaces:
        if is_known(replace) and not is_synced(replace):
            yield replace.rename
