"""Two processes that save at the same time write into one temporary file.

Each then renames what the other has written so far: a mixture, or a part.

Bad:

    def save(folder: Path) -> None:
        path = folder / "state.json"
        staged = path.with_suffix(".tmp")
        try:
            with open(staged, "w") as file:
                file.write("{}")
                file.flush()
                os.fsync(file.fileno())
            os.replace(staged, path)
        finally:
            staged.unlink(missing_ok=True)

Good:

    def save(folder: Path) -> None:
        atomic_write_text(folder / "state.json", "{}")

The process number, a random part, `mkstemp` or exclusive creation make the name safe. So does a target that each
process has for itself or that is called after one run, a lock of a file that is held here, by the object, or by all who
call the function, or that the module makes for those, and the folder of one run or one that was made for it. What a
script changes for whoever starts it, its own sources or the files that the command line names, has no second writer.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import At
from flake8_atomic.analysis.replaces.temp_names import fixed_name, name_of
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import Crash, rule


@rule(
    "ATM202",
    "the temporary name is the same for every process, two writers publish each other's bytes; "
    "make it unique, or use atomic_open",
    contracts=("single-writer", "external", "regenerable"),
    crash=Crash("a kill while another process saves", "empty"),
    fix="replaced.uniquely_named",
)
def shared_temp_name(inspection: Inspection) -> Iterator[At]:
    """Flag the names of temps that are made of the target's own and constants alone."""
    for replace in inspection.replaces:
        if fixed_name(replace):
            yield At(replace.first, name_of(replace))
