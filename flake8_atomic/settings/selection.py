"""flake8's decisions, for those who run without flake8: which files, and which codes in which file."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from fnmatch import fnmatch, translate
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from flake8_atomic.settings.per_file import PerFile

# flake8's own defaults; the selected ones are the prefixes that its built-in plugins and this one register.
SELECT = ("ATM", "C90", "E", "F", "W")
_IGNORE = ("E121", "E123", "E126", "E226", "E24", "E704", "W503", "W504")
EXCLUDE = (".svn", "CVS", ".bzr", ".hg", ".git", "__pycache__", ".tox", ".nox", ".eggs", "*.egg")
FILENAME = ("*.py",)


@dataclass(frozen=True)
class Selection:
    """What flake8 was told to look at and to report; None means that an option was not given."""

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] | None = None
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: PerFile = ()
    exclude: tuple[str, ...] = EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    filename: tuple[str, ...] = FILENAME
    disable_noqa: bool = False
    off: frozenset[str] = frozenset()
    """Opt-in codes that nobody enabled: no `select` turns them on, no `ignore` of one's own loses that."""
    folder: str = ""
    """What relative paths are relative to; "" is the working directory of the moment."""

    def decides(self, code: str, path: str) -> bool:
        """Tell whether flake8 would report this code in this file, noqa comments aside."""
        if code in self.off:
            return False
        more_ignored = (*self.extend_ignore, *self._ignored_in(path))
        selected = _longest(code, (*(self.select or ()), *self.extend_select))
        ignored = _longest(code, (*(self.ignore or ()), *more_ignored))
        if bool(selected) != bool(ignored):
            return bool(selected)
        # Both were named, or neither: then the defaults have a say, and the longer prefix wins.
        selected = _longest(code, (*(SELECT if self.select is None else self.select), *self.extend_select))
        ignored = _longest(code, (*(_IGNORE if self.ignore is None else self.ignore), *more_ignored))
        return selected > ignored

    def excludes(self, path: str, under: str | None = None) -> bool:
        """Tell whether flake8 passes over this path, given by itself or met on a walk through `under`.

        By itself a file in an excluded folder is not excluded; on a walk its folder is never entered.
        """
        is_shut = under is not None and self.shuts(os.path.dirname(path) or os.curdir, under)
        return is_shut or self._matches(path, (*self.exclude, *self.extend_exclude))

    def shuts(self, folder: str, under: str) -> bool:
        """Tell whether a walk through `under` stops before it enters this folder."""
        patterns = (*self.exclude, *self.extend_exclude)
        return any(self._matches(each, patterns) for each in _entered(folder, under))

    def admits(self, path: str) -> bool:
        """Tell whether `filename` lets in a file that a walk met; a file given by itself needs no leave."""
        return not self.filename or any(fnmatch(path, pattern) for pattern in self.filename)

    def _ignored_in(self, path: str) -> Iterable[str]:
        # Not the union: the one longest pattern, counted with the folder that a `/` in it brings along.
        codes: tuple[str, ...] = ()
        longest = 0
        for file, ignored in self.per_file_ignores:
            pattern = normalized(file, self.folder)
            if len(pattern) > longest and self._matches(path, [pattern]):
                longest, codes = len(pattern), ignored
        return codes

    def _matches(self, path: str, patterns: Sequence[str]) -> bool:
        name = os.path.basename(path)
        whole = os.path.abspath(os.path.join(self.folder, path))
        names = [whole] if name in {".", ".."} else [name, whole]
        return any(_pattern(tuple(patterns)).match(os.path.normcase(each)) for each in names)


@lru_cache
def _pattern(patterns: tuple[str, ...]) -> re.Pattern[str]:
    """All of them as one: every folder on the way to every file is held against every pattern."""
    return re.compile("|".join(translate(os.path.normcase(each)) for each in patterns) or "(?!)")


def normalized(pattern: str, folder: str) -> str:
    """Return the pattern as flake8 keeps it: absolute if it is more than a name, without a last slash."""
    separators = os.sep + (os.altsep or "")
    if pattern == "." or any(each in pattern for each in separators):
        pattern = os.path.abspath(os.path.join(folder, pattern))
    return pattern.rstrip(separators)


def _longest(code: str, prefixes: Iterable[str]) -> int:
    return max((len(prefix) for prefix in prefixes if code.startswith(prefix)), default=0)


def _entered(folder: str, under: str) -> Iterable[str]:
    """Yield what a walk tests on its way: the folder it was given, and each folder below."""
    yield under
    step = under
    for part in os.path.relpath(folder, under).split(os.sep):
        if part != os.curdir:
            step = os.path.join(step, part)
            yield step
