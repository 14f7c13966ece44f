"""Every test gets a directory in memory where there is one: thousands of syncs would crawl on a disk."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import syncing

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY = "/dev/shm"
NEEDS_ROOT = "needs root"


@pytest.fixture
def memory() -> Iterator[Path]:
    """A directory that every user may search, in memory if possible."""
    place = tempfile.mkdtemp(prefix="atomic-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
    os.chmod(place, 0o755)
    yield Path(place)
    for folder, folders, _ in os.walk(place):
        for name in folders:
            if not os.path.islink(os.path.join(folder, name)):
                os.chmod(os.path.join(folder, name), 0o700)
    shutil.rmtree(place)


@pytest.fixture
def root(memory: Path) -> Path:
    """The folder of a group, with the files `groups.OLD`."""
    (memory / "sub").mkdir()
    for name in ("a", "b", "sub/c"):
        (memory / name).write_text("old")
    return memory


@pytest.fixture
def target(memory: Path) -> Path:
    """A file with old content, alone in its folder."""
    path = memory / "target"
    path.write_bytes(b"old")
    return path


def alone(target: Path) -> bool:
    """Is there no other file beside it?"""
    return os.listdir(target.parent) == [target.name]


@pytest.fixture(autouse=True)
def _nothing_is_known_of_the_device() -> Iterator[None]:
    # With the test's own monkeypatch, what the test patches would still be patched while `memory` is removed.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(syncing, "_typical", {})
        yield


@pytest.fixture(autouse=True)
def _no_descriptor_is_leaked() -> Iterator[None]:
    before = open_descriptors()
    yield
    assert open_descriptors() == before


def open_descriptors() -> dict[str, str]:
    """What this process has open, pipes and devices aside."""
    found = {}
    for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            found[number] = os.readlink(f"/proc/self/fd/{number}")
        except FileNotFoundError:
            continue
    return {number: name for number, name in found.items() if name.startswith(("/dev/shm", "/tmp"))}


@pytest.fixture
def as_root() -> None:
    """Skip, and say so, where the test cannot have root."""
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip(NEEDS_ROOT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Count what was not proven: a skip in a row of dots is easily taken for a pass."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NEEDS_ROOT in str(report.longrepr)]
    if skipped:
        terminalreporter.section(f"NOT RUN: {len(skipped)} tests of the helpers need root", yellow=True)
