"""Puts statements in the place of others; no comment of those that go is lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile

import libcst as cst

from codemods.syntax.meeting import Line

Suite = cst.Module | cst.IndentedBlock


def replaced(suite: Suite, start: int, old: Sequence[Line], new: Sequence[Line]) -> Suite:
    """The suite with as many statements from `start` on replaced as there are `old`, as they were before any edit."""
    before: list[cst.BaseStatement] = list(suite.body[:start])
    after: list[cst.BaseStatement] = list(suite.body[start + len(old) :])
    kept = {id(line) for line in suite.body}
    first = next((place for place, line in enumerate(new) if id(line) == id(suite.body[start])), None)
    if new and first is None and id(new[0]) not in kept:
        new = [_with_own_comment(new[0], old), *new[1:]]
    lost = list(_lost(old, new))
    below = _at_the_end(old[-1], lost) if new else []
    above = [*old[0].leading_lines, *(_comment_line(text) for text in lost[: len(lost) - len(below)])]
    if new:
        new = _under(above, new, first)
    else:
        below = above if after else [line for line in above if line.comment]
    if after:
        own = getattr(after[0], "leading_lines", ())
        is_first = not (before or new) and isinstance(suite, cst.IndentedBlock)
        after[0] = after[0].with_changes(
            leading_lines=[*below, *own] if new else _meeting(below, own, is_first=is_first)
        )
    else:
        suite = suite.with_changes(footer=[*below, *suite.footer])
    body = [*before, *new, *after]
    if not body and isinstance(suite, cst.IndentedBlock):
        body = [cst.SimpleStatementLine([cst.Pass()])]
    return suite.with_changes(body=body)


def _under(above: Sequence[cst.EmptyLine], new: Sequence[Line], first: int | None) -> list[Line]:
    """The new statements below what stood above the old ones; `first` is the place of the first old one among them."""
    if not first:
        # A statement that was the first brings its lines itself, any other keeps those that it has.
        own = () if first == 0 else new[0].leading_lines
        return [new[0].with_changes(leading_lines=[*above, *own]), *new[1:]]
    # What is put before a statement goes between the blank lines above it and the comments that speak of it.
    blank = list(takewhile(_is_blank, above))
    stays = new[first].with_changes(leading_lines=above[len(blank) :])
    return [new[0].with_changes(leading_lines=blank), *new[1:first], stays, *new[first + 1 :]]


def _meeting(above: Sequence[cst.EmptyLine], below: Sequence[cst.EmptyLine], *, is_first: bool) -> list[cst.EmptyLine]:
    """What stood above a statement that goes and above the next one: blank lines that meet are as many as one had."""
    upper = len(list(takewhile(_is_blank, reversed(above))))
    lower = len(list(takewhile(_is_blank, below)))
    if is_first and upper == len(above):
        return list(below[lower:])
    return [*above, *below[min(upper, lower) :]]


def _is_blank(line: cst.EmptyLine) -> bool:
    return line.comment is None


def _with_own_comment(line: Line, old: Sequence[Line]) -> Line:
    """The comment at the end of the first old line, a `# noqa` perhaps, stays at the end of the first new one."""
    endings = [simple.trailing_whitespace for simple in _simple(old)][:1]
    body = getattr(old[0], "body", None)
    if isinstance(body, cst.IndentedBlock):
        endings.append(body.header)
    ending = next((ending for ending in endings if ending.comment), None)
    if ending is None:
        return line
    if ending.comment is not None and ending.comment.value in comments(line):
        return line
    if isinstance(line, cst.SimpleStatementLine):
        own = line.trailing_whitespace.comment
        return line if own is not None else line.with_changes(trailing_whitespace=ending)
    if not isinstance(line, cst.With):
        return line
    return line.with_changes(body=line.body.with_changes(header=ending))


def _simple(lines: Sequence[cst.CSTNode]) -> Iterator[cst.SimpleStatementLine | cst.SimpleStatementSuite]:
    todo = list(reversed(lines))
    while todo:
        node = todo.pop()
        if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            yield node
        else:
            todo += reversed(node.children)


def _lost(old: Sequence[Line], new: Sequence[Line]) -> Iterator[str]:
    """The comments of the old statements that the new ones do not have, but for those above the first."""
    above = [line.comment.value for line in old[0].leading_lines if line.comment]
    there = Counter([*above, *(text for line in new for text in comments(line))])
    for text in (text for line in old for text in comments(line)):
        there[text] -= 1
        if there[text] < 0:
            yield text


def _at_the_end(line: Line, lost: Sequence[str]) -> list[cst.EmptyLine]:
    """Those of the lost comments that stood below all of a statement; they still do."""
    texts: list[str] = []
    todo: list[cst.CSTNode] = [line]
    while todo:
        node = todo.pop()
        if isinstance(node, cst.SimpleStatementLine | cst.SimpleStatementSuite):
            texts.clear()
            continue
        if isinstance(node, cst.Comment):
            texts.append(node.value)
        todo += reversed(node.children)
    while texts and lost[-len(texts) :] != texts:
        del texts[0]
    return [_comment_line(text) for text in texts]


def comments(node: cst.CSTNode) -> Iterator[str]:
    """The comments in a node, in their order."""
    todo: list[cst.CSTNode] = [node]
    while todo:
        node = todo.pop()
        if isinstance(node, cst.Comment):
            yield node.value
        todo += reversed(node.children)


def _comment_line(text: str) -> cst.EmptyLine:
    return cst.EmptyLine(comment=cst.Comment(text))
