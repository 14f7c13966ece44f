"""Any other write that empties a file first, for projects that want no torn file at all.

The default rules need evidence that a later run reads the file; this one needs none.

Bad:

    def render_page(folder: Path) -> None:
        with open(folder / "page.html", "w") as file:
            file.write("<p>hello</p>")

Good:

    def render_page(folder: Path) -> None:
        atomic_write_text(folder / "page.html", "<p>hello</p>")

Temporary files, devices, streams, locks and pid files are left alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM110",
    "this write empties the file before it fills it, a crash leaves it torn; use the atomic helpers",
    contracts=(
        "export",
        "regenerable",
        "scratch",
        "live-stream",
    ),
    fix="in_place.written_atomically",
    opt_in=True,
)
def any_truncating_write(inspection: Inspection) -> Iterator[Event]:
    """Flag truncating writes that the other rules leave alone."""
    for function in ("write_text", "write_bytes"):
        for written in inspection.whole_writes(function):
            if inspection.evidence(written).says_output:
                yield written
    for opened in inspection.truncating_opens:
        if not inspection.is_state(opened) and not inspection.is_dumped(opened):
            yield opened
    for saved in inspection.saves():
        if not inspection.is_state(saved):
            yield saved
    for copied in inspection.copies():
        if not inspection.is_state(copied):
            yield copied
