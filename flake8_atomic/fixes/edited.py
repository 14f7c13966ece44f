"""A file that is edited line by line has no mechanical cure: what is kept and what is new, only its author knows."""

from __future__ import annotations

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.edits import Fix, NoFix
from flake8_atomic.inspection import Inspection


def rewrite_whole(inspection: Inspection, event: Event) -> Fix:
    """Say how to rewrite it."""
    del inspection, event
    raise NoFix("read the lines first, and print the new ones into `with atomic_open(path, ...)`")
