"""The old file is removed, or moved away, before the new one takes its name.

In between there is no file at all, and a kill makes that last.

Bad:

    def save(folder: Path) -> None:
        path = folder / "state.json"
        staged = folder / f"state.json.{os.getpid()}.tmp"
        try:
            with open(staged, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            if path.exists():
                os.remove(path)
            os.rename(staged, path)
        finally:
            staged.unlink(missing_ok=True)

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

`os.replace` needs no removal, on any system, nor a handler that removes the target and renames once more. A mark or
receipt that is taken away before what it vouches for changes is left alone, and so is, before anything new is written,
what its one reader takes away.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.taken_away import removed_first, removed_to_try_again
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM207",
    "the target is gone until the new file takes its name, a crash in between leaves none; "
    "use os.replace alone, or atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a kill", "gone"),
    fix="replaced.replaced_at_once",
)
def target_removed_first(inspection: Inspection) -> Iterator[Event]:
    """Flag what takes the old file away before the rename."""
    for replace in inspection.replaces:
        yield from islice(chain(removed_first(replace), removed_to_try_again(replace)), 1)
