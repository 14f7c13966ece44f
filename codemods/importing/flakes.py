"""What pyflakes says of a text, by kind and name: where in the file it says so moves with every edit."""

from __future__ import annotations

import warnings
from functools import lru_cache
from typing import NamedTuple

from pyflakes.checker import Checker

from codemods.syntax.parsed import parsed
from flake8_atomic.analysis.code.source import Unreadable

UNUSED_IMPORT = "UnusedImport"


class Flake(NamedTuple):
    """One message: its kind, the names in it, where its statement stands, and what it says."""

    kind: str
    names: tuple[str, ...]
    line: int
    column: int
    text: str


@lru_cache(maxsize=4)
def flakes(text: str, filename: str) -> tuple[Flake, ...]:
    """Return the messages for a text that parses; Unreadable where pyflakes cannot read it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            checker = Checker(parsed(text).tree, filename)
    except (RecursionError, MemoryError) as error:
        raise Unreadable(f"pyflakes cannot read this file, {type(error).__name__}") from error
    except Exception as error:  # a fault of pyflakes on one file must not end the run over all the others
        raise Unreadable(f"pyflakes fails on this file, {type(error).__name__} {error}") from error
    return tuple(
        Flake(
            type(message).__name__,
            # Some name the line of another statement, which moves as well.
            tuple(str(part) for part in message.message_args if not isinstance(part, int)),
            message.lineno,
            message.col,
            " ".join((message.message % message.message_args).split()),
        )
        for message in checker.messages
    )
