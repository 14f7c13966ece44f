"""One file in a worker, called in this process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from codemods import atomicize
from codemods.files import Target
from codemods.rewrite import Chooser, Result, Wish
from codemods.running import one
from codemods.running.one import Identity, Outcome, Work, read
from flake8_atomic.output.records import Region, Replacement
from flake8_atomic.settings import Settings
from flake8_atomic.settings.selection import Selection
from tests.codemods.conftest import FIXED, IMPORT, LEFT, SAFE, UNSAFE, foreseen

pytestmark = pytest.mark.usefixtures("project")
EVERY = f"{SAFE}\n{UNSAFE}\n{LEFT}\n"


def outcome(*, with_replacements: bool = False) -> Outcome:
    return Work(Wish(Settings()), Selection(), with_replacements)(Target("a.py", os.path.abspath("a.py")))


def test_bytes_are_handed_back_only_where_they_differ() -> None:
    Path("a.py").write_text(LEFT)
    assert outcome().file.before == outcome().file.after == b""
    Path("a.py").write_text(EVERY)
    told = outcome()
    assert told.file.before == EVERY.encode()
    assert told.file.after == f"{IMPORT}{FIXED}\n{UNSAFE}\n{LEFT}\n".encode()
    assert told.identity == Identity.of(os.stat("a.py"))
    assert [site.region for site in told.file.sites] == [Region(row, 1, row, 16) for row in (1, 2, 3)]
    assert [site.replacements for site in told.file.sites] == [(), (), ()]


def test_each_fix_is_told_as_if_it_were_alone() -> None:
    Path("a.py").write_text(EVERY)
    added = Replacement(Region(1, 1, 1, 1), IMPORT)
    safe, unsafe, left = (site.replacements for site in outcome(with_replacements=True).file.sites)
    assert safe == (Replacement(Region(1, 1, 1, 13), f"{IMPORT}save"),)
    assert unsafe == (added, Replacement(Region(2, 1, 2, 13), "save"))
    assert left == ()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\xff", "it cannot be decoded, invalid or missing encoding declaration"),
        (b"# RAISE", "atomicize failed on this file, RecursionError too deep; please report it with the file"),
    ],
)
def test_what_goes_wrong_is_the_problem_of_the_file(data: bytes, problem: str) -> None:
    Path("a.py").write_bytes(data)
    assert outcome().file.problem == problem


def test_a_refusal_of_the_rewrite_is_told_with_its_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(text: str, filename: str, wish: Wish, choose: Chooser) -> Result:
        return Result(text, text, foreseen(text, filename, wish, choose).sites, "a comment would be lost")

    monkeypatch.setattr(one, "rewrite", refused)
    Path("a.py").write_text(EVERY)
    told = outcome().file
    assert (told.problem, len(told.sites), told.changed) == ("a comment would be lost", 3, False)


def test_a_result_that_the_encoding_cannot_hold_is_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one, "rewrite", lambda text, *_: Result(text, "€"))
    Path("a.py").write_text("# coding: latin-1\n")
    assert outcome().file.problem.startswith("the result cannot be stored as iso-8859-1")


def test_a_file_that_is_gone_has_a_reason() -> None:
    assert outcome().file.problem == "No such file or directory"
    os.mkfifo("a.py")
    with pytest.raises(OSError, match="not a regular file"):
        read("a.py")


def test_without_the_extra_nothing_is_done(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(atomicize, "_NEEDED", ("sys", "no_such_module"))
    assert atomicize.main(["."]) == 2
    line = 'atomicize: no_such_module cannot be imported; pip install "flake8-atomic[codemod]"\n'
    assert capsys.readouterr().err == line
