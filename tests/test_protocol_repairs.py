"""The whole shapes that are flawed, repaired: they run, leave the same files and modes, and are found clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from codemods.rewrite import Result, Wish, rewritten
from flake8_atomic.detect import detect
from flake8_atomic.settings import Settings
from tests.fixtures import load, runs
from tests.test_protocol_shapes import FLAWED, SHAPES, declared, left_in

WISH = Wish(Settings(), unsafe=True)
_EXPECTED = re.compile(r"  # ATM\d{3}: \d+")
# Only a person can repair these, and this is what the tool says to them.
LEFT = {
    "callback_writes_to_one_name": "what writes the temporary file is not seen here",
    "close_that_is_told_and_does_not_listen": "rename it only where the block has not failed",
    "exit_that_ignores_the_exception": "an attribute keeps the temporary name",
    "exit_that_never_syncs": "an attribute keeps the temporary name",
    "generator_that_publishes_in_a_finally": "in a block that not all of the write and the rename is in",
    "generator_without_a_clean_up": "the block yields while the file is open",
    "handle_closed_after_the_rename": "the rename stands above the write",
    "moved_away_before_the_rename": "copy the old file to its other name",
    "named_temporary_file_renamed_while_open": "in a block that not all of the write and the rename is in",
    "raw_descriptor_never_synced": "also locks out other writers",
    "renamed_in_a_finally": "in a block that not all of the write and the rename is in",
    "renames_into_place": "does more than to replace",
    "staged_and_published_by_methods": "an attribute keeps the temporary name",
    "written_by_a_function_of_the_file": "what writes the temporary file is not seen here",
}
REPAIRED = [path for path in FLAWED if path.stem not in LEFT]

each_repaired = pytest.mark.parametrize("path", REPAIRED, ids=lambda path: path.stem)


def repaired(path: Path, wish: Wish = WISH) -> Result:
    return rewritten(_EXPECTED.sub("", path.read_text(encoding="utf-8")), f"{path.stem}.py", wish)


@pytest.mark.usefixtures("plain_umask")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@each_repaired
def test_a_repaired_shape_runs_and_leaves_the_same_files(path: Path, tmp_path: Path) -> None:
    result = repaired(path)
    assert result.problem == ""
    program = tmp_path / path.name
    program.write_text(result.after, encoding="utf-8")
    folder = tmp_path / "run"
    folder.mkdir()
    assert list(runs(load(program), folder)) == ["main"]
    assert left_in(folder / "main") == declared(path)


@pytest.mark.usefixtures("plain_umask")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("path", SHAPES, ids=lambda path: path.stem)
def test_the_steps_that_are_safe_to_add_leave_the_same_files(path: Path, tmp_path: Path) -> None:
    result = repaired(path, Wish(Settings()))
    assert result.problem == ""
    if not any(site.fixed for site in result.sites):
        assert result.after == result.before
        return
    assert rewritten(result.after, path.name, Wish(Settings())).after == result.after
    program = tmp_path / path.name
    program.write_text(result.after, encoding="utf-8")
    folder = tmp_path / "run"
    folder.mkdir()
    assert list(runs(load(program), folder)) == ["main"]
    assert left_in(folder / "main") == declared(path)


@each_repaired
def test_a_repaired_shape_is_clean_and_stays_as_it_is(path: Path) -> None:
    result = repaired(path)
    assert [site.code for site in result.sites if not site.fixed] == []
    assert [finding.code for finding in detect(result.after)] == []
    assert rewritten(result.after, f"{path.stem}.py", WISH).after == result.after


@pytest.mark.parametrize("path", [path for path in FLAWED if path.stem in LEFT], ids=lambda path: path.stem)
def test_what_is_left_of_a_shape_has_a_reason(path: Path) -> None:
    left = [site.text for site in repaired(path).sites if not site.fixed]
    assert left
    assert all(LEFT[path.stem] in text for text in left)


def test_most_of_the_flawed_shapes_are_repaired() -> None:
    assert len(REPAIRED) > 2 * len(LEFT)
    assert set(LEFT) <= {path.stem for path in FLAWED}
