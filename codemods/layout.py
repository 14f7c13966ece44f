"""How the parts of new code are laid out: keywords, parentheses, and what stands above a block's first statement."""

from __future__ import annotations

from collections.abc import Sequence

import libcst as cst

from codemods.meeting import Line

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
