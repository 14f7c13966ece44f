"""Fixes of the same code: which of them wait, and which are carried out in one round, one inside of the other."""

from __future__ import annotations

import ast

import pytest

from codemods import carrying
from codemods.syntax.reading import Read, read
from codemods.syntax.taken import Taken
from flake8_atomic.edits import Attempt, Call, CallInstead, Do, Edit, Enter, Instead
from tests.codemods.fixing import rewrite_of, told

FIRST, SECOND, THIRD = ast.parse("one()\ntwo()\nthree()\n").body
UNDO = (Do(Call("undo", ())),)
AROUND = Instead((FIRST, SECOND), (Attempt((FIRST, SECOND), UNDO),))


@pytest.mark.parametrize(
    ("first", "second", "both"),
    [
        (AROUND, Instead((SECOND,), (*UNDO, SECOND)), True),
        (AROUND, Instead((FIRST,), ()), True),
        (AROUND, CallInstead(FIRST.value, "x"), True),  # type: ignore[attr-defined]
        (AROUND, Instead((THIRD,), ()), True),
        (AROUND, Instead((SECOND, THIRD), ()), False),
        (AROUND, Instead((FIRST, SECOND), (Enter(Call("group", ()), "", (FIRST, SECOND)),)), False),
        (AROUND, Instead((SECOND, THIRD), (Attempt((SECOND, THIRD), UNDO),)), False),
        (Instead((FIRST,), ()), CallInstead(FIRST.value, "x"), False),  # type: ignore[attr-defined]
    ],
)
def test_a_try_goes_around_what_another_fix_changes_and_nothing_else_is_changed_twice(
    first: Edit, second: Edit, both: bool
) -> None:
    for one, other in ((first, second), (second, first)):
        taken = Taken()
        assert taken.take((one,))
        assert taken.take((other,)) is both


TWO_FLAWED = told("""
    import os
    from pathlib import Path

    def save(path: Path, data: str) -> None:
        temp = path.with_name(f"{path.name}.{os.getpid()}")

        # the data
        temp.write_text(data)  # all of it
        os.replace(temp, path)

    def append(path, rows) -> None:
        temp = f"{path}.{os.getpid()}"
        # the rows
        f = open(temp, "w")
        f.writelines(rows)

        # done
        f.close()  # now
        os.replace(temp, path)
""")
BOTH_REPAIRED = told("""
    def save(path: Path, data: str) -> None:
        temp = path.with_name(f"{path.name}.{os.getpid()}")

        # the data
        try:
            with open(temp, "w") as file:  # all of it
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            os.replace(temp, path)
        except BaseException:
            temp.unlink(missing_ok=True)
            raise

    def append(path, rows) -> None:
        temp = f"{path}.{os.getpid()}"
        # the rows
        try:
            f = open(temp, "w")
            f.writelines(rows)

            f.flush()
            os.fsync(f.fileno())
            # done
            f.close()  # now
            os.replace(temp, path)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temp)
            raise
""")


def test_the_step_that_is_missing_and_the_clean_up_come_in_one_round(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds: list[str] = []

    def counted(text: str) -> Read:
        rounds.append(text)
        return read(text)

    monkeypatch.setattr(carrying, "read", counted)
    result = rewrite_of(TWO_FLAWED, unsafe=False)
    assert (result.problem, len(rounds)) == ("", 1)
    fixed = [(site.code, site.level) for site in result.sites if site.fixed]
    assert fixed == [("ATM205", "safe"), ("ATM201", "safe")] * 2
    assert result.after.endswith(BOTH_REPAIRED)
