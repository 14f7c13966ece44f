"""Files that belong together are saved one after another.

A failure, a kill or a power cut between two of them leaves new beside old, and no single file shows it.

Bad:

    def store_with_checksum(folder: Path, data: bytes = b"data") -> None:
        atomic_write_bytes(folder / "blob", data)
        atomic_write_text(folder / "checksum", sha256(data).hexdigest())

Good:

    def store_with_checksum(folder: Path, data: bytes = b"data") -> None:
        with atomic_group(folder) as group:
            group.write_bytes(folder / "blob", data)
            group.write_text(folder / "checksum", sha256(data).hexdigest())

That they belong together must be said by the code:

- they hold parts of one object or mapping that a loader takes several of, or that is saved as a whole where it knows
  its place, or for a class that it is built on, and is not read in part;
- one function that says so loads them all, by their paths or by their names in a folder that it is told;
- one is saved as the index, the manifest or the checksum of the other, or of its folder;
- they are a key and its public half or certificate, newly made, said to be a pair, or both read.

None of them may be written without the other, and an old one may be there. It is not

- where the folder is made, emptied or found empty before, or a download is unpacked into it;
- where old files are moved away or refused, or no half of a key pair is found first;
- where the names of all but the last are drawn, counted up, found free, or those of one epoch, score, moment or key.

What each reader reads only where it is there, or goes on without where the read fails, stands alone. So do files that
are all settings, what a cache, by its class, module or folder, keeps, what is created or installed, keys that a record
of the object gives, an index for readers, a second copy of the same content, a pointer to the newest, a log, and what a
run tells of itself.

It does not matter whether each is written atomically, or in a function that is told what to write where.
"""

from __future__ import annotations

from collections.abc import Iterator

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.company import saved_together
from flake8_atomic.inspection import Inspection
from flake8_atomic.rules import rule


@rule(
    "ATM301",
    "these files belong together but are saved one by one, a failure in between leaves new beside old; "
    "use atomic_group",
    contracts=("regenerable", "export", "scratch"),
    fix="grouped.write_together",
)
def saved_one_by_one(inspection: Inspection) -> Iterator[Event]:
    """Flag functions and methods that save several files of one thing."""
    yield from saved_together(inspection)
