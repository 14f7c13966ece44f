"""Outside of what is planned a text stays as it is, line for line, and ends its lines as it did."""

from __future__ import annotations

from typing import NamedTuple

from codemods.guards.same_comments import LINE_END
from codemods.importing.import_texts import ImportTexts
from codemods.syntax.block_ends import comments_below
from codemods.syntax.planned import Planned
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.edits import CallInstead, Instead

_ENDS = ("\n", "\r")


class _Line(NamedTuple):
    """One line that is not blank, the blank ones above it, and whether a planned import stands between."""

    number: int
    text: str
    blank: str
    after_import: bool

    def same(self, other: _Line, *, after_edit: bool) -> bool:
        """Is it the same line? Where something was put before it, the blank lines are free."""
        free = after_edit or self.after_import or other.after_import
        return self.text == other.text and (free or self.blank == other.blank)


def line_changed(before: Source, after: Source, planned: Planned) -> int:
    """The first line, as it was before, from which on something changed outside of the edits; 0 for none."""
    here, there = ImportTexts(before), ImportTexts(after)
    theirs = _lines(after, there.changed(here, planned.added, planned.removed))
    changed = 0
    for without in here.ways_to_go(there, planned.removed, planned.added):
        line = _first_changed(_gaps(before, _lines(before, without), planned), theirs)
        if not line:
            return 0
        changed = changed or line
    return changed


def _first_changed(gaps: list[list[_Line]], theirs: list[_Line]) -> int:
    place = 0
    for number, gap in enumerate(gaps):
        end = len(theirs) - len(gap)
        # The text begins with the first of them and ends with the last.
        starts = range(end if number == len(gaps) - 1 else place, (end if number else 0) + 1)
        found = next((at for at in starts if at >= place and _stands(gap, theirs, at, after_edit=number > 0)), None)
        if found is None:
            return gap[0].number
        place = found + len(gap)
    return 0


def _stands(gap: list[_Line], theirs: list[_Line], at: int, *, after_edit: bool) -> bool:
    there = theirs[at : at + len(gap)]
    return len(there) == len(gap) and all(
        mine.same(other, after_edit=after_edit and not number)
        for number, (mine, other) in enumerate(zip(gap, there, strict=True))
    )


def _gaps(before: Source, lines: list[_Line], planned: Planned) -> list[list[_Line]]:
    """The lines before, between and after the edits; the last one is the end of the text."""
    edited: set[int] = set()
    for edit in planned.edits:
        nodes = [edit.old] if isinstance(edit, CallInstead) else list(edit.old)
        end = before.span(nodes[-1]).end_line
        edited.update(range(nodes[0].lineno, end + 1))
        if isinstance(edit, Instead):
            edited.update(comments_below(before, nodes[0].lineno, end))
    gaps: list[list[_Line]] = [[]]
    is_broken = False
    for line in lines:
        if line.number in edited:
            is_broken = True
            continue
        if is_broken:
            gaps.append([])
            is_broken = False
        gaps[-1].append(line)
    return gaps


def _lines(source: Source, without: set[int]) -> list[_Line]:
    """The lines of a text but for these and the blank ones, and its end."""
    lines: list[_Line] = []
    blank, after_import = "", False
    ends = [*source.line_starts[1:], len(source.text)]
    for number, (start, end) in enumerate(zip(source.line_starts, ends, strict=True), 1):
        text = source.text[start:end]
        if number in without:
            after_import = True
        elif not text.strip():
            blank += text
        else:
            lines.append(_Line(number, text, blank, after_import))
            blank, after_import = "", False
    # A last line without an end is one of the text's own: an edit of it is none of the end.
    return [*lines, _Line(len(source.line_starts) + 1, "", blank, after_import)]


def new_line_end(before: Source, after: Source) -> bool:
    """Does the text end lines as it did not before?"""
    ends = set(LINE_END.findall(before.text))
    if before.text.endswith(_ENDS) != after.text.endswith(_ENDS):
        return True
    return bool(ends) and not set(LINE_END.findall(after.text)) <= ends
