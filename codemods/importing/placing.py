"""Puts an import statement of its own among those of a file, with the blank lines that belong around it."""

from __future__ import annotations

import ast
import re
from itertools import pairwise, takewhile

from codemods.importing.among import Placed, Spot, above, among, first_block, is_parted
from codemods.importing.import_rows import Row, last_path_change, rows_of
from codemods.project.import_lines import FUTURE, kind_of, written_module
from codemods.project.loading import is_type_checking
from codemods.project.modules import Module
from flake8_atomic.analysis.code.source import Source

_FIRST_LINES = re.compile(r"#!|#.*coding[:=]")
_LATE = "  # noqa: E402"
"""What a linter is told of an import below other code."""
_IS_LATE = re.compile(r"# noqa:[^#]*\bE402\b", re.IGNORECASE)
_DEFINES = ("def ", "async def ", "class ", "@")


def place(lines: list[str], head: Source, placed: Placed, own: Module) -> int:
    """Insert a statement among the first lines of a file, those of `head`; return how many lines were added."""
    at, new_block, parted = _where(lines, head, placed, own)
    before = len(lines)
    eol = _line_end(lines, at)
    excuse = _LATE if len(placed.lines) == 1 and any(map(_IS_LATE.search, lines[max(at - 1, 0) : at + 1])) else ""
    statement = [line + excuse + eol for line in placed.lines]
    following = _following(lines, at, new_block=new_block)
    leading = [eol] if (new_block or parted) and at and lines[at - 1].strip() else []
    lines[at:at] = [*leading, *statement, *[eol] * following]
    return len(lines) - before


def _line_end(lines: list[str], at: int) -> str:
    for line in (*reversed(lines[:at]), *lines):
        for end in ("\r\n", "\n", "\r"):
            if line.endswith(end):
                return end
    return "\n"


def _following(lines: list[str], at: int, *, new_block: bool) -> int:
    """How many blank lines are missing between the new statement and what comes after."""
    blank = len(list(takewhile(lambda line: not line.strip(), lines[at:])))
    code = next((line for line in lines[at + blank :] if not line.startswith("#")), "")
    if at + blank == len(lines) or (not new_block and (blank or code.startswith(("import ", "from ", "try:", "if ")))):
        return 0
    return max(0, (2 if code.startswith(_DEFINES) else 1) - blank)


def _where(lines: list[str], head: Source, placed: Placed, own: Module) -> Spot:
    rows = rows_of(head)
    start = last_path_change(head, rows) + 1
    importing = _imports_after(rows, start, own)
    if not importing:
        return Spot(_without_imports(lines, rows, start), new_block=True)
    kind = kind_of(placed.module, own)
    if same := [row for row in importing if _kind(row, own) == kind]:
        return among(head, first_block(head, same), placed)
    is_mixed = any(
        _kind(row, own) != _kind(other, own) and not is_parted(head, row, other) for row, other in pairwise(importing)
    )
    lower = [row for row in importing if _kind(row, own) < kind]
    return Spot(lower[-1].last if lower else above(head, importing[0]), new_block=not is_mixed)


def _kind(row: Row, own: Module) -> int:
    return kind_of(written_module(row.imports[0]), own)


def _imports_after(rows: list[Row], start: int, own: Module) -> list[Row]:
    """The rows of imports that stand together first, after those of `__future__`."""
    future = [row for row in rows[start:] if row.imports and _kind(row, own) == FUTURE]
    places = [at for at, row in enumerate(rows) if at >= start and row.imports and row not in future]
    block = takewhile(lambda row: row.belongs_to_imports, rows[places[0] :]) if places else ()
    return [*future, *(row for row in block if row.imports)]


def _without_imports(lines: list[str], rows: list[Row], start: int) -> int:
    """After the change of the path, the guarded imports or the docstring; at least after the comment on the file."""
    around = list(takewhile(lambda row: row.belongs_to_imports, rows[start:]))
    guarded = [row for row in around if _is_guarded(row.statements[0])]
    if guarded or start:
        return (guarded[-1] if guarded else rows[start - 1]).last
    if rows and isinstance(rows[0].statements[0], ast.Expr) and rows[0].belongs_to_imports:
        return rows[0].last
    return _comments(lines)


def _is_guarded(node: ast.stmt) -> bool:
    return isinstance(node, ast.Try) or (isinstance(node, ast.If) and not is_type_checking(node.test))


def _comments(lines: list[str]) -> int:
    """How many lines the comment has that the file begins with, unless it belongs to the definition below it."""
    comments = list(takewhile(lambda line: line.startswith("#"), lines))
    if "".join(lines[len(comments) : len(comments) + 1]).startswith(_DEFINES):
        return len(list(takewhile(_FIRST_LINES.match, comments[:2])))
    return len(comments)
