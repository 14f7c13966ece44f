"""A library saves to the path itself: it opens the file, which empties it, and writes after.

The object is serialized while the old file is already gone.

Bad:

    def save_registry(folder: Path) -> None:
        tree = ElementTree(Element("registry"))
        tree.write(folder / "registry.xml")

Good:

    def save_registry(folder: Path) -> None:
        tree = ElementTree(Element("registry"))
        with atomic_open(folder / "registry.xml", "wb") as file:
            tree.write(file)

`np.save`, `torch.save`, `joblib.dump`, `DataFrame.to_…` and the like take an open file as well as a path.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM105",
    "the library empties this state file before it writes, a crash leaves it torn; give it a handle from atomic_open",
    contracts=(
        "scratch",
        "export",
        "regenerable",
    ),
    fix="in_place.written_atomically",
)
def saved_in_place(inspection: Inspection) -> Iterator[Event]:
    """Flag library savers that are given a state path."""
    for saved in inspection.saves():
        if inspection.is_state(saved):
            yield saved
