"""The import statements of a text with their lines, and which of them went or changed."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice, product

from codemods.project.import_lines import Line, lines_in
from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.analysis.code.source import Source

_WAYS = 64  # to choose among imports that are written alike; more are not tried


class ImportTexts:
    """The import statements of a text, each with its lines."""

    def __init__(self, source: Source) -> None:
        found = [(node, range(node.lineno, source.span(node).end_line + 1)) for node in imports_in(source)]
        self._all = [("".join(map(source.line, numbers)), numbers, set(lines_in(node))) for node, numbers in found]

    def changed(self, other: ImportTexts, gone: Sequence[Line], come: Sequence[Line]) -> set[int]:
        """The lines of those that the other text does not have, because of what goes from here and comes there."""
        texts = {text for text, _, _ in other._all}
        # `import json, os` and `import os` are one statement before and after.
        partners = [lines for _, _, lines in other._all if lines & set(come)]
        found: set[int] = set()
        for text, numbers, lines in self._all:
            if text not in texts and (lines & set(gone) or any(lines & partner for partner in partners)):
                found.update(numbers)
        return found

    def ways_to_go(self, other: ImportTexts, gone: Sequence[Line], come: Sequence[Line]) -> Iterator[set[int]]:
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


def imports_in(source: Source) -> Iterator[ast.Import | ast.ImportFrom]:
    """Every import statement of a file, also those in functions and branches."""
    todo = [source.tree.body]
    while todo:
        for node in todo.pop():
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                yield node
            todo.extend(bodies(node))
