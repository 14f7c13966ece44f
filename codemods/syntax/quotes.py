"""Which quotes a file writes its strings in, for those that a plan adds."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import lru_cache

from flake8_atomic.analysis.code.source import Source

_PLAIN = re.compile(r'"((?:[^"\'\\]|\\.)*)"')
_OPENING = re.compile(r"[a-zA-Z]*(\"\"\"|'''|\"|')")


def quoted(text: str, source: Source) -> str:
    """The source text of a plan; where all of it is one string, in the quotes of the file."""
    plain = _PLAIN.fullmatch(text)
    return f"'{plain[1]}'" if plain is not None and _are_single(source) else text


@lru_cache(maxsize=1)
def _are_single(source: Source) -> bool:
    """Are most strings of the file in single quotes, but for those that hold quotes themselves?"""
    found: Counter[str] = Counter()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not {"'", '"'} & set(node.value):
            span = source.span(node)
            opening = _OPENING.match(source.line(span.line), span.column)
            found[opening[1] if opening else ""] += 1  # a part of an f-string has none
    return found["'"] > found['"']
