"""Every kind of target, written by the builtin and by the helper in twin directories, ends the same way."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from tests.helpers.acts import OPTIONS
from tests.helpers.targets import GROUP, KINDS, ROOT_KINDS, USER
from tests.helpers.twins import differences, matrix

if TYPE_CHECKING:
    from pathlib import Path


pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the matrix is of Linux file kinds")


def report(capsys: pytest.CaptureFixture[str], what: str, count: int, found: list[str]) -> None:
    with capsys.disabled():
        print(f"\n[differential] {what}: {count} cases, {len(found)} differences", end=" ")
    assert not found, "\n".join(line[:700] for line in found[:12])


def test_same_as_the_builtin(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count, found = differences(memory, matrix(KINDS), drop=False)
    report(capsys, "targets x functions x umasks", count, found)


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_same_as_the_builtin_without_privileges(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.chown(memory, USER, GROUP)
    count, found = differences(memory, matrix(KINDS), drop=True)
    report(capsys, "the same as uid 1000", count, found)


@pytest.mark.root
@pytest.mark.usefixtures("as_root")
def test_same_as_the_builtin_for_what_root_meets(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    count, found = differences(memory, matrix(ROOT_KINDS), drop=False)
    report(capsys, "owners and devices as root", count, found)


def test_same_bytes_for_every_option(memory: Path, capsys: pytest.CaptureFixture[str]) -> None:
    total = 0
    found: list[str] = []
    acts = list(OPTIONS.items())
    for kind in ("absent", "mode 640"):
        place = memory / kind.replace(" ", "-")
        place.mkdir()
        cells = ((f"{kind} / {name}", KINDS[kind], act, 0o022) for name, act in acts)
        count, more = differences(place, cells, drop=False)
        total, found = total + count, found + more
    report(capsys, "options", total, found)
