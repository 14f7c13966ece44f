"""An error while writing leaves the temporary file where it is.

A full disk makes one at each attempt; thousands were found in real installations.

Bad:

    def save(folder: Path) -> None:
        staged = folder / f"state.json.{os.getpid()}.tmp"
        with open(staged, "w") as file:
            file.write("{}")
            file.flush()
            os.fsync(file.fileno())
        os.replace(staged, folder / "state.json")

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

A removal in a handler or a finally around the writes, at the end of a `with` block around them, in another method of
the class, of all files with this ending, of the folder that it lies in, or registered as a callback counts. A temp that
is appended to later is kept on purpose.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.cleaning import is_abandoned, is_cleaned_up
from flake8_atomic.analysis.replaces.protocol import is_known
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM205",
    "the temporary file is left behind when writing it fails; remove it in a finally, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a save onto a full disk", "temp left over"),
    fix="replaced.cleaned_up",
)
def temp_left_behind(inspection: Inspection) -> Iterator[Event]:
    """Flag temps that nothing removes when the writing fails."""
    for replace in inspection.replaces:
        if (is_known(replace) or is_abandoned(replace)) and not is_cleaned_up(replace):
            yield replace.first
