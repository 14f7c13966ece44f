"""`os.rename` replaces an existing file on POSIX and raises FileExistsError on Windows.

The second save fails there, every time.

Bad:

    def save(folder: Path) -> None:
        staged = folder / f"state.json.{os.getpid()}.tmp"
        try:
            with open(staged, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            os.rename(staged, folder / "state.json")
        finally:
            staged.unlink(missing_ok=True)

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

Code that only runs where it asked for the system, or that needs Unix, itself, by what its package imports or by the
systems that its project names, is left alone; so is what is only reached where the target does not exist, takes a name
that was just drawn or counts up, or a new folder, is taken away again by the same function, or heeds FileExistsError or
has a handler that publishes it another way.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.systems import is_guarded
from flake8_atomic.analysis.replaces.taken_away import removed_first
from flake8_atomic.analysis.replaces.vacancies import RENAMING, meets_no_file
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM204",
    "rename() fails on Windows where the target exists; use os.replace, or atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    fix="replaced.replaced_outright",
)
def rename_to_publish(inspection: Inspection) -> Iterator[Event]:
    """Flag renames that are no replaces, where nothing asks which system this is."""
    for replace in inspection.replaces:
        if replace.rename.function in RENAMING and not any(removed_first(replace)):
            if not (is_guarded(replace) or meets_no_file(replace) or replace.file.is_of_unix):
                yield replace.rename
