"""Which statements of a suite answer to which of another: some become others by the plan, imports come and go."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from codemods.guards.verbatim import text_of
from codemods.project.import_lines import Line, lines_in
from codemods.syntax.planned import Planned, attempted
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import Edit, Instead, Statement


class Differs(Exception):
    """The trees differ elsewhere than planned; the message says where."""


class AsItIs(NamedTuple):
    """A node that stays, though an edit begins with it."""

    node: ast.AST


class Suites:
    """The suites of a file and of what it became, and how much of the plan is not found in them so far."""

    def __init__(self, before: Source, after: Source, planned: Planned) -> None:
        self._before = before
        self._after = after
        self._planned = planned
        self._edits = defaultdict[int, list[Instead]](list)
        for edit in sorted((edit for edit in planned.edits if isinstance(edit, Instead)), key=_breadth, reverse=True):
            self._edits[id(edit.old[0])].append(edit)
        self._undone = {id(edit) for edit in planned.edits}
        self._added = Counter(planned.added)
        self._removed = Counter(planned.removed)
        self.line = 1
        """The line of the earlier text that is being compared, for what is said of a difference."""

    def done(self, edit: Edit) -> None:
        """Note that an edit was found where it should be."""
        self._undone.discard(id(edit))

    def check_all_done(self) -> None:
        """Raise unless all of the plan was found."""
        if self._undone:
            raise Differs(f"{len(self._undone)} of the planned edits cannot be found")
        for line in (+self._added) + (+self._removed):
            raise Differs(f"the import of {line.local} is not as planned")

    def pairs(
        self, before: Sequence[Statement], after: list[ast.stmt], *, is_module: bool = False
    ) -> Iterator[tuple[object, object]]:
        """Which statements answer to each other and are not written alike; only a module's own imports may be new."""
        expected, found = list(self._parts(before)), [part for statement in after for part in _one_by_one(statement)]
        if not expected and before and [type(part) for part in found] == [ast.Pass]:
            return
        edited = False
        while expected or found:
            mine, theirs = expected[:1], found[:1]
            if mine and isinstance(mine[0], Line) and mine == theirs:
                del expected[0], found[0]
            elif is_module and theirs and self._planned_line(self._added, theirs[0]):
                if edited:
                    raise Differs("an import stands below the code that needs it")
                del found[0]
            elif mine and self._planned_line(self._removed, mine[0]):
                del expected[0]
            elif not mine or not theirs or isinstance(mine[0], Line) or isinstance(theirs[0], Line):
                raise Differs(f"around line {self.line} statements are missing or new")
            else:
                edits = self._planned.edits_in(mine[0])
                edited = edited or edits
                pair = expected.pop(0), found.pop(0)
                if edits or not self._verbatim(*pair):
                    yield pair

    def _verbatim(self, mine: object, theirs: object) -> bool:
        """Are these two statements written alike, so that their trees cannot differ?"""
        assert isinstance(mine, ast.stmt)
        assert isinstance(theirs, ast.stmt)
        return text_of(self._before, mine) == text_of(self._after, theirs)

    @staticmethod
    def _planned_line(planned: Counter[Line], part: object) -> bool:
        if not isinstance(part, Line) or not planned[part]:
            return False
        planned[part] -= 1
        return True

    def _parts(self, suite: Sequence[Statement]) -> Iterator[object]:
        """The statements as they should be after the edits, imports one by one."""
        rest = 0
        for place, statement in enumerate(suite):
            if place < rest:
                continue
            # What goes into a `try` may begin with a statement that becomes others there.
            edit = next((edit for edit in self._edits.get(id(statement), ()) if id(edit) in self._undone), None)
            if edit is None:
                yield from _one_by_one(statement)
                continue
            rest = place + len(edit.old)
            if [id(node) for node in suite[place:rest]] != [id(node) for node in edit.old]:
                raise Differs(f"the statements from line {edit.old[0].lineno} on are not neighbours")
            self.done(edit)
            for new in edit.new:
                yield AsItIs(new) if isinstance(new, ast.stmt) else new


def _breadth(edit: Instead) -> tuple[int, int]:
    return len(edit.old), len(attempted(edit))


def _one_by_one(statement: Statement) -> Sequence[object]:
    return lines_in(statement) or [statement]
