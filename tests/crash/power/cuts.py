"""Cuts the power of a mounted filesystem during a write, mounts what is left and judges it."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from flake8_atomic.crash import Tree, scan
from tests.crash.patches import patched
from tests.crash.power.images import Base, cuts, spread
from tests.crash.power.mounts import Filesystem, make, mounted
from tests.crash.power.recorder import recorder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.crash.scenarios import Scenario

BOX = "box"
DIED, RAISED = 9, 10


class Found(NamedTuple):
    """What was on disk after one power cut."""

    filesystem: str
    how: str
    returned: bool
    tree: Tree
    fault: str | None


def base(filesystem: Filesystem, scenario: Scenario, scratch: Path) -> Base:
    """Make a filesystem that holds the scenario's directory, and unmount it."""
    image = scratch / "base.img"
    make(filesystem, image)
    with mounted(filesystem, image, scratch / "mnt") as root:
        scenario.prepare(root / BOX)
        (root / "unrelated").write_bytes(b"")
    return Base(image)


def look(filesystem: Filesystem, scenario: Scenario, image: Path, scratch: Path, how: str, *, returned: bool) -> Found:
    """Mount an image and judge the scenario's directory."""
    with mounted(filesystem, image, scratch / "mnt") as root:
        tree = scan(root / BOX)
    return Found(filesystem.name, how, returned, tree, scenario.fault(tree, returned=returned))


def in_child(work: Callable[[], None]) -> int:
    pid = os.fork()
    if not pid:  # pragma: no cover - the child dies inside the write
        code = RAISED
        with suppress(OSError):
            work()
            code = 0
        os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def block_log(
    filesystem: Filesystem, scenario: Scenario, scratch: Path, *, budget: int, adversary: bool, seed: int = 0
) -> Iterator[Found]:
    """Record a write's block requests, then mount images of what a power cut could have left of them."""
    start, image = base(filesystem, scenario, scratch), scratch / "cut.img"
    start.write(image)
    with (
        recorder(image, scratch / "fuse") as served,
        mounted(filesystem, served.disk, scratch / "mnt") as root,
    ):
        code = in_child(lambda: _write_with_marks(scenario, root, served.marks, adversary=adversary))
        if code:
            raise AssertionError(f"{scenario.key} failed while it was recorded: {code}")
    log = served.log()
    ends = [number for number, entry in enumerate(log) if entry == ("mark", 0, b"after")]
    log = log[: ends[0]]
    how = f"block log, {'adversary' if adversary else 'alone'}"
    for cut in spread(cuts(log, subsets=12, seed=seed), budget):
        start.write(image, log, cut.writes)
        yield look(filesystem, scenario, image, scratch, how, returned=b"returned" in cut.marks)


def _write_with_marks(scenario: Scenario, root: Path, marks: Path, *, adversary: bool) -> None:
    mark, unrelated = os.open(marks, os.O_WRONLY), os.open(root / "unrelated", os.O_WRONLY)
    real_write, real_sync = os.write, os.fsync

    def at(_: str, __: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        try:
            return real(*args, **kwargs)
        finally:
            if adversary:
                # Another program's sync commits the journal between any two steps of this one.
                real_write(unrelated, b"x")
                real_sync(unrelated)

    with patched(at):
        scenario.write(root / BOX)
    real_write(mark, b"returned")
    os.sync()
    real_write(mark, b"after")


def write_error(filesystem: Filesystem, scenario: Scenario, scratch: Path, bad: bytes) -> tuple[int, Found]:
    """Let every block that holds `bad` fail to be written; return how the write ended, and what is left."""
    start, image = base(filesystem, scenario, scratch), scratch / "cut.img"
    start.write(image)
    with recorder(image, scratch / "fuse") as served:
        with mounted(filesystem, served.disk, scratch / "mnt") as root:
            served.marks.write_bytes(b"bad:" + bad)
            code = in_child(lambda: scenario.write(root / BOX))
            served.marks.write_bytes(b"bad:")
        found = look(filesystem, scenario, image, scratch, "write error", returned=False)
    return code, found
