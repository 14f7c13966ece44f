"""`write_text()` empties the file first and writes after.

A kill, a full disk or a power cut in between leaves an empty or half file, and the next start reads it.

Bad:

    def save_snapshots(folder: Path) -> None:
        path = folder / "snapshots.json"
        path.write_text(json.dumps({"snapshots": [1, 2]}))

Good:

    def save_snapshots(folder: Path) -> None:
        path = folder / "snapshots.json"
        atomic_write_text(path, json.dumps({"snapshots": [1, 2]}))

It needs no evidence that the file is state: only a path that is proved temporary, or of which everything says that it
is an output, is left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM101",
    "write_text() truncates the file before it writes, a crash leaves it empty; use atomic_write_text",
    contracts=(
        "scratch",
        "export",
        "regenerable",
    ),
    fix="in_place.written_atomically",
)
def text_written_in_place(inspection: Inspection) -> Iterator[Event]:
    """Flag every write_text() whose path is not proved an output."""
    for written in inspection.whole_writes("write_text"):
        if not inspection.evidence(written).says_output:
            yield written
