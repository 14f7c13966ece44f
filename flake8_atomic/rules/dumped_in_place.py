"""A serializer writes piece by piece into a file that was emptied when it was opened.

Half a document is worth nothing, and it takes no crash: one object that cannot be serialized loses the old file.

Bad:

    def save_settings(folder: Path) -> None:
        with open(folder / "settings.json", "w") as file:
            json.dump({"theme": "dark"}, file)

Good:

    def save_settings(folder: Path) -> None:
        atomic_write_json(folder / "settings.json", {"theme": "dark"})

JSON, pickle, marshal, plist, YAML, TOML and msgpack are flagged on any file that is neither temporary nor, by all
evidence, an output; CSV, INI, XML, tables and arrays on a state file.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM104",
    "this dumps into a file that its open() has emptied, a crash or an error leaves half a document; "
    "use atomic_write_json or atomic_open",
    contracts=(
        "scratch",
        "export",
        "regenerable",
    ),
    fix="in_place.written_atomically",
)
def dumped_in_place(inspection: Inspection) -> Iterator[Event]:
    """Flag the first dump into each handle; records such as CSV only on a state path."""
    for use in inspection.first_uses("dump"):
        if not inspection.evidence(use.opened).says_output:
            yield use
    for use in inspection.first_uses("record"):
        if not inspection.does(use.opened, "dump") and inspection.is_state(use.opened):
            yield use
