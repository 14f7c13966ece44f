"""The smallest pieces of a text to replace so that it becomes another."""

from __future__ import annotations

import ast
import difflib
from bisect import bisect_right
from itertools import accumulate

from flake8_atomic.analysis.code.source import Source
from flake8_atomic.output.records import Region, Replacement


def replacements(before: str, after: str) -> tuple[Replacement, ...]:
    """Return the pieces in their order, each as short as it can be."""
    old, new = _lines(before), _lines(after)
    old_starts = [0, *accumulate(map(len, old))]
    found = []
    for tag, first, last, new_first, new_last in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            start, end, text = _trimmed("".join(old[first:last]), "".join(new[new_first:new_last]))
            at = old_starts[first]
            found.append(Replacement(_region(old_starts, at + start, at + end), text))
    return tuple(found)


def _lines(text: str) -> list[str]:
    source = Source(text, ast.Module([], []))
    return [source.line(number) for number in range(1, len(source.line_starts) + 1)]


def _trimmed(old: str, new: str) -> tuple[int, int, str]:
    """Where the old text begins and ends to differ, and what stands between in the new."""
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    return start, len(old) - end, new[start : len(new) - end]


def _common(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (char, second) in pairs if char != second), min(len(one), len(other)))


def _region(starts: list[int], start: int, end: int) -> Region:
    # The offset after the last character of a text without a final line end is still on its last line.
    line, end_line = (min(bisect_right(starts, offset), max(len(starts) - 1, 1)) for offset in (start, end))
    return Region(line, start - starts[line - 1] + 1, end_line, end - starts[end_line - 1] + 1)
