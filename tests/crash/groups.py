"""Groups under test: four files in two folders, of which a crash and a recovery leave all old or all new."""

from __future__ import annotations

import errno
import os
import re
import tempfile
from collections.abc import Callable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from flake8_atomic.crash import build, scan
from flake8_atomic.helpers import (
    atomic_group,
    atomic_write_bytes,
    recover,
    root,
    stage,
    syncing,
    system,
)
from tests.crash.patches import close_new, descriptors, patched, plainly
from tests.crash.scenarios import OLD, OLD_MODE, PAGE, Scenario, new_data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flake8_atomic.crash import Tree

NAMES = ("a", "sub/b", "c", "sub/d")
GONE = "gone"
MEMORY = "/dev/shm"
IN_THE_MAKING = re.compile(r"\.txn-|\.atomic-tmp$")
Contents = dict[str, bytes]


@dataclass(frozen=True, slots=True)
class GroupScenario(Scenario):
    """One group; with target "mixed" it replaces two files, makes two and removes one, a "pair" is two of the four."""

    @property
    def old(self) -> Contents:
        names = {"mixed": (*NAMES[:2], GONE), "pair": NAMES[:2]}
        return dict.fromkeys(names.get(self.target, NAMES), OLD)

    @property
    def new(self) -> Contents:
        names = NAMES[:2] if self.target == "pair" else NAMES
        return {name: new_data(self.size + place) for place, name in enumerate(names)}

    @property
    def outcomes(self) -> list[Contents]:
        """Return what may be found, in the order in which it came about."""
        if self.writer.endswith(":save_aborted"):
            return [self.new, self.old]
        newer = [{**self.new, NAMES[0]: OLD * 2}] if self.writer.endswith(":save_then_write") else []
        return [self.old, self.new, *newer]

    def prepare(self, root: Path) -> None:
        for name, data in self.old.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            path.chmod(OLD_MODE)

    def write(self, root: Path) -> None:
        self.load()(root, self.new, GONE if self.target == "mixed" else "", **self._arguments())

    def _arguments(self) -> dict[str, str]:
        return {"sync": self.sync, **dict(self.options)}

    def fault(self, tree: Tree, *, returned: bool, power: bool = True) -> str | None:
        """Recover from what was found, and say what is wrong with what that leads to."""
        try:
            after = recovered(tree)
        except OSError as error:
            return type(error).__name__
        if returned and self.writer.endswith("_recover"):
            # What was dropped may come back, and is dropped again; no file may change any more.
            return self.judged(after, [found for found in self.outcomes if found == contents(tree)])
        if returned and contents(tree) != self.outcomes[-1]:
            return "NOT-DURABLE" if power else "OLD"
        return self.judged(after, self.outcomes[-1:] if returned else self.outcomes)

    def judged(self, tree: Tree, outcomes: list[Contents]) -> str | None:
        """Say what is wrong with a tree after recovery."""
        found = contents(tree)
        if self.leftovers(tree):
            return "TEMP-LEFT"
        if found not in outcomes:
            whole = all(found.get(name) in (self.old.get(name), self.new.get(name)) for name in {*found, *self.old})
            return "MIXED" if whole else "TORN"
        modes = {tree[name].mode for name in found if name in self.old}
        return None if modes <= {OLD_MODE} else "WRONG-MODE"

    def leftovers(self, tree: Tree) -> set[str]:
        # The single write after a group leaves its temp where it is killed, as every single write.
        return {name for name in {*tree} - {*self.old, *self.new, "sub"} if not name.endswith(".atomic-tmp")}

    def is_new(self, tree: Tree) -> bool:
        return contents(tree) == self.new

    def is_stricter(self, tree: Tree) -> bool:
        return self.is_new(tree) and not self.leftovers(tree)


def recovered(tree: Tree) -> Tree:
    """Make a tree on disk, recover there, and return what that leads to."""
    with tempfile.TemporaryDirectory(prefix="crash-", dir=MEMORY) as scratch:
        build(tree, Path(scratch))
        recover(scratch)
        return scan(Path(scratch))


def contents(tree: Tree) -> Contents:
    """Return the files of a tree, those in the making left out."""
    return {name: node.data for name, node in tree.items() if node.kind == "file" and not IN_THE_MAKING.search(name)}


def save(folder: Path, new: Contents, gone: str, sync: str = "full", threads: str = "", omit: str = "") -> None:
    """Write a group, with a pool of threads or with none, and with one step left out."""
    with syncing_at(0.0 if threads else 1e9), omitted(omit, folder), atomic_group(folder, sync=sync) as group:
        for name, data in new.items():
            group.write_bytes(folder / name, data)
        if gone:
            group.unlink(folder / gone)


def save_opened(folder: Path, new: Contents, gone: str, sync: str = "full") -> None:
    """Write a group through open files."""
    with syncing_at(1e9), atomic_group(folder, sync=sync) as group:
        for name, data in new.items():
            with group.open(folder / name, "wb", 4096) as handle:
                handle.write(data)
        if gone:
            group.unlink(folder / gone)


def save_by_rename(folder: Path, new: Contents, gone: str, sync: str = "full") -> None:
    """Write a group where no hard links can be made."""
    with omitted("links", folder):
        save(folder, new, gone, sync)


def save_then_write(folder: Path, new: Contents, gone: str, sync: str = "full", omit: str = "") -> None:
    """Write a group, then one of its files alone: the group's journal must not come back."""
    save(folder, new, gone, sync, omit=omit)
    atomic_write_bytes(folder / NAMES[0], OLD * 2, sync="full")


def save_aborted(folder: Path, new: Contents, gone: str, sync: str = "full", omit: str = "") -> None:
    """Fail a group when its journal is durable already: what was staged must not go before the journal has gone."""
    kept = stage.Stage._write_journal

    def failing(self: stage.Stage, place: int, content: bytes) -> None:
        kept(self, place, content)
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    stage.Stage._write_journal = failing  # type: ignore[method-assign]
    try:
        with suppress(OSError):
            save(folder, new, gone, sync, omit=omit)
    finally:
        stage.Stage._write_journal = kept  # type: ignore[method-assign]


def save_killed_then_recover(
    folder: Path, new: Contents, gone: str, sync: str = "full", at: str = "1", omit: str = ""
) -> None:
    """Stop a group dead at one call, as a kill would, and recover in the same page cache."""
    before = descriptors()

    class Killed(BaseException):
        pass

    def dead(name: str, number: int, real: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        if number >= int(at):
            raise Killed
        return plainly(name, number, real, args, kwargs)

    with patched(dead), suppress(Killed):
        save(folder, new, gone, sync)
    root._holders.clear()
    close_new(before)
    with omitted(omit, folder):
        recover(folder)


@contextmanager
def syncing_at(slow: float) -> Iterator[None]:
    """Say from how many seconds on a sync is slow: whether there are threads must not depend on the machine."""
    kept, syncing.SLOW = syncing.SLOW, slow
    syncing._typical.clear()
    try:
        yield
    finally:
        syncing.SLOW = kept


OWN = re.compile(r"\.txn-[0-9a-f]{16}")
STEPS: dict[str, Callable[[str, int], bool]] = {
    "stage sync": lambda path, _: path.endswith(".staged"),
    "folder sync before the journal": lambda path, count: bool(OWN.fullmatch(path)) and count == 1,
    "journal sync": lambda path, _: path.endswith("/journal"),
    "commit sync": lambda path, count: bool(OWN.fullmatch(path)) and count == 2,
    "root sync": lambda path, count: path == "" and count == 1,
    "target sync": lambda path, count: path == "sub" or (path == "" and count == 2),
    "final sync": lambda path, count: bool(OWN.fullmatch(path)) and count == 3,
    "syncs before a recovery": lambda path, _: not path.endswith("sub"),
}
"""Which syncs a mutant leaves out, by what is synced and how often it has been."""


@contextmanager
def omitted(step: str, folder: Path) -> Iterator[None]:
    """Leave one step of the protocol out."""
    if not step:
        yield
        return
    kept = os.fsync, system.sync_file, stage.Stage._write_journal, os.link
    counts: dict[str, int] = {}

    def sync(descriptor: Any) -> None:
        path = os.readlink(f"/proc/self/fd/{descriptor}").removeprefix(str(folder)).lstrip("/")
        counts[path] = counts.get(path, 0) + 1
        if not STEPS[step](path, counts[path]):
            kept[0](descriptor)

    def unlinked(*_: object, **__: object) -> None:
        raise PermissionError(1, "no hard links")

    if step in STEPS:
        os.fsync = system.sync_file = cast("Any", sync)
    elif step == "journal":
        stage.Stage._write_journal = lambda *_: None  # type: ignore[method-assign]
    else:
        os.link = unlinked
    try:
        yield
    finally:
        os.fsync, system.sync_file, stage.Stage._write_journal, os.link = kept  # type: ignore[method-assign]


def groups(*writers: str, **fields: Any) -> list[GroupScenario]:
    """Return a scenario for each writer of this module."""
    return [GroupScenario(f"tests.crash.groups:{writer}", **{"size": PAGE + 1, **fields}) for writer in writers]
