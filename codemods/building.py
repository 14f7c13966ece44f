"""Builds what a plan asks for out of the nodes that are there, so that their layout and comments stay."""

from __future__ import annotations

import ast
from collections.abc import Callable

import libcst as cst

from codemods.formatted import going_on
from codemods.layout import enclosed, led, named, side_by_side, spreads
from codemods.meeting import Line, Meeting
from codemods.quotes import quoted
from codemods.suites import Suite, replaced
from flake8_atomic.edits import Argument, Attempt, Call, Do, Enter, Formatted, Imported, Instead, Less, Statement, Value

_NOTHING, _SPACE = cst.SimpleWhitespace(""), cst.SimpleWhitespace(" ")
_RAISE = cst.SimpleStatementLine([cst.Raise()])
_BARE = cst.Name | cst.Attribute | cst.Call | cst.Subscript | cst.BinaryOperation | cst.SimpleString


class Builder:
    """Nodes as they are after the edits inside them: `now` is filled from the leaves up."""

    def __init__(self, meeting: Meeting, local: Callable[[Imported], str]) -> None:
        self._meeting = meeting
        self._local = local
        self.now: dict[cst.CSTNode, cst.CSTNode] = {}
        self.inside: dict[Line, Instead] = {}
        """The edits of statements that a `try` is put around."""

    def value(self, value: Value) -> cst.BaseExpression:
        """An expression of a plan."""
        if isinstance(value, Call):
            return self._call(value)
        if isinstance(value, Formatted):
            return self._formatted(value)
        if isinstance(value, str):
            return cst.parse_expression(quoted(value, self._meeting.source))
        if isinstance(value, Imported):
            attribute = f".{value.attribute}" if value.attribute else ""
            return cst.parse_expression(self._local(value) + attribute)
        old = self._meeting.expression(value)
        new = self.now.get(old, old)
        assert isinstance(new, cst.BaseExpression)
        return new

    def statement(self, statement: Statement, first: ast.stmt) -> Line:
        """A statement of a plan; what stands above `first`, the first of the old ones, is left to the suite."""
        if isinstance(statement, ast.stmt):
            old = self._meeting.statement(statement)
            new = self.now.get(old, old)
            assert isinstance(new, Line)
            return new
        if isinstance(statement, Less):
            return self._lessened(statement, first)
        if isinstance(statement, Attempt):
            return self._attempted(statement, first)
        call: cst.BaseExpression = self._call(statement.call)
        if isinstance(statement, Do):
            return cst.SimpleStatementLine([cst.Expr(cst.Await(call) if statement.awaited else call)])
        return self._entered(statement, call, first)

    def _lessened(self, less: Less, first: ast.stmt) -> cst.Try:
        old = self._meeting.statement(less.old)
        now = self.now.get(old, old)
        assert isinstance(now, cst.Try)
        kept = [now.handlers[place] for place in less.handlers]
        above = () if less.old is first else now.leading_lines
        return now.with_changes(handlers=kept, finalbody=now.finalbody if less.final else None, leading_lines=above)

    def _attempted(self, attempt: Attempt, old: ast.stmt) -> cst.Try:
        lines = [self._meeting.statement(inner) for inner in attempt.body]
        block: Suite = cst.IndentedBlock([self.statement(inner, old) for inner in attempt.body])
        # From the last on, so that no place moves.
        for place, line in reversed(list(enumerate(lines))):
            if (edit := self.inside.get(line)) is not None:
                block = replaced(block, place, [line], [self.statement(new, edit.old[0]) for new in edit.new])
        undo = [self.statement(inner, old) for inner in attempt.undo]
        handler = cst.ExceptHandler(cst.IndentedBlock([*undo, _RAISE]), cst.Name("BaseException"))
        body = [line for line in block.body if isinstance(line, Line)]
        return cst.Try(cst.IndentedBlock(led(body, attempt.body[0] is old), footer=block.footer), [handler])

    def _entered(self, enter: Enter, call: cst.BaseExpression, old: ast.stmt) -> cst.With:
        target = cst.AsName(cst.Name(enter.name)) if enter.name else None
        item = cst.WithItem(call, target)
        body = [self.statement(inner, old) for inner in enter.body]
        inner = body[0]
        if len(body) == 1 and isinstance(inner, cst.With) and inner.asynchronous is None:
            return inner.with_changes(items=[item, *inner.items], leading_lines=[])
        return cst.With([item], cst.IndentedBlock(led(body, enter.body[0] is old)))

    def _call(self, call: Call) -> cst.Call:
        found = self._meeting.expression(call.like) if call.like is not None else None
        like = found if isinstance(found, cst.Call) else cst.Call(cst.Name("nothing"))
        before = like.whitespace_before_args
        after: cst.BaseParenthesizableWhitespace = _SPACE
        if isinstance(before, cst.ParenthesizedWhitespace) and not side_by_side(like.args):
            after = before.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
        return cst.Call(
            self.value(call.function),
            self._parted([self._argument(given) for given in call.arguments], cst.Comma(whitespace_after=after), like),
            whitespace_after_func=like.whitespace_after_func,
            whitespace_before_args=before,
        )

    def _formatted(self, text: Formatted) -> cst.BaseExpression:
        parts = [
            cst.FormattedStringText(part) if isinstance(part, str) else cst.FormattedStringExpression(self._call(part))
            for part in text.parts
        ]
        new = cst.FormattedString(parts, f"f{text.quote}", text.quote)
        return new if text.after is None else going_on(self._meeting.expression(text.after), new)

    def _parted(self, arguments: list[cst.Arg], comma: cst.Comma, like: cst.Call) -> list[cst.Arg]:
        """A comma between each two, its own where an argument had one; the end is laid out as that of `like`."""
        if len(arguments) > 1:
            arguments = [enclosed(argument) for argument in arguments]
        own = {id(self.now.get(arg.value, arg.value)): arg.comma for arg in like.args[:-1]}
        parted = [
            argument.with_changes(comma=own.get(id(argument.value), comma), whitespace_after_arg=_NOTHING)
            for argument in arguments[:-1]
        ]
        last = like.args[-1] if like.args else cst.Arg(cst.Name("nothing"))
        ending = {"comma": last.comma, "whitespace_after_arg": last.whitespace_after_arg}
        if len(like.args) == 1 < len(arguments) and isinstance(last.whitespace_after_arg, cst.ParenthesizedWhitespace):
            # What had one line for one argument has one for each now.
            ending = {"comma": cst.Comma(whitespace_after=last.whitespace_after_arg), "whitespace_after_arg": _NOTHING}
        return [*parted, *(argument.with_changes(**ending) for argument in arguments[-1:])]

    def _argument(self, given: Argument) -> cst.Arg:
        old = self._meeting.argument(given.value) if isinstance(given.value, ast.expr) else None
        if old is None:
            value = self.value(given.value)
            if isinstance(value, _BARE) and not spreads(value):
                value = value.with_changes(lpar=[], rpar=[])
            new = cst.Arg(value)
        else:
            found = self.now.get(old, old)
            assert isinstance(found, cst.Arg)
            # Where the argument itself becomes something else, what moves is what it was.
            new = found.with_changes(value=self.now.get(old.value, old.value))
        return named(new, given.keyword)
