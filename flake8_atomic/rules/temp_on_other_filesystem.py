"""A rename works within one filesystem; across two it fails, or is a copy.

The system's temporary folder is often a filesystem of its own, and `shutil.move` copies without a word.

Bad:

    def save(folder: Path) -> None:
        handle, staged = tempfile.mkstemp()
        try:
            with os.fdopen(handle, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            shutil.move(staged, folder / "state.json")
        except BaseException:
            os.unlink(staged)
            raise

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

A temp is at home beside its target: `mkstemp(dir=os.path.dirname(path))`.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import At, Event
from flake8_atomic.analysis.replaces.temp_names import lies_elsewhere
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM203",
    "the move into place may fail or be a copy that a crash tears, from another filesystem, or on Windows by "
    "shutil.move over a file; give dir= and use os.replace, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a kill where the temp lies on another filesystem", "empty"),
    fix="replaced.beside_its_target",
)
def temp_on_other_filesystem(inspection: Inspection) -> Iterator[Event | At]:
    """Flag temps that are born without a word of where, and moves that may copy."""
    for replace in inspection.replaces:
        yield from lies_elsewhere(replace)
