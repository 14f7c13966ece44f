"""Databases on a real filesystem whose power is cut: what `full` keeps, and what `normal` and others lose."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.crash.databases import WAYS, insert, make
from tests.crash.power.cuts import BOX, in_child
from tests.crash.power.images import Base, cuts, spread
from tests.crash.power.mounts import FILESYSTEMS, Filesystem, mounted
from tests.crash.power.mounts import make as format_image
from tests.crash.power.recorder import recorder
from tests.crash.requirements import budget, need_mounts

pytestmark = pytest.mark.root
ROWS = 12
NAME = "app.db"


@pytest.fixture
def scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="crash-", dir="/dev/shm") as directory:
        yield Path(directory)


def prepared(filesystem: Filesystem, scratch: Path) -> Base:
    """A filesystem with an empty database on it."""
    image = scratch / "base.img"
    format_image(filesystem, image)
    with mounted(filesystem, image, scratch / "mnt") as root:
        (root / BOX).mkdir()
        make(root / BOX / NAME)
        os.sync()
    return Base(image)


def write(path: Path, how: str, marks: Path) -> None:
    mark = os.open(marks, os.O_WRONLY)
    with closing(WAYS[how](str(path))) as connection:
        for row in range(ROWS):
            insert(connection, row)
            os.write(mark, b"%d" % row)
            if row == ROWS // 2:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    os.sync()
    os.write(mark, b"after")


def left(path: Path) -> tuple[str, set[int]]:
    """What SQLite finds after the power cut; a database that it refuses is damaged."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            verdict = connection.execute("PRAGMA integrity_check").fetchall()[0][0]
            return str(verdict), {row for (row,) in connection.execute("SELECT row FROM kept")}
    except sqlite3.DatabaseError as error:
        return str(error), set()


def cut(filesystem: Filesystem, how: str, scratch: Path, images: int) -> Counter[str]:
    """How many images there were, how many were damaged, how many lacked a commit that had returned."""
    start, image = prepared(filesystem, scratch), scratch / "cut.img"
    start.write(image)
    with recorder(image, scratch / "fuse") as served, mounted(filesystem, served.disk, scratch / "mnt") as root:
        assert in_child(lambda: write(root / BOX / NAME, how, served.marks)) == 0
    log = served.log()
    log = log[: next(number for number, entry in enumerate(log) if entry.data == b"after")]
    counts: Counter[str] = Counter()
    for each in spread(cuts(log, subsets=12, seed=1), images):
        start.write(image, log, each.writes)
        with mounted(filesystem, image, scratch / "mnt") as root:
            verdict, rows = left(root / BOX / NAME)
        missing = {int(mark) for mark in each.marks} - rows
        counts.update(images=1, damaged=verdict != "ok", lacking=bool(missing), lost=len(missing))
    return counts


@pytest.mark.parametrize("filesystem", [FILESYSTEMS[0], FILESYSTEMS[2]], ids=lambda filesystem: filesystem.name)
def test_full_keeps_every_commit(filesystem: Filesystem, scratch: Path) -> None:
    need_mounts()
    counts = cut(filesystem, "durable", scratch, budget(120, 1000))
    print(f"sqlite: power cut on {filesystem.name}, synchronous=FULL: {dict(counts)}")
    assert counts["images"] >= 100
    assert (counts["damaged"], counts["lost"]) == (0, 0)


@pytest.mark.parametrize("how", ["normal", "off", "unjournaled"])
def test_what_the_others_lose(how: str, scratch: Path) -> None:
    """The same images, and the oracle knows what must not be there."""
    need_mounts()
    counts = cut(FILESYSTEMS[0], how, scratch, budget(120, 1000))
    print(f"sqlite: power cut on {FILESYSTEMS[0].name}, {how}: {dict(counts)}")
    assert counts["lost"] > 0
    assert (counts["damaged"] > 0) == (how != "normal")
