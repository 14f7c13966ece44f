"""What pyflakes says of a text before and after a rewrite, by kind and name: where it says so moves with every edit."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pyflakes.checker import Checker

from codemods.parsed import parsed
from codemods.shortened import Versions
from flake8_atomic.edits import NoFix

UNUSED_IMPORT = "UnusedImport"
_OF_USES = frozenset({UNUSED_IMPORT, "RedefinedWhileUnused"})
"""What is said where a use is missing, which may stand in a function that was left out."""


class Flake(NamedTuple):
    """One message: its kind, the names in it, where its statement stands, and what it says."""

    kind: str
    names: tuple[str, ...]
    line: int
    column: int
    text: str


class Flakes(NamedTuple):
    """What is said of both texts; what is said of unchanged functions may be missing in both."""

    before: tuple[Flake, ...] = ()
    after: tuple[Flake, ...] = ()

    @property
    def new(self) -> list[Flake]:
        """What is said of the later text, and not as often of the earlier one."""
        known = Counter((flake.kind, flake.names) for flake in self.before)
        found = []
        for flake in self.after:
            known[flake.kind, flake.names] -= 1
            if known[flake.kind, flake.names] < 0:
                found.append(flake)
        return found


@lru_cache(maxsize=4)
def flakes(before: str, after: str, filename: str) -> Flakes:
    """Return the messages for two texts that parse, or none where none are new; NoFix where one cannot be read."""
    try:
        versions = Versions(parsed(before), parsed(after))
        found = _of_both(versions, (), filename)
        doubtful = [flake for flake in found.after if flake.kind in _OF_USES and versions.differ_in(flake.names)]
        doubtful += [flake for flake in found.new if flake.kind not in _OF_USES]
        if not doubtful:
            return Flakes()
        # Unchanged functions may use the name as well, or have made the same mistake with it.
        words = {word for flake in doubtful for name in flake.names for word in re.findall(r"\w+", name)}
        return _of_both(versions, words, filename)
    except (RecursionError, MemoryError) as error:
        raise NoFix(f"pyflakes cannot read this file, {type(error).__name__}") from error
    except Exception as error:  # a fault of pyflakes on one file must not end the run over all the others
        raise NoFix(f"pyflakes fails on this file, {type(error).__name__} {error}") from error


def _of_both(versions: Versions, doubtful: Iterable[str], filename: str) -> Flakes:
    before, after = versions.without_common(doubtful)
    now = _said_of(after, filename)
    return Flakes(_said_of(before, filename) if now else (), now)


def _said_of(tree: ast.Module, filename: str) -> tuple[Flake, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        checker = Checker(tree, filename)
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
