"""A program is run once under strace; what it did to a directory is kept as steps."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from .calls import Call, parse
from .errors import RecordingError
from .image import Inode, inodes_of
from .interpret import interpret
from .kernel import Kernel
from .marks import PREFIX
from .strace import Traced, trace
from .tree import Node, Tree, read_node, scan

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from .operations import Step


@dataclass(frozen=True, slots=True)
class Before:
    """A directory as it was before the program ran."""

    root: Path
    node: Node
    tree: Tree
    directory: Path
    umask: int
    owner: tuple[int, int]

    @classmethod
    def of(cls, root: Path, directory: Path) -> Before:
        """Look at `root`; `directory` is where the program will start."""
        root = root.resolve()
        return cls(root, read_node(root), scan(root), directory.resolve(), _umask(), (os.geteuid(), os.getegid()))


@dataclass(frozen=True, slots=True)
class Recording:
    """What one section of a program did: the inodes before it, those it made, and its steps."""

    inodes: Mapping[int, Inode]
    steps: tuple[Step, ...]
    calls: tuple[str, ...]


def record(
    arguments: Sequence[str],
    roots: Mapping[str, Path],
    *,
    directory: Path | None = None,
    environment: Mapping[str, str] | None = None,
    options: Sequence[str] = (),
) -> dict[str, Recording]:
    """Run a program whose `section(key)` blocks change `roots[key]`; return a recording of each.

    Every recording is played back and compared with the directory the program left, so an effect that was
    misread raises `RecordingError` instead of giving states that cannot be.
    """
    start = directory or Path.cwd()
    before = {key: Before.of(root, start) for key, root in roots.items()}
    traced = trace(arguments, *options, directory=start, environment=environment)
    recordings = dict(read(traced.lines, before))
    if missing := roots.keys() - recordings.keys():
        raise RecordingError(f"no section {sorted(missing)} in the trace; exit {traced.code}: {_last(traced)}")
    return {key: recording for key, (recording, _) in _verified(recordings, before)}


def _verified(
    recordings: Mapping[str, tuple[Recording, Kernel]], before: Mapping[str, Before]
) -> Iterator[tuple[str, tuple[Recording, Kernel]]]:
    for key, (recording, kernel) in recordings.items():
        seen, expected = scan(before[key].root), kernel.image.tree()
        if seen != expected:
            names = sorted(name for name in {*seen, *expected} if seen.get(name) != expected.get(name))
            raise RecordingError(f"section {key!r}: the trace does not explain {names}")
        yield key, (recording, kernel)


def read(lines: Iterable[str], before: Mapping[str, Before]) -> Iterator[tuple[str, tuple[Recording, Kernel]]]:
    """Find the sections in a trace and interpret each."""
    calls = list(parse(lines))
    marks = {call.ended: name for call in calls if (name := _mark(call))}
    threads = _threads(calls)
    for position, call in enumerate(calls):
        kind, _, key = marks.get(call.ended, "").partition(":")
        if kind != "begin" or key not in before:
            continue
        kernel = _kernel(before[key], calls[:position], call.pid)
        kernel.threads |= threads.get(call.pid, set())
        inside = _until(f"end:{key}", calls[position + 1 :], marks)
        inodes = {number: inode.copy() for number, inode in kernel.image.inodes.items()}
        interpret(kernel, inside, marks)
        yield key, (Recording({**inodes, **kernel.born}, tuple(kernel.steps), tuple(kernel.calls)), kernel)


def _until(end: str, calls: Iterable[Call], marks: Mapping[int, str]) -> Iterator[Call]:
    return takewhile(lambda call: marks.get(call.ended) != end, calls)


def _kernel(before: Before, earlier: Sequence[Call], pid: int) -> Kernel:
    inodes = inodes_of(before.tree, before.node)
    kernel = Kernel(inodes, str(before.root), str(before.directory), before.umask, pid, before.owner)
    settings = [call for call in earlier if call.name in ("chdir", "fchdir", "umask") and call.pid == pid]
    interpret(kernel, settings, {})
    return kernel


def _mark(call: Call) -> str:
    if call.name not in ("readlink", "readlinkat"):
        return ""
    path = call.text(int(call.name == "readlinkat"))
    return path.removeprefix(PREFIX) if path.startswith(PREFIX) else ""


def _threads(calls: Iterable[Call]) -> dict[int, set[int]]:
    threads: dict[int, set[int]] = {}
    for call in calls:
        if call.name in ("clone", "clone3") and "CLONE_THREAD" in "".join(call.arguments):
            threads.setdefault(call.pid, set()).add(call.result)
    return threads


def _umask() -> int:
    # os.umask() can only be read by changing it, for every thread of this process.
    status = Path("/proc/self/status").read_text("ascii", "replace")
    return int(status.partition("Umask:")[2].split()[0], 8)


def _last(traced: Traced) -> str:
    return (traced.errors.strip() or traced.output.strip())[-400:]
