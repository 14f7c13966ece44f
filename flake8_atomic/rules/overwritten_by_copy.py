"""A copy over a state file empties it first and fills it after.

While the copy runs, and after it was stopped, the name holds a part of the source.

Bad:

    def reset_config(folder: Path) -> None:
        shutil.copyfile(folder / "defaults", folder / "config")

Good:

    def reset_config(folder: Path) -> None:
        with open(folder / "defaults", "rb") as source, atomic_open(folder / "config", "wb") as target:
            shutil.copyfileobj(source, target)

A copy whose target is named after its source saves what is there, and is left alone. A temp that is copied where the
rename of it has failed, on another filesystem, is torn like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM106",
    "copying over a state file empties it first, a crash leaves a part of the source; copy into atomic_open",
    contracts=(
        "scratch",
        "export",
        "regenerable",
    ),
    fix="in_place.written_atomically",
)
def overwritten_by_copy(inspection: Inspection) -> Iterator[Event]:
    """Flag copies over a state path, or of a temp that could not be renamed, and copies into an in-place handle."""
    for copied in inspection.copies():
        if inspection.is_state(copied) or inspection.copies_instead(copied):
            yield copied
    for use in inspection.first_uses("copy"):
        if inspection.is_state(use.opened) and not inspection.does(use.opened, "dump"):
            yield use
