"""How the parts of new code are laid out: keywords, parentheses, and what stands above a block's first statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import libcst as cst

from codemods.syntax.aligned import Aligned
from codemods.syntax.meeting import Line

_NOTHING = cst.SimpleWhitespace("")
_PLAIN = cst.AssignEqual(cst.SimpleWhitespace(""), cst.SimpleWhitespace(""))


def led(body: list[Line], is_first: bool) -> list[Line]:
    """The body of a new block: above its first statement stand only comments, and none that the suite takes along."""
    own = [] if is_first else [line for line in body[0].leading_lines if line.comment]
    return [body[0].with_changes(leading_lines=own), *body[1:]]


def named(argument: cst.Arg, keyword: str) -> cst.Arg:
    """The argument under this keyword; its spacing is kept where it had that keyword before."""
    if keyword == "**" or argument.star:
        return argument.with_changes(star=argument.star or "**")
    if not keyword:
        return argument.with_changes(keyword=None, equal=cst.MaybeSentinel.DEFAULT)
    if argument.keyword is not None and argument.keyword.value == keyword:
        return argument
    return argument.with_changes(keyword=cst.Name(keyword), equal=_PLAIN)


def enclosed(argument: cst.Arg) -> cst.Arg:
    """`f(x for x in y)` may leave out the parentheses only where it is the one argument."""
    value = argument.value
    if isinstance(value, cst.GeneratorExp) and not value.lpar:
        bracketed = value.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        return argument.with_changes(value=bracketed)
    return argument


def parted(
    arguments: list[cst.Arg], like: cst.Call, origins: Mapping[int, cst.Arg], layout: Aligned | None
) -> list[cst.Arg]:
    """A comma between each two, its own where an argument had one; the end is laid out as that of `like`."""
    if len(arguments) > 1:
        arguments = [enclosed(argument) for argument in arguments]
    own = {value: argument.comma for value, argument in origins.items() if argument is not like.args[-1]}
    comma = cst.Comma(whitespace_after=_between(like, layout, is_first=False))
    first = cst.Comma(whitespace_after=_between(like, layout, is_first=True))
    done = [
        argument.with_changes(
            comma=own.get(id(argument.value), comma if place else first), whitespace_after_arg=_NOTHING
        )
        for place, argument in enumerate(arguments[:-1])
    ]
    last = like.args[-1] if like.args else cst.Arg(cst.Name("nothing"))
    ending = {"comma": last.comma, "whitespace_after_arg": last.whitespace_after_arg}
    if len(like.args) == 1 < len(arguments) and isinstance(last.whitespace_after_arg, cst.ParenthesizedWhitespace):
        # What had one line for one argument has one for each now.
        ending = {"comma": cst.Comma(whitespace_after=last.whitespace_after_arg), "whitespace_after_arg": _NOTHING}
    return [*done, *(argument.with_changes(**ending) for argument in arguments[-1:])]


def _between(like: cst.Call, layout: Aligned | None, *, is_first: bool) -> cst.BaseParenthesizableWhitespace:
    """What stands after the comma of a new argument; the first one has a line of its own where that after it has."""
    before = like.whitespace_before_args
    is_apart = not side_by_side(like.args)
    if isinstance(before, cst.ParenthesizedWhitespace) and is_apart:
        return before.with_changes(first_line=cst.TrailingWhitespace(), empty_lines=[])
    if layout is not None and layout.breaks_first and (is_apart or is_first):
        return layout.line
    return cst.SimpleWhitespace(" ")


def side_by_side(arguments: Sequence[cst.Arg]) -> bool:
    """Do several arguments share their lines?"""
    commas = [argument.comma for argument in arguments[:-1]]
    return any(
        isinstance(comma, cst.Comma) and isinstance(comma.whitespace_after, cst.SimpleWhitespace) for comma in commas
    )


def spreads(value: cst.BaseExpression) -> bool:
    """Do its own parentheses hold a line break or a comment?"""
    code = cst.Module([]).code_for_node(value)
    return "\n" in code or "\r" in code or "#" in code
