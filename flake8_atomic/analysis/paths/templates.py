"""Texts with fields that are filled in: `"%s.tmp" % path` and `"{}.tmp".format(path)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence

FIELD = re.compile(r"(%[-0-9.]*[a-zA-Z]|\{[^{}]*\})")
_NAME = re.compile(r"\{(\w+)")


def filled_in(
    template: str, given: Sequence[ast.expr], named: Mapping[str, ast.expr]
) -> Iterator[str | ast.expr | None]:
    """The texts and what stands between them; None is a field for which nothing is given."""
    todo = iter(given)
    for text in FIELD.split(template):
        if not FIELD.fullmatch(text):
            if text:
                yield text
            continue
        name = match[1] if (match := _NAME.match(text)) is not None else ""
        if name.isdigit():
            yield given[int(name)] if int(name) < len(given) else None
        else:
            yield named.get(name) if name else next(todo, None)


def fills_a_name(template: ast.expr) -> bool:
    """Is what is filled in only a part of the name, where "%s/%s" is filled with a name and "%s.new" with a path?"""
    text = template.value if isinstance(template, ast.Constant) else ""
    before, *fields = FIELD.split(str(text).rpartition("/")[2])
    return bool(before) or len(fields) != 2
