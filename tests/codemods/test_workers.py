"""Workers that hang, die, or outlive their parent."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from codemods.running import worker, workers
from codemods.running.worker import Lost, Worker, serve
from codemods.running.workers import answers
from tests.fixtures import ROOT


def behave(item: object) -> object:
    if item == "hang":
        time.sleep(600)
    if item == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "leave":
        os._exit(7)
    return item, os.getpid()


def test_every_item_is_answered_and_the_same_processes_are_used() -> None:
    found = dict(answers(behave, range(20), 2))
    assert sorted(found) == list(range(20))
    assert len({answer[1] for answer in found.values() if isinstance(answer, tuple)}) <= 2
    assert multiprocessing.active_children() == []


def test_where_nothing_forks_a_process_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "FORKS", False)
    assert dict(answers(str.upper, ["a", "b", "c"], 2)) == {0: "A", 1: "B", 2: "C"}
    assert multiprocessing.active_children() == []


def test_one_that_hangs_or_dies_costs_its_item_only() -> None:
    started = time.monotonic()
    found = dict(answers(behave, ["hang", "a", "die", "b", "leave", "c"], 2, limit=0.5))
    assert time.monotonic() - started < 60
    assert [found[number] for number in (0, 2, 4)] == [
        "it took longer than 0.5 s",
        "its worker process died (SIGKILL)",
        "its worker process died (exit code 7)",
    ]
    assert all(isinstance(found[number], tuple) for number in (1, 3, 5))
    assert multiprocessing.active_children() == []


def test_nobody_is_left_when_the_caller_stops_early() -> None:
    going = answers(behave, ["a", "hang", "b"], 3)
    assert not isinstance(next(going)[1], Lost)
    going.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_a_worker_that_dies_while_it_is_idle_costs_the_next_item() -> None:
    going = answers(behave, ["a", "b"], 1)
    _, first = next(going)
    os.kill(first[1], signal.SIGKILL)  # type: ignore[index]
    time.sleep(0.2)
    assert next(going)[1] == "its worker process died (SIGKILL)"


HELD: list[object] = []


def hoard(item: object) -> tuple[object, bool, int]:
    HELD.append([[] for _ in range(3000)])
    return item, gc.isenabled(), os.getpid()


def test_a_process_that_holds_much_is_replaced_by_one_that_finds_all_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    for many, processes in ((1 << 30, 1), (2000, 3)):
        prepared: list[str] = []
        monkeypatch.setattr(worker, "_MANY", many)
        found = dict(answers(hoard, ["a", "b", "c"], 1, prepare=prepared.extend))
        told = [answer for answer in found.values() if not isinstance(answer, Lost)]
        assert [answer[:2] for answer in told] == [("a", False), ("b", False), ("c", False)]
        assert len({answer[2] for answer in told}) == processes
        assert prepared == (["a", "b", "c"] if processes > 1 else [])


def test_items_go_out_together_and_one_that_dies_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_TURNS", 1)
    sent: list[int] = []
    give = Worker.give

    def noted(self: Worker[object, object], numbers: range, *rest: object) -> None:
        sent.append(len(numbers))
        give(self, numbers, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Worker, "give", noted)
    found = dict(answers(behave, ["a", "die", *"bcdefghijklmnopqr"], 1))
    assert [number for number, answer in found.items() if isinstance(answer, Lost)] == [1]
    assert sorted(found) == list(range(19))
    assert sent == [16, *[1] * 16, 3]


def test_nothing_to_do_is_done_at_once() -> None:
    assert list(answers(behave, [], 0)) == []


def test_a_worker_ends_when_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    ignored: list[object] = []
    monkeypatch.setattr(gc, "disable", int)
    monkeypatch.setattr(signal, "signal", lambda *given: ignored.append(given))
    near, far = multiprocessing.Pipe()
    inherited, _ = multiprocessing.Pipe()
    done: list[object] = []

    def work(item: object) -> None:
        done.append(item)
        if item == 3:
            near.close()

    for item in (1, 2, 3):
        near.send([item])
    serve(far, work, [inherited])
    assert done == [1, 2, 3]
    assert inherited.closed
    assert ignored == [(signal.SIGINT, signal.SIG_IGN)]


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    program = f"""
import os, sys, time
from codemods.running import workers
from codemods.running.workers import answers
def work(item):
    open(os.path.join({str(tmp_path)!r}, str(os.getpid())), "x").close()
    time.sleep(0.3)
for _ in answers(work, range(500), 3):
    pass
"""
    parent = subprocess.Popen([sys.executable, "-c", program], cwd=ROOT)
    while len(list(tmp_path.iterdir())) < 3:
        time.sleep(0.05)
    parent.kill()
    parent.wait()
    deadline = time.monotonic() + 20
    while any(Path("/proc", each.name).exists() for each in tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not [each.name for each in tmp_path.iterdir() if Path("/proc", each.name).exists()]
