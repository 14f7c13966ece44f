"""Files made by `tempfile` are readable by their owner alone, and a rename brings that mode along.

The group that could read the old file cannot read the new one.

Bad:

    def save(folder: Path) -> None:
        handle, staged = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(handle, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            os.replace(staged, folder / "state.json")
        except BaseException:
            os.unlink(staged)
            raise

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

Any chmod in the function counts, and one of the temp elsewhere in the class. For a file of secrets 0600 is right: say
so with `perms=0o600`.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.analysis.replaces.protocol import has_mode_set
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM208",
    "a file from tempfile has mode 0600 and brings it along, the target's own mode is lost; "
    "copy the mode first, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("any save", "wrong mode"),
    opt_in=True,
)
def mode_of_temp_published(inspection: Inspection) -> Iterator[Event]:
    """Flag temps of tempfile that are published with the mode they were born with."""
    for replace in inspection.replaces:
        if replace.birth is not None and not has_mode_set(replace):
            yield replace.rename
