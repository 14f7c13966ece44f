"""What is to happen to one file, as the guards are told: edits, and imports that come and go."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from codemods.project.import_lines import Line
from flake8_atomic.analysis.code.source import first_line
from flake8_atomic.edits import Attempt, Call, CallInstead, Do, Edit, Enter, Formatted, Imported, Instead, Less


@dataclass(frozen=True)
class Planned:
    """The plan of one file."""

    edits: Sequence[Edit]
    called: Mapping[tuple[str, str], Collection[str]] = field(default_factory=dict)
    """For each module and name that the edits import, the expressions by which the file calls it."""
    added: Sequence[Line] = ()
    removed: Sequence[Line] = ()
    kept: Collection[str] = ()
    """Imports that became unused and stay on purpose, as pyflakes names them."""

    def expressions(self, wanted: Imported) -> set[str]:
        """How the file may call what an edit imports."""
        tail = f".{wanted.attribute}" if wanted.attribute else ""
        return {f"{local}{tail}" for local in self.called.get((wanted.module, wanted.name), ())}

    def edits_in(self, part: object) -> bool:
        """Does an edit begin in this statement?"""
        if isinstance(part, Do | Enter | Less | Attempt) or not isinstance(part, ast.stmt):
            return True
        first = first_line(part)
        return any(first <= line <= (part.end_lineno or part.lineno) for line in self.lines)

    @cached_property
    def lines(self) -> list[int]:
        """The lines on which the edits begin."""
        return sorted({line for edit in self.edits for line in lines_of(edit)})


def lines_of(edit: Edit) -> list[int]:
    """The lines on which the code begins that an edit replaces."""
    return [edit.old.lineno] if isinstance(edit, CallInstead) else [node.lineno for node in edit.old]


def attempted(edit: Edit) -> list[ast.stmt]:
    """The statements that an edit puts into a `try`: there each of them may become others by an edit of its own."""
    blocks = [new for new in edit.new if isinstance(new, Attempt)] if isinstance(edit, Instead) else []
    return [statement for block in blocks for statement in block.body]


def wanted_by(edits: Iterable[Edit]) -> Iterator[Imported]:
    """Everything that the code of these edits must import."""
    todo: list[object] = [new for edit in edits for new in ((edit.new,) if isinstance(edit, CallInstead) else edit.new)]
    while todo:
        part = todo.pop()
        if isinstance(part, Imported):
            yield part
        elif isinstance(part, Call):
            todo += [part.function, *(argument.value for argument in part.arguments)]
        elif isinstance(part, Formatted):
            todo += part.parts
        elif isinstance(part, Do | Enter):
            todo += [part.call, *getattr(part, "body", ())]
        elif isinstance(part, Attempt):
            todo += part.undo
