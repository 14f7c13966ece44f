"""Writes that leave a file, or several, old or new, never torn, and databases that stay whole."""

from .as_json import atomic_write_json
from .databases import connection_report, durable_connect
from .errors import AtomicWriteError, NotDurable, RecoveryError, Unreplaceable
from .group import atomic_group
from .opened import atomic_open
from .policy import sync_policy
from .recovery import recover
from .whole import atomic_write_bytes, atomic_write_text

__all__ = [
    "AtomicWriteError",
    "NotDurable",
    "RecoveryError",
    "Unreplaceable",
    "atomic_group",
    "atomic_open",
    "atomic_write_bytes",
    "atomic_write_json",
    "atomic_write_text",
    "connection_report",
    "durable_connect",
    "recover",
    "sync_policy",
]
