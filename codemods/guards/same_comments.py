"""Is a comment lost that speaks of more than an import that goes?"""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Sequence

from codemods.importing.import_texts import imports_in
from codemods.project.import_lines import Line, lines_in
from codemods.syntax.planned import Planned
from flake8_atomic.analysis.code.source import Source

LINE_END = re.compile(r"\r\n|\r|\n")


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
    for node in imports_in(source):
        gone = [alias for alias, line in zip(node.names, lines_in(node), strict=True) if line in removed]
        for part in [node] if len(gone) == len(node.names) else gone:
            found.update(range(part.lineno, source.span(part).end_line + 1))
    return found


def _hashes(source: Source) -> Counter[str]:
    """The lines that may hold a comment."""
    return Counter(line.strip() for line in LINE_END.split(source.text) if "#" in line)


def _comments(source: Source) -> list[tuple[int, str]]:
    text = LINE_END.sub("\n", source.text)
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return [(token.start[0], token.string.rstrip()) for token in tokens if token.type == tokenize.COMMENT]
