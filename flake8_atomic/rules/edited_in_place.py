"""A state file is rewritten under its own name, so that old and new bytes stand side by side until the end.

With `r+` the new content overwrites the old from the start and a truncate cuts the rest; `fileinput` renames the
original away and fills a new file line by line.

Bad:

    def bump_counter(folder: Path) -> None:
        with open(folder / "state.json", "r+") as file:
            state = json.load(file)
            file.seek(0)
            file.write(json.dumps({"count": state["count"] + 1}))
            file.truncate()

Good:

    def bump_counter(folder: Path) -> None:
        state = json.loads((folder / "state.json").read_text())
        atomic_write_json(folder / "state.json", {"count": state["count"] + 1})

Patching a few bytes of a binary format, elsewhere than at its start, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM107",
    "the file is rewritten in place, a crash leaves new beside old; write the whole with atomic_open",
    contracts=(
        "single-writer",
        "external",
    ),
    fix="in_place.written_atomically",
)
def edited_in_place(inspection: Inspection) -> Iterator[Event]:
    """Flag `r+` followed by a rewrite from the start, and in-place fileinput."""
    for opened in inspection.editing_opens:
        if inspection.rewrites(opened) and (inspection.is_dumped(opened) or inspection.is_state(opened)):
            yield opened
    yield from inspection.edits()
