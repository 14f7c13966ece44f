"""A tier that could run and did not is red; one that cannot run is skipped with its reason."""

from __future__ import annotations

import os

import pytest

from tests.crash.requirements import BUDGET, STRICT, budget, need_mounts, need_strace


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda _: None)
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("need", [need_strace, need_mounts])
def test_a_missing_package(need: object, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(need)
    monkeypatch.delenv(STRICT, raising=False)
    with pytest.raises(pytest.skip.Exception, match="not installed"):
        need()
    monkeypatch.setenv(STRICT, "1")
    with pytest.raises(pytest.fail.Exception, match="can run here did not"):
        need()


def test_a_user_who_cannot_mount(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STRICT, "1")
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(pytest.skip.Exception, match="only root"):
        need_mounts()


def test_a_long_run_does_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BUDGET, raising=False)
    assert budget(1, 2) == 1
    monkeypatch.setenv(BUDGET, "long")
    assert budget(1, 2) == 2
