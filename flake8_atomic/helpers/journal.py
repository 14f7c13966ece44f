"""What a group will do once it is committed, as text that proves to be whole."""

from __future__ import annotations

import errno
import os

from . import control, system
from .errors import RecoveryError
from .root import STAGE_NAME

NAME = "journal"
STAGED = ".staged"
_HEAD = "atomic_group 1"
_CHUNK = 1 << 20


class Change:
    """The new content of one file, or with `staged` empty its removal; `folder` is relative to the root."""

    __slots__ = ("digest", "folder", "name", "size", "staged")

    def __init__(self, folder: str, name: str, staged: str = "", size: int = 0, digest: str = "") -> None:
        self.folder, self.name, self.staged, self.size, self.digest = folder, name, staged, size, digest

    def row(self) -> list[object]:
        """Return the change as a line of the journal."""
        return [getattr(self, name) for name in ("folder", "name", "staged", "size", "digest")]


def dumped(changes: list[Change], boot: str) -> bytes:
    """Return the journal; with `boot` it counts until the machine starts again, for nothing in it was synced."""
    import json
    from hashlib import sha256

    text = json.dumps({"boot": boot, "changes": [change.row() for change in changes]}).encode("ascii")
    return f"{_HEAD} {sha256(text).hexdigest()}\n".encode("ascii") + text


def parsed(content: bytes) -> list[Change] | None:
    """Return the changes of a journal, None where it is torn or was never synced and the machine went down."""
    import json
    from hashlib import sha256

    head, _, text = content.partition(b"\n")
    if head != f"{_HEAD} {sha256(text).hexdigest()}".encode("ascii"):
        return None
    try:
        found = json.loads(text)
        if found["boot"] not in ("", boot()):
            return None
        changes = [Change(*row) for row in found["changes"]]
        for change in changes:
            _heed(change)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecoveryError(errno.EINVAL, "the journal says what no group can have written", NAME) from error
    return changes


def _heed(change: Change) -> None:
    """Refuse what this program never writes: a journal must not lead out of its root."""
    os.fsencode(change.folder + change.name + change.staged)  # a lone surrogate is in no name
    parts = [change.name, *(change.folder.split("/") if change.folder else ()), *filter(None, [change.staged])]
    plain = all(part not in ("", ".", "..") and "/" not in part and "\0" not in part for part in parts)
    inside = STAGE_NAME.fullmatch(change.folder.partition("/")[0] or change.name)
    if not plain or inside or (change.staged and not change.staged.endswith(STAGED)):
        raise RecoveryError(errno.EINVAL, "the journal names what no group can have written", change.name)


def boot() -> str:
    """Return what is different after every start of the machine; empty where the system does not say."""
    return control.told("/proc/sys/kernel/random/boot_id").strip()


def measured(descriptor: int) -> tuple[int, str]:
    """Return the size and the SHA-256 of an open file."""
    from hashlib import sha256

    # A buffer of a megabyte for each small file costs more than all the rest: it is mapped, shrunk and given back.
    digest, size, most = sha256(), 0, min(os.fstat(descriptor).st_size + 1, _CHUNK)
    while True:
        chunk = os.pread(descriptor, most, size)
        digest.update(chunk)
        size += len(chunk)
        if len(chunk) < most:
            break
    return size, digest.hexdigest()


def read(name: str, place: int) -> int:
    """Open a regular file for reading, through no link."""
    return os.open(name, os.O_RDONLY | system.PROBE | system.NONBLOCK, dir_fd=place)
