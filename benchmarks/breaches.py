"""What a rewrite of one file may not do, whatever else it does."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator

from pyflakes.checker import Checker

from codemods.rounds import GROUPED
from flake8_atomic.detect import detect
from flake8_atomic.settings import Settings

_PLACE = re.compile(r"line \d+")


def breaches(name: str, before: bytes, after: bytes, fixed: Iterable[str]) -> Iterator[str]:
    """Say what is worse after the rewrite; `fixed` are the codes of the sites that are said to be fixed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # invalid escapes are the packages' own
        old = _compiled(before, name)
        if old is None:
            yield "was rewritten and did not compile before"
            return
        new = _compiled(after, name)
        if new is None:
            yield "does not compile any more"
            return
    for message, count in (_pyflakes(new, name) - _pyflakes(old, name)).items():
        yield f"pyflakes says {count} x more {message}"
    allowed = _findings(before, name)
    allowed.subtract(fixed)
    for code, count in _findings(after, name).items():
        if count > allowed[code] and code != GROUPED:
            yield f"{code} is found {count} x, {allowed[code]} were not fixed"


def _compiled(data: bytes, name: str) -> ast.Module | None:
    try:
        compile(data, name, "exec", dont_inherit=True)
        return ast.parse(data, name)
    except (SyntaxError, ValueError):
        return None


def _pyflakes(tree: ast.Module, name: str) -> Counter[str]:
    """The messages without their lines, which move."""
    found = Checker(tree, name).messages
    return Counter(_PLACE.sub("line", f"{message.message % message.message_args}") for message in found)


def _findings(data: bytes, name: str) -> Counter[str]:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    text = io.TextIOWrapper(io.BytesIO(data), encoding, newline="").read()
    return Counter(finding.code for finding in detect(text, Settings(), name))
