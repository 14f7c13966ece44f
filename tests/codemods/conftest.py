"""A project to run the command in, and a rewrite that is easy to foresee."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from codemods.atomicize import main
from codemods.rewrite import Chooser, Result, Site, Wish
from codemods.running import one
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import detect

SAFE = "p.write_text(x)"
FIXED = "save(x)"
UNSAFE = "q.write_text(x)"
LEFT = "r.write_text(x)"
IMPORT = "from flake8_atomic.helpers import save\n"


def foreseen(text: str, filename: str, wish: Wish, choose: Chooser) -> Result:
    """Fix calls on `p`, on `q` only if unsafe fixes are wanted, and no others; words in the text make it fail."""
    _misbehave(text)
    sites, lines = [], text.splitlines(keepends=True)
    for found in choose(Source.parse(text), detect(text, wish.settings, filename)):
        line = lines[found.span.line - 1]
        receiver = line.lstrip()[0]
        level, told = {"p": ("safe", ""), "q": ("unsafe", "the mode changes")}.get(receiver, ("none", "say why"))
        fixed = level == "safe" or (level == "unsafe" and wish.unsafe)
        if fixed:
            lines[found.span.line - 1] = line.replace(f"{receiver}.write_text(x)", FIXED)
        sites.append(Site(found.code, found.message, found.span, level, told, fixed))
    changed = any(site.fixed for site in sites)
    return Result(text, IMPORT * changed + "".join(lines), tuple(sites))


def _misbehave(text: str) -> None:
    if "HANG" in text:
        time.sleep(600)
    if "DIE" in text:
        os.kill(os.getpid(), signal.SIGKILL)
    if "EXIT" in text:
        os._exit(7)
    if "RAISE" in text:
        raise RecursionError("too\ndeep")


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one, "rewrite", foreseen)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rewritten: None) -> Path:  # noqa: ARG001
    """An empty folder that is a project, with the working directory in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("ATOMIC_SYNC", "none")
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "requirements.txt").write_text("flake8-atomic>=0.1\n")
    monkeypatch.chdir(folder)
    return folder


@dataclass
class Ran:
    code: int
    out: str
    err: str


@pytest.fixture
def atomicize(capfd: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    def run(*argv: str) -> Ran:
        capfd.readouterr()
        code = main(list(argv))
        return Ran(code, *capfd.readouterr())

    return run
