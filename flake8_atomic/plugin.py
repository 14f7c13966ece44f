"""flake8 in, (line, column, text, type) out."""

from __future__ import annotations

import ast
import gc
import sys
from argparse import Action
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from flake8_atomic import __version__
from flake8_atomic.analysis.code.source import Source
from flake8_atomic.detect import detect, known_codes
from flake8_atomic.settings import OPTIONS, BadSetting, Settings, settings_from_options

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from flake8.options.manager import OptionManager


class Flag(Action):
    """An option without a value; flake8 reads a `store_true` of its file itself, and ends in a traceback at `maybe`."""

    def __init__(self, option_strings: list[str], dest: str, help: str | None = None, **_: object) -> None:  # noqa: A002 argparse
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: ArgumentParser, namespace: Namespace, *_: object) -> None:
        """Switch it on."""
        del parser
        setattr(namespace, self.dest, True)


@contextmanager
def _collecting_later() -> Iterator[None]:
    """Leave the garbage of one file for after it: what is made for a file lives as long as the file is read."""
    # Each collection in between walks the whole tree of the file, and finds next to nothing to free.
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


class Plugin:
    """What flake8 calls for each file."""

    name = "flake8-atomic"
    version = __version__
    settings: ClassVar[Settings] = Settings()

    def __init__(self, tree: ast.Module, filename: str, lines: list[str]) -> None:
        self._source = Source("".join(lines), tree, lines)
        self._filename = filename

    @staticmethod
    def add_options(manager: OptionManager) -> None:
        """Register our options; none has a default, so that pyproject.toml can speak where flake8 was told nothing."""
        for option in OPTIONS:
            if option.metavar is None:
                manager.add_option(option.flag, action=Flag, parse_from_config=True, help=option.help)
            else:
                manager.add_option(
                    option.flag,
                    metavar=option.metavar,
                    default=None,
                    parse_from_config=True,
                    comma_separated_list=True,
                    help=option.help,
                )

    @classmethod
    def parse_options(cls, options: Namespace) -> None:
        """Keep the settings on the class, where flake8's worker processes find them."""
        try:
            cls.settings = settings_from_options(options, known_codes())
        except BadSetting as error:
            # An exception would be a traceback; the user needs the line that names the option.
            print(f"flake8-atomic: {error}", file=sys.stderr)
            raise SystemExit(2) from None

    def run(self) -> Iterator[tuple[int, int, str, type[Plugin]]]:
        """Yield the findings."""
        with _collecting_later():
            for finding in (found := detect(self._source, self.settings, self._filename)):
                finding.let_go()
        for finding in found:
            yield finding.span.line, finding.span.column, f"{finding.code} {finding.message}", type(self)
