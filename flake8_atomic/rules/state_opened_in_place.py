r"""Opening a state file for writing empties it before the first byte is written.

Whatever ends the program between the open and the close leaves an empty or half file, and the next start reads it.

Bad:

    def save_history(folder: Path) -> None:
        with open(folder / "history", "w") as file:
            file.writelines(f"{command}\n" for command in ("ls", "pwd"))

Good:

    def save_history(folder: Path) -> None:
        with atomic_open(folder / "history", "w") as file:
            file.writelines(f"{command}\n" for command in ("ls", "pwd"))

What makes it a state file is named in the message: a word of the path, its suffix, its folder, a read of the same path,
what is written, or the name of the function that writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM103",
    "opening a state file for writing empties it, a crash before the close leaves it torn; use atomic_open",
    contracts=(
        "scratch",
        "export",
        "regenerable",
        "live-stream",
    ),
    fix="in_place.written_atomically",
)
def state_opened_in_place(inspection: Inspection) -> Iterator[Event]:
    """Flag truncating opens of a state path that no dump or copy rule speaks of."""
    for opened in inspection.truncating_opens:
        if inspection.is_state(opened) and not inspection.does(opened, "dump", "copy", "record"):
            yield opened
