"""How far a write is synced: what the call asks, capped by every policy in force and by ATOMIC_SYNC."""

from __future__ import annotations

import os
import threading
from typing import TYPE_CHECKING

import pytest

from flake8_atomic.helpers import atomic_open, atomic_write_bytes, atomic_write_text, sync_policy, system
from flake8_atomic.helpers.policy import FILE, FULL, NONE, sync_level

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ATOMIC_SYNC", raising=False)


@pytest.mark.parametrize(("asked", "level"), [("none", NONE), ("file", FILE), ("full", FULL)])
def test_a_call_gets_what_it_asks_for(asked: str, level: int) -> None:
    assert sync_level(asked) == level


@pytest.mark.parametrize("ceiling", ["none", "file", "full"])
@pytest.mark.parametrize("asked", ["none", "file", "full"])
def test_the_weaker_wins(asked: str, ceiling: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = min(sync_level(asked), sync_level(ceiling))
    with sync_policy(ceiling):
        assert sync_level(asked) == expected
    monkeypatch.setenv("ATOMIC_SYNC", ceiling)
    assert sync_level(asked) == expected
    with sync_policy("full"):
        assert sync_level(asked) == expected


def test_policies_nest_and_end(monkeypatch: pytest.MonkeyPatch) -> None:
    with sync_policy("file"):
        with sync_policy("none"):
            assert sync_level("full") == NONE
        assert sync_level("full") == FILE
        monkeypatch.setenv("ATOMIC_SYNC", "")
        assert sync_level("full") == FILE
    assert sync_level("full") == FULL


def test_policy_is_for_the_whole_process() -> None:
    seen = []
    with sync_policy("none"):
        thread = threading.Thread(target=lambda: seen.append(sync_level("full")))
        thread.start()
        thread.join()
    assert seen == [NONE]


def test_overlapping_policies_end_in_any_order() -> None:
    first, second = sync_policy("none"), sync_policy("file")
    first.__enter__()
    second.__enter__()
    first.__exit__()
    assert sync_level("full") == FILE
    second.__exit__()
    assert sync_level("full") == FULL


def test_unknown_levels_are_errors_at_the_first_write(memory: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = memory / "target"
    with pytest.raises(ValueError, match="sync must be 'full'"):
        atomic_write_text(target, "new", sync="fast")
    with sync_policy("fast"), pytest.raises(ValueError, match="sync_policy must be"):
        atomic_write_bytes(target, b"new")
    monkeypatch.setenv("ATOMIC_SYNC", "fast")
    with pytest.raises(ValueError, match="ATOMIC_SYNC must be"):
        atomic_open(target)
    assert os.listdir(memory) == []


@pytest.mark.parametrize(
    ("asked", "file_syncs", "directory_syncs"), [("none", 0, 0), ("file", 1, 0), ("full", 1, 1)]
)
def test_each_level_syncs_what_it_says(
    memory: Path, monkeypatch: pytest.MonkeyPatch, asked: str, file_syncs: int, directory_syncs: int
) -> None:
    calls: list[str] = []
    monkeypatch.setattr(system, "sync_file", lambda _: calls.append("file"))
    monkeypatch.setattr(system, "sync_directory", lambda *_, **__: calls.append("directory"))
    atomic_write_text(memory / "target", "new", sync=asked)
    with atomic_open(memory / "target", sync=asked) as file:
        file.write("new")
    assert calls.count("file") == 2 * file_syncs
    assert calls.count("directory") == 2 * directory_syncs
