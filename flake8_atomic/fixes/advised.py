"""What only a person can repair, and what the tool says to them."""

from __future__ import annotations

from flake8_atomic.analysis.files.events import Event
from flake8_atomic.edits import Fix, NoFix
from flake8_atomic.inspection import Inspection


def ask_first(inspection: Inspection, event: Event) -> Fix:
    """Say what to do where WAL is set on every connect."""
    del inspection, event
    raise NoFix("connect with durable_connect, which sets WAL only where it is not set")


def back_up(inspection: Inspection, event: Event) -> Fix:
    """Say what to do where a database is handled as a file."""
    del inspection, event
    raise NoFix("copy it with Connection.backup(), and read it through a connection")
