"""Traces as text, so that what the explorer understands can be tested without strace."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from flake8_atomic.crash import Node, Recording, Tree
from flake8_atomic.crash.image import Image
from flake8_atomic.crash.recording import Before, read

if TYPE_CHECKING:
    from collections.abc import Iterable

    from flake8_atomic.crash.kernel import Kernel

ROOT = Path("/box")
MARK = "readlink('/.crash-mark/{}', 0x1, 4096) = -1 ENOENT (No such file or directory)"


def file(data: bytes, mode: int = 0o640, inode: int = 1) -> Node:
    return Node("file", mode, 5, 6, data, (), inode)


def folder(inode: int, mode: int = 0o755, gid: int = 6) -> Node:
    return Node("dir", mode, 5, gid, b"", (), inode)


def link(target: str, inode: int) -> Node:
    return Node("link", 0o777, 5, 6, target.encode(), (), inode)


def hexed(line: str) -> str:
    """Spell what stands in quotes or after a descriptor as strace does."""

    def spell(text: str) -> str:
        return "".join(f"\\x{byte:02x}" for byte in text.encode("utf-8", "surrogateescape"))

    line = re.sub(r"'([^']*)'", lambda found: f'"{spell(found[1])}"', line)
    return re.sub(r"<(/[^>]*)>", lambda found: f"<{spell(found[1])}>", line)


def lines(*calls: str, pid: int = 7) -> list[str]:
    """Return the calls as a section of a trace."""
    inside = [MARK.format("begin:s"), *calls, MARK.format("end:s")]
    return [hexed(call if call[:1].isdigit() else f"{pid}  {call}") for call in inside]


def played(before: Tree, *calls: str, outside: Iterable[str] = ()) -> tuple[Recording, Kernel]:
    """Interpret the calls in a directory /box that holds `before`."""
    start = Before(ROOT, Node("dir", 0o755, 5, 6), before, Path("/home"), 0o022, (5, 6))
    text = [*(hexed(f"7  {line}") for line in outside), *lines(*calls)]
    return dict(read(text, {"s": start}))["s"]


def after(before: Tree, *calls: str, outside: Iterable[str] = ()) -> dict[str, Node]:
    """Return the tree that the calls lead to."""
    recording, kernel = played(before, *calls, outside=outside)
    # The steps alone must lead to the tree that the traced program saw.
    image = Image(dict(recording.inodes))
    for step in recording.steps:
        if not hasattr(step.what, "began") and type(step.what).__name__ != "Mark":
            image.apply(step.what)  # type: ignore[arg-type]
    assert image.tree() == kernel.image.tree()
    return image.tree()
