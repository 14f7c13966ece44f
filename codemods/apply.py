"""Carries out edits on libcst: knows syntax, knows no rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import libcst as cst

from codemods.syntax.building import Builder
from codemods.syntax.meeting import Apart, Meeting
from codemods.syntax.planned import attempted
from codemods.syntax.reading import Read
from codemods.syntax.suites import replaced
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import CallInstead, Edit, Imported, Instead, NoFix


def apply(read: Read, source: Source, edits: Sequence[Edit], local: Callable[[Imported], str]) -> cst.Module:
    """Return the module with every edit carried out; `local` says how the file calls what must be imported.

    Raises `NoFix` where the plan does not fit the text: all of it is carried out, or nothing.
    """
    try:
        applied = _Applied(Meeting(read, source, edits), edits, local)
        changed = read.module.visit(applied)
    except Apart as reason:
        raise NoFix(str(reason)) from reason
    if applied.done != len(edits):
        raise NoFix(f"only {applied.done} of {len(edits)} planned edits meet the code")
    return changed


class _Applied(cst.CSTTransformer):
    """One walk over the tree, from the leaves up."""

    def __init__(self, meeting: Meeting, edits: Sequence[Edit], local: Callable[[Imported], str]) -> None:
        super().__init__()
        self.done = 0
        self._meeting = meeting
        self._builder = Builder(meeting, local)
        self._calls = {meeting.expression(edit.old): edit for edit in edits if isinstance(edit, CallInstead)}
        self._lines = {edit: meeting.statement(edit.old[0]) for edit in edits if isinstance(edit, Instead)}
        self._attempted = {meeting.statement(node) for edit in edits for node in attempted(edit)}

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Statements that no edit touches are not even looked into."""
        return self._meeting.concerns(node)

    def on_leave(self, original_node: cst.CSTNode, updated_node: cst.CSTNode) -> cst.CSTNode:  # type: ignore[override]
        """Carry out what is planned for this node; everything in it is done."""
        self._builder.now[original_node] = updated_node
        if isinstance(original_node, cst.BaseExpression) and original_node in self._calls:
            new = self._builder.value(self._calls[original_node].new)
            self.done += 1
            return new.with_changes(lpar=original_node.lpar, rpar=original_node.rpar)
        if isinstance(original_node, cst.Module | cst.IndentedBlock):
            assert isinstance(updated_node, cst.Module | cst.IndentedBlock)
            return self._suite(original_node, updated_node)
        return updated_node

    def _suite(
        self, original: cst.Module | cst.IndentedBlock, updated: cst.Module | cst.IndentedBlock
    ) -> cst.Module | cst.IndentedBlock:
        places = {line: place for place, line in enumerate(original.body)}
        planned = [(edit, places[line]) for edit, line in self._lines.items() if line in places]
        # From the last on, so that no place moves; a `try` is put around what its statements have become.
        for edit, place in sorted(planned, key=lambda found: (not self._is_inside(found[0]), -found[1])):
            old = [self._meeting.statement(node) for node in edit.old]
            if list(original.body[place : place + len(old)]) != old:
                raise Apart(f"the statements from line {edit.old[0].lineno} on are not neighbours")
            if self._is_inside(edit):
                self._builder.inside[old[0]] = edit
            else:
                new = [self._builder.statement(statement, edit.old[0]) for statement in edit.new]
                updated = replaced(updated, place, old, new)
                # An edit around this one keeps the statement as it is now.
                self._builder.now[old[0]] = updated.body[place] if len(new) == len(old) == 1 else old[0]
            self.done += 1
        return updated

    def _is_inside(self, edit: Instead) -> bool:
        return self._lines[edit] in self._attempted and not attempted(edit)
