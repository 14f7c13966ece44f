"""Builds what a plan asks for out of the nodes that are there, so that their layout and comments stay."""

from __future__ import annotations

import ast
from collections.abc import Callable

import libcst as cst

from codemods.syntax.aligned import Aligned
from codemods.syntax.formatted import going_on
from codemods.syntax.layout import led, named, parted, spreads
from codemods.syntax.meeting import Line, Meeting
from codemods.syntax.quotes import quoted
from codemods.syntax.suites import Suite, replaced
from flake8_atomic.edits import Argument, Attempt, Call, Do, Enter, Formatted, Imported, Instead, Less, Statement, Value

_WHERE_IT_WAS = -1
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
            return self._call(value, _WHERE_IT_WAS)
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
        begin = len("await " if statement.awaited else "") if isinstance(statement, Do) else len("with ")
        call: cst.BaseExpression = self._call(statement.call, begin)
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

    def _call(self, call: Call, begin: int | None) -> cst.Call:
        """The call, whose name begins in this column of its statement."""
        found = self._meeting.expression(call.like) if call.like is not None else None
        like = found if isinstance(found, cst.Call) else cst.Call(cst.Name("nothing"))
        layout = Aligned(self._meeting.source, call.like, like) if call.like and begin is not None else None
        origins = {id(self.now.get(argument.value, argument.value)): argument for argument in like.args}
        new = cst.Call(
            self.value(call.function),
            parted([self._argument(given) for given in call.arguments], like, origins, layout),
            whitespace_after_func=like.whitespace_after_func,
            whitespace_before_args=like.whitespace_before_args,
        )
        return layout.moved(new, origins, begin) if layout and begin is not None else new

    def _formatted(self, text: Formatted) -> cst.BaseExpression:
        parts = [
            cst.FormattedStringText(part)
            if isinstance(part, str)
            else cst.FormattedStringExpression(self._call(part, None))
            for part in text.parts
        ]
        new = cst.FormattedString(parts, f"f{text.quote}", text.quote)
        return new if text.after is None else going_on(self._meeting.expression(text.after), new)

    def _argument(self, given: Argument) -> cst.Arg:
        old = self._meeting.argument(given.value) if isinstance(given.value, ast.expr) else None
        if old is None:
            # Where the name of a call in another one begins is not known yet, so nothing is put under it.
            value = self._call(given.value, None) if isinstance(given.value, Call) else self.value(given.value)
            if isinstance(value, _BARE) and not spreads(value):
                value = value.with_changes(lpar=[], rpar=[])
            new = cst.Arg(value)
        else:
            found = self.now.get(old, old)
            assert isinstance(found, cst.Arg)
            # Where the argument itself becomes something else, what moves is what it was.
            new = found.with_changes(value=self.now.get(old.value, old.value))
        return named(new, given.keyword)
