"""The options of flake8-atomic: flake8, the runner and the codemod register this one list."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class Option(NamedTuple):
    """One option; register it without a default, for only None lets pyproject.toml speak."""

    key: str
    """Its name in pyproject.toml."""
    metavar: str | None
    """What its comma-separated items are; None is for a flag."""
    help: str

    @property
    def flag(self) -> str:
        """Its name on a command line."""
        return "--atomic-" + self.key.removeprefix("atomic-")

    @property
    def name(self) -> str:
        """Its name in flake8's file and in what argparse returns."""
        return self.flag[2:].replace("-", "_")


OPTIONS = (
    Option("enable", "codes", "Opt-in rules to switch on, e.g. ATM110,ATM210."),
    Option("state-paths", "globs", "Words or globs that make a path a state path, e.g. ledger,*.idx."),
    Option("ignore-paths", "globs", "Words or globs of paths that are never flagged, e.g. out/*."),
    # `helpers` is a table in pyproject.toml, and one TOML key cannot be a list as well.
    Option("atomic-helpers", "names", "Dotted names of your own atomic writers, e.g. app.io.save_atomic."),
    Option("check-tests", None, "Judge test files like any other code."),
)
LISTS = frozenset(option.key for option in OPTIONS if option.metavar)
FLAGS = frozenset(option.key for option in OPTIONS if not option.metavar)


class Started(NamedTuple):
    """With which configuration flake8 was started."""

    config: str | None = None
    isolated: bool = False


def flake8_started(argv: Sequence[str] | None = None) -> Started:
    """Return what flake8 keeps from its plugins: it parses these options first and drops them."""
    if argv is None:
        argv = sys.argv[1:] if _is_flake8(sys.argv[0]) else ()
    if not any(word.startswith(("--c", "--i")) for word in argv):
        return Started()
    from argparse import ArgumentParser

    # All of flake8's first options stand here, or an abbreviation would mean something else.
    parser = ArgumentParser(add_help=False)
    parser.add_argument("-v", "--verbose", action="count")
    parser.add_argument("--isolated", action="store_true")
    for flag in ("config", "append-config", "output-file", "enable-extensions", "require-plugins"):
        parser.add_argument(f"--{flag}")
    known = parser.parse_known_args(argv)[0]
    return Started(known.config, known.isolated)


def _is_flake8(program: str) -> bool:
    """Tell flake8 from a program that calls it: an editor's or pytest's --config is not flake8's."""
    folder, name = os.path.split(program)
    return os.path.splitext(name)[0] == "flake8" or (name == "__main__.py" and os.path.basename(folder) == "flake8")
