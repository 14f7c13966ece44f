"""The statements during which a file is open, judged as a whole."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import cached_property

from flake8_atomic.analysis.code.names import Term, dotted
from flake8_atomic.analysis.files.events import Open
from flake8_atomic.edits import Edit, Instead
from flake8_atomic.fixes.handle import NAME_NOTE, Uses
from flake8_atomic.fixes.held import notes_on_handles
from flake8_atomic.fixes.leaving import check_leaving
from flake8_atomic.fixes.mentions import notes_on_path
from flake8_atomic.fixes.used_later import used_elsewhere
from flake8_atomic.inspection import Inspection


class Block:
    """What happens between open and close; flush and fsync at its end are done by the helper."""

    def __init__(
        self,
        inspection: Inspection,
        opened: Open,
        name: str,
        body: list[ast.stmt],
        old: list[ast.stmt],
        entered: Sequence[ast.withitem] = (),
    ) -> None:
        self._inspection = inspection
        self._old = old
        self.name = name
        self.term = Term(opened.call, opened.scope, opened.place)
        self._opened = opened
        self._entered = entered  # after the file, in the same `with`
        at = len(body)
        while at > 1 and self._syncs(body[at - 1]):
            at -= 1
        self.body, self.ending = body[:at], body[at:]

    def _syncs(self, statement: ast.stmt) -> bool:
        """Is it `f.flush()` or `os.fsync(f.fileno())`?"""
        call = statement.value if isinstance(statement, ast.Expr) else None
        if not isinstance(call, ast.Call):
            return False
        if ast.unparse(call) == f"{self.name}.flush()":
            return True
        synced = len(call.args) == 1 and ast.unparse(call.args[0]) in (f"{self.name}.fileno()", self.name)
        return synced and dotted(self.term.at(call.func)) in ("os.fsync", "os.fdatasync")

    def judge(self) -> list[str]:
        """The notes on what changes; raises where it must be left alone."""
        uses = Uses(self._inspection, self.name, self.term)
        run = [*self._entered, *self.body]
        check_leaving(self._inspection, self.term, run, self.name)
        notes = uses.judge(run)
        notes += notes_on_path(self._inspection.file, self._opened.path, run)
        notes += notes_on_handles(self._inspection.file, self._opened, self._opened.path, run)
        return notes + ([NAME_NOTE] if self._named_later() else [])

    @cached_property
    def elsewhere(self) -> list[ast.Name]:
        """Where else the handle may be used: a call in the place of the block would leave none."""
        file = self._inspection.file
        return used_elsewhere(file.parents, file.source.tree, self._old, self.name)

    def _named_later(self) -> bool:
        """Is the handle's name used after it is closed?"""
        outers = map(self._inspection.file.parents.of, self.elsewhere)
        return any(isinstance(outer, ast.Attribute) and outer.attr == "name" for outer in outers)

    def dropping(self) -> list[Edit]:
        """The edits that drop what the helper does itself."""
        return [Instead(tuple(self.ending), ())] if self.ending else []
