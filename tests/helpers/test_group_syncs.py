"""What a group syncs, in how many threads, and what it learns from that."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import (
    atomic_group,
    stage,
    sync_policy,
    syncing,
    system,
)
from tests.helpers.groups import OLD, contents, failing, save

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.parametrize("slow", [0.0, 1e9])
@pytest.mark.parametrize("count", [1, 2, 100])
def test_many_files_with_and_without_threads(
    root: Path, monkeypatch: pytest.MonkeyPatch, slow: float, count: int
) -> None:
    monkeypatch.setattr(syncing, "SLOW", slow)
    with atomic_group(root) as group:
        for number in range(count):
            group.write_text(root / f"n{number}", f"{number}")
    found = contents(root)
    assert {f"n{number}": f"{number}" for number in range(count)} | OLD == found


def test_descriptors_are_not_hoarded(root: Path) -> None:
    before = len(os.listdir("/dev/fd"))
    with atomic_group(root) as group:
        for number in range(3 * stage._HELD):
            group.write_text(root / f"n{number}", "new")
            assert len(os.listdir("/dev/fd")) < before + stage._HELD + 5


def test_the_levels_sync_what_they_say(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[str] = []

    def note(descriptor: int) -> None:
        synced.append(os.path.basename(os.readlink(f"/proc/self/fd/{descriptor}")).partition("-")[0])

    monkeypatch.setattr(os, "fsync", note)
    monkeypatch.setattr(system, "sync_file", note)
    monkeypatch.setattr(syncing, "SLOW", 1e9)

    def save(sync: str) -> list[str]:
        synced.clear()
        with atomic_group(root, sync=sync) as group:
            group.write_text(root / "a", "new")
            group.write_text(root / "sub/c", "new")
        return synced

    here = root.name.partition("-")[0]
    full = save("full")
    assert full[:6] == ["0.staged", "1.staged", ".txn", "journal", ".txn", here]
    assert sorted(full[6:8]) == sorted(["sub", here])
    assert full[8:] == [".txn"]
    assert save("file") == ["0.staged", "1.staged"]
    assert save("none") == []
    with sync_policy("file"):
        assert save("full") == ["0.staged", "1.staged"]


def test_no_thread_to_be_had(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 0.0)
    failing(monkeypatch, "start", 1, RuntimeError("can't start new thread"), threading.Thread)
    save(root)
    assert contents(root) == {**OLD, "a": "new", "sub/c": "new"}


def test_what_is_known_of_a_device_is_learnt_from_its_syncs(monkeypatch: pytest.MonkeyPatch) -> None:
    def timed(call: Callable[[], None]) -> float:
        call()
        return took

    done: list[int] = []
    monkeypatch.setattr(syncing, "_timed", timed)
    calls = [lambda: done.append(1)] * 9
    syncing._typical[7] = 1.0
    took = syncing.SLOW / 10
    for _ in range(8):
        syncing.all_at_once(calls, 7)
    assert len(done) == 72
    assert syncing._typical[7] < syncing.SLOW / 9
    took = syncing.SLOW * 4
    syncing.all_at_once(calls[:1], 7)
    assert syncing._typical[7] < syncing.SLOW, "one that was held up"
    syncing.all_at_once(calls, 7, syncs=False)
    assert syncing._typical[7] < syncing.SLOW, "no syncs"
    syncing.all_at_once(calls, 7)
    assert syncing._typical[7] > syncing.SLOW
    before = syncing._typical[7]
    syncing.all_at_once(calls, 7, syncs=False)
    assert syncing._typical[7] == before


def test_an_interrupt_waits_for_the_threads(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syncing, "SLOW", 0.0)
    main, real = threading.get_ident(), system.sync_file

    def sync(descriptor: int) -> None:
        if threading.get_ident() == main and len(seen) > 3:
            raise KeyboardInterrupt
        seen.append(descriptor)
        time.sleep(0.002)
        real(descriptor)

    seen: list[int] = []
    monkeypatch.setattr(system, "sync_file", sync)
    with pytest.raises(KeyboardInterrupt), atomic_group(root) as group:
        for number in range(30):
            group.write_text(root / f"n{number}", "new")
    assert contents(root) == OLD
    assert threading.active_count() == 1
