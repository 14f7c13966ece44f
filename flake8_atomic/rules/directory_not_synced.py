"""The rename itself lives in the directory, and reaches the disk when the directory does.

After a power cut the old file may be back, although the program has said that it saved.

Bad:

    def save(folder: Path) -> None:
        staged = folder / f"state.json.{os.getpid()}.tmp"
        try:
            with open(staged, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            os.replace(staged, folder / "state.json")
        finally:
            staged.unlink(missing_ok=True)

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

Old or new is enough for many programs; for those that promise that what was saved stays saved, it is not.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.protocol import directory_is_synced, is_known
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM210",
    "the directory is not synced after the rename, the write is atomic but a power cut may undo it; "
    "fsync the directory, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a power cut", "old again"),
    opt_in=True,
)
def directory_not_synced(inspection: Inspection) -> Iterator[Event]:
    """Flag replaces after which nothing is synced."""
    for replace in inspection.replaces:
        if is_known(replace) and not directory_is_synced(replace):
            yield replace.rename
