"""A copy of the helpers in somebody's package: how it is told from other folders, and whether it was edited."""

from __future__ import annotations

import hashlib
import os

from flake8_atomic import __version__

STAMP = "VENDORED"
FIRST_WORDS = "flake8-atomic "
_HINT = "A copy of its helpers. Do not edit it: `atomicize --vendor` updates it, with --check it compares."


def is_vendored(folder: str) -> bool:
    """Is this folder a copy of the helpers, which nobody edits?"""
    try:
        with open(os.path.join(folder, STAMP), encoding="utf-8", errors="replace") as file:
            return file.read(len(FIRST_WORDS)) == FIRST_WORDS
    except OSError:
        return False


def names_in(folder: str) -> list[str]:
    """The files of a copy, as paths with slashes."""
    found = []
    for here, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found += [os.path.relpath(os.path.join(here, name), folder) for name in names if not name.endswith(".pyc")]
    return sorted(name.replace(os.sep, "/") for name in found)


def content(folder: str, name: str) -> bytes:
    """The bytes of one of these files."""
    with open(os.path.join(folder, name), "rb") as file:
        return file.read()


def checksum(data: bytes) -> str:
    """By what an edit is told."""
    # git may have given the copy the line ends of Windows; that is no edit.
    return hashlib.sha256(data.replace(b"\r\n", b"\n")).hexdigest()


def stamp_of(files: dict[str, bytes]) -> str:
    """The text that a copy carries: its version, and the checksum of each file."""
    sums = "".join(f"{checksum(data)}  {name}\n" for name, data in files.items())
    return f"{FIRST_WORDS}{__version__}\n{_HINT}\n\n{sums}"


def version_of(stamp: str) -> str:
    """The line that names the version."""
    return stamp.partition("\n")[0]
