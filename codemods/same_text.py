"""Outside of what is planned a text stays as it is, line for line, and no comment is lost."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product
from typing import NamedTuple

from codemods.block_ends import comments_below
from codemods.import_lines import Line, lines_in
from codemods.planned import Planned
from flake8_atomic.analysis.scopes import bodies
from flake8_atomic.analysis.source import Source
from flake8_atomic.edits import CallInstead, Instead

_LINE_END = re.compile(r"\r\n|\r|\n")
_WAYS = 64
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
    here, there = _Imports(before), _Imports(after)
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


class _Imports:
    """The import statements of a text, each with its lines."""

    def __init__(self, source: Source) -> None:
        found = [(node, range(node.lineno, source.span(node).end_line + 1)) for node in _imports(source)]
        self._all = [("".join(map(source.line, numbers)), numbers, set(lines_in(node))) for node, numbers in found]

    def changed(self, other: _Imports, gone: Sequence[Line], come: Sequence[Line]) -> set[int]:
        """The lines of those that the other text does not have, because of what goes from here and comes there."""
        texts = {text for text, _, _ in other._all}
        # `import json, os` and `import os` are one statement before and after.
        partners = [lines for _, _, lines in other._all if lines & set(come)]
        found: set[int] = set()
        for text, numbers, lines in self._all:
            if text not in texts and (lines & set(gone) or any(lines & partner for partner in partners)):
                found.update(numbers)
        return found

    def ways_to_go(self, other: _Imports, gone: Sequence[Line], come: Sequence[Line]) -> Iterator[set[int]]:
        """The lines of those that changed; of some that are written alike, each may be the one that went."""
        found = self.changed(other, gone, come)
        there = Counter(text for text, _, _ in other._all)
        fewer = Counter(text for text, _, _ in self._all) - there
        twins = [
            combinations([own for text, own, lines in self._all if text == twin and lines & set(gone)], number)
            for twin, number in fewer.items()
            if there[twin]
        ]
        for way in islice(product(*twins), _WAYS):
            yield found.union(*chain.from_iterable(way))


def _imports(source: Source) -> Iterator[ast.Import | ast.ImportFrom]:
    todo = [source.tree.body]
    while todo:
        for node in todo.pop():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield node
            todo.extend(bodies(node))


def comment_lost(before: Source, after: Source, planned: Planned) -> str:
    """A comment that the other text has less often, or nothing; those of removed imports may go."""
    if not _hashes(before) - _hashes(after):
        return ""
    gone = _removed_lines(before, planned.removed)
    lost = Counter(text for line, text in _comments(before) if line not in gone)
    lost.subtract(text for _, text in _comments(after))
    return next((text for text, times in lost.items() if times > 0), "")


def _removed_lines(source: Source, removed: Sequence[Line]) -> set[int]:
    """The lines of the imports that go, whose comments speak of nothing else."""
    found: set[int] = set()
    for node in _imports(source):
        gone = [alias for alias, line in zip(node.names, lines_in(node), strict=True) if line in removed]
        for part in [node] if len(gone) == len(node.names) else gone:
            found.update(range(part.lineno, source.span(part).end_line + 1))
    return found


def _hashes(source: Source) -> Counter[str]:
    """The lines that may hold a comment."""
    return Counter(line.strip() for line in _LINE_END.split(source.text) if "#" in line)


def _comments(source: Source) -> list[tuple[int, str]]:
    text = _LINE_END.sub("\n", source.text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(token.start[0], token.string.rstrip()) for token in tokens if token.type == tokenize.COMMENT]


def new_line_end(before: Source, after: Source) -> bool:
    """Does the text end lines as it did not before?"""
    ends = set(_LINE_END.findall(before.text))
    if before.text.endswith(_ENDS) != after.text.endswith(_ENDS):
        return True
    return bool(ends) and not set(_LINE_END.findall(after.text)) <= ends
