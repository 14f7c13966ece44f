"""`# atomic: KIND -- reason`: suppressions that explain themselves, for lint and codemod alike."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass

from flake8_atomic.analysis.code.scopes import bodies
from flake8_atomic.analysis.code.source import Source, Span, first_line

KINDS = {
    "append-log": "only ever appended to, what stands there stays whole",
    "live-stream": "read while it is written, a reader expects the part that is there",
    "scratch": "thrown away with the run that wrote it",
    "export": "made for a person or another program, who makes it again when it is broken",
    "regenerable": "derived from other files, and checked or made again when it is read",
    "single-writer": "a protocol around the write already makes a torn file harmless",
    "external": "the format or another program demands that it is written in place",
}
# mypy wants its own comment to stand first on the line, and others like to.
_OTHERS = r"(?:\s*(?:type|noqa|mypy|pyright|pylint|pragma|nosec|fmt|ruff|isort|flake8)\b[^#\n]*#)*"
_COMMENT = re.compile(rf"#{_OTHERS}\s*atomic:(?P<text>.*)")
_REASONED = re.compile(r"\s*(?P<kind>\S+)\s+--(?:\s+(?P<reason>.*))?\Z")
Flaw = tuple[str, str, Span]


@dataclass(frozen=True)
class Contract:
    """One comment, and the lines of the statement that it speaks of."""

    kind: str
    reason: str
    span: Span
    lines: frozenset[int]


def has_contracts(text: str) -> bool:
    """Is it worth reading the comments?"""
    return "atomic:" in text and any(_parse(match["text"]) for match in _COMMENT.finditer(text))


class Contracts:
    """The contracts of one file; they remember which of them silenced something."""

    def __init__(self, source: Source) -> None:
        self._contracts = list(_contracts(source))
        self._kept: set[Contract] = set()

    def silences(self, lines: tuple[int, ...]) -> bool:
        """Does a contract speak of one of these lines? Any kind silences any code."""
        speaking = [c for c in self._contracts if c.kind in KINDS and not c.lines.isdisjoint(lines)]
        self._kept.update(speaking)
        return bool(speaking)

    def flaws(self) -> Iterator[Flaw]:
        """Contracts of an unknown kind, or without a reason."""
        for contract in self._contracts:
            if contract.kind not in KINDS:
                kinds = ", ".join(KINDS)
                yield (
                    "ATM001",
                    f"{contract.kind} is no kind of contract; choose one of {kinds}",
                    contract.span,
                )
            elif not contract.reason:
                text = f"this contract gives no reason; write `# atomic {contract.kind} -- reason`, with its colon"
                yield "ATM001", text, contract.span

    def idle(self) -> Iterator[Flaw]:
        """Contracts that silenced nothing; ask only after all findings were shown to `silences`."""
        for contract in self._contracts:
            if contract.kind in KINDS and contract not in self._kept:
                yield (
                    "ATM002",
                    "this contract suppresses nothing; remove it, or move it to the write",
                    contract.span,
                )


def _contracts(source: Source) -> Iterator[Contract]:
    ranges: dict[int, frozenset[int]] | None = None
    for token in _comments(source.text):
        match = _COMMENT.match(token.string)
        parsed = _parse(match["text"]) if match is not None else None
        if parsed is None:
            continue
        if ranges is None:
            ranges = _statement_lines(source.tree)
        (line, column), (end_line, end_column) = token.start, token.end
        yield Contract(*parsed, Span(line, column, end_line, end_column), _spoken_of(source, line, ranges))


def _parse(text: str) -> tuple[str, str] | None:
    """Kind and reason; None for prose that only begins like a contract."""
    if (match := _REASONED.match(text)) is not None:
        return match["kind"], (match["reason"] or "").strip()
    return (text.strip(), "") if text.strip() in KINDS else None


def _comments(text: str) -> Iterator[tokenize.TokenInfo]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline=None).readline):
            if token.type == tokenize.COMMENT:
                yield token
    except (tokenize.TokenError, SyntaxError):
        return


def _spoken_of(source: Source, line: int, ranges: dict[int, frozenset[int]]) -> frozenset[int]:
    """The lines of the statement on this line, or of the one below a comment that stands alone."""
    at = line
    while source.line(at).lstrip().startswith("#") and at < len(source.line_starts):
        at += 1
    return ranges.get(at, frozenset())


def _statement_lines(tree: ast.Module) -> dict[int, frozenset[int]]:
    """For each line, the lines of the innermost simple statement, or of the header of the compound one."""
    found: dict[int, frozenset[int]] = {}
    todo: list[ast.stmt] = list(tree.body)
    while todo:
        node = todo.pop()
        inner = list(bodies(node))
        # A body on the header's own line is spoken of together with it.
        last = max(min(body[0].lineno for body in inner) - 1, node.lineno) if inner else node.end_lineno or node.lineno
        lines = frozenset(range(first_line(node), last + 1))
        for line in lines:
            found[line] = found.get(line, frozenset()) | lines
        todo.extend(statement for body in inner for statement in body)
    return found
